import CSodium

/// The secret of an API key: 32 random bytes, written as `mk_` and 43 characters of base64url.
///
/// The prefix lets scanners for leaked secrets find it. Guessing 256 random bits is out of the question,
/// so that the hash need not be slow, as those of passwords must: ``hash`` is a plain BLAKE2b, which each
/// request can afford. It needs no key either, since there is nothing to try that could be right.
public struct AccessKey: Sendable {
  /// What every key begins with.
  public static let prefix = "mk_"

  private static let secretCount = 32
  private static let textCount = 43
  private static let variant = sodium_base64_VARIANT_URLSAFE_NO_PADDING

  private let secret: [UInt8]

  private init(secret: [UInt8]) {
    self.secret = secret
  }

  /// Makes a key that nobody else has.
  public static func random() -> AccessKey {
    // Must come before any other call of the library; once is enough, more is harmless.
    precondition(sodium_init() >= 0, "libsodium needs the system's random numbers")
    var secret = [UInt8](repeating: 0, count: secretCount)
    randombytes_buf(&secret, secret.count)
    return AccessKey(secret: secret)
  }

  /// Reads a key in exactly the form that ``text`` has; nil for any other text.
  public init?(_ text: String) {
    guard text.utf8.count == Self.prefix.utf8.count + Self.textCount,
      text.hasPrefix(Self.prefix)
    else { return nil }
    let characters = text.utf8.dropFirst(Self.prefix.utf8.count).map { CChar(bitPattern: $0) }
    var secret = [UInt8](repeating: 0, count: Self.secretCount)
    var count = 0
    // Takes the same time for every text.
    let status = sodium_base642bin(
      &secret, secret.count, characters, characters.count, nil, &count, nil, Self.variant)
    guard status == 0, count == Self.secretCount else { return nil }
    self.secret = secret
  }

  /// The key as its holder sends it.
  public var text: String {
    var characters = [CChar](repeating: 0, count: Self.textCount + 1)
    sodium_bin2base64(&characters, characters.count, secret, secret.count, Self.variant)
    return Self.prefix
      + String(decoding: characters.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// What a store keeps of the key: 32 bytes of BLAKE2b (RFC 7693).
  public var hash: [UInt8] {
    var hash = [UInt8](repeating: 0, count: Int(crypto_generichash_BYTES))
    let status = crypto_generichash(
      &hash, hash.count, secret, UInt64(secret.count), nil, 0)
    precondition(status == 0, "BLAKE2b takes 16 to 64 bytes of output")
    return hash
  }
}
