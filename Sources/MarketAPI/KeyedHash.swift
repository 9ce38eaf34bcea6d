import CSodium

/// Keyed BLAKE2b (RFC 7693) under the secret of a store.
struct KeyedHash: Sendable {
  private let key: [UInt8]

  init(key: [UInt8]) {
    self.key = key
  }

  /// The hash of the bytes, `count` bytes long (16 to 64).
  func hash(_ bytes: some Sequence<UInt8>, count: Int) -> [UInt8] {
    let input = Array(bytes)
    var hash = [UInt8](repeating: 0, count: count)
    let status = crypto_generichash(
      &hash, count, input, UInt64(input.count), key, key.count)
    precondition(status == 0, "BLAKE2b takes 16 to 64 bytes of output and of key")
    return hash
  }

  /// Compares two hashes in a time that does not depend on where they differ.
  static func areEqual(_ left: some Collection<UInt8>, _ right: some Collection<UInt8>) -> Bool {
    let (left, right) = (Array(left), Array(right))
    return left.count == right.count && sodium_memcmp(left, right, left.count) == 0
  }
}

/// Base64 with the URL-safe alphabet and without padding (RFC 4648, 5).
enum Base64URL {
  /// The ASCII bytes of the encoded bytes.
  static func encode(_ bytes: [UInt8]) -> [UInt8] {
    let room = sodium_base64_encoded_len(bytes.count, sodium_base64_VARIANT_URLSAFE_NO_PADDING)
    var text = [CChar](repeating: 0, count: room)
    _ = sodium_bin2base64(
      &text, room, bytes, bytes.count, sodium_base64_VARIANT_URLSAFE_NO_PADDING)
    // The last byte is C's terminator.
    return text.dropLast().map { UInt8(bitPattern: $0) }
  }

  /// The bytes of an encoded text; nil for any text that ``encode(_:)`` does not make.
  static func decode(_ text: String, atMost most: Int) -> [UInt8]? {
    let ascii = text.utf8.map { CChar(bitPattern: $0) }
    var bytes = [UInt8](repeating: 0, count: most)
    var count = 0
    let status = sodium_base642bin(
      &bytes, most, ascii, ascii.count, nil, &count, nil,
      sodium_base64_VARIANT_URLSAFE_NO_PADDING)
    return status == 0 ? Array(bytes.prefix(count)) : nil
  }
}
