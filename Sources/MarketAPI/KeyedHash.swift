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

  /// The first eight bytes, most significant first, of the 16 bytes long hash of a text; without an
  /// allocation, as each event needs one.
  func number(of text: String) -> Int64 {
    var text = text
    var hash: (Int64, Int64) = (0, 0)
    let status = text.withUTF8 { bytes in
      withUnsafeMutablePointer(to: &hash) {
        $0.withMemoryRebound(to: UInt8.self, capacity: 16) {
          crypto_generichash($0, 16, bytes.baseAddress, UInt64(bytes.count), key, key.count)
        }
      }
    }
    precondition(status == 0, "BLAKE2b takes 16 to 64 bytes of output and of key")
    return Int64(bigEndian: hash.0)
  }

  /// Compares two hashes in a time that does not depend on where they differ.
  static func areEqual(_ left: UnsafeRawBufferPointer, _ right: UnsafeRawBufferPointer) -> Bool {
    left.count == right.count && sodium_memcmp(left.baseAddress, right.baseAddress, left.count) == 0
  }
}
