import CSodium

/// Keyed BLAKE2b (RFC 7693) under the secret of a store.
struct KeyedHash: Sendable {
  private let key: [UInt8]

  init(key: [UInt8]) {
    self.key = key
  }

  /// The hash of the bytes, `count` bytes long (16 to 64).
  func hash(_ bytes: [UInt8], count: Int) -> [UInt8] {
    var hash = [UInt8](repeating: 0, count: count)
    let status = crypto_generichash(
      &hash, count, bytes, UInt64(bytes.count), key, key.count)
    precondition(status == 0, "BLAKE2b takes 16 to 64 bytes of output and of key")
    return hash
  }

  /// Compares two hashes in a time that does not depend on where they differ.
  static func areEqual(_ left: UnsafeRawBufferPointer, _ right: UnsafeRawBufferPointer) -> Bool {
    left.count == right.count && sodium_memcmp(left.baseAddress, right.baseAddress, left.count) == 0
  }
}
