import CSodium
import MarketCatalog

/// Cursors as they travel: the bytes of a ``CursorPayload`` with a 16-byte signature over them, as
/// base64url without padding.
///
/// The signature is SipHash-2-4 of 128 bits, a keyed hash made for short messages (Aumasson and
/// Bernstein, INDOCRYPT 2012): a slice signs one cursor and checks another, for which keyed BLAKE2b
/// took ten times as long.
struct CursorSigner {
  static let signatureCount = Int(crypto_shorthash_siphashx24_BYTES)
  /// How many of a cursor's last characters hold the whole of its signature.
  ///
  /// The payload is a multiple of three bytes long, so that none of its bits are among them.
  static let signatureTextCount = (signatureCount * 8 + 5) / 6
  private static let signedCount = CursorPayload.encodedCount + signatureCount
  private let key: [UInt8]

  /// Makes a signer with a key of its own, which is derived from the store's secret.
  init(secret: KeyedHash) {
    key = secret.hash(
      Array("cursor signature".utf8), count: Int(crypto_shorthash_siphashx24_KEYBYTES))
  }

  /// The ASCII bytes of a store's cursor with its signature.
  func sign(_ cursor: Cursor) -> [UInt8] {
    Base64URL.encode(cursor.bytes + signature(of: cursor.bytes[...]))
  }

  /// The store's cursor in a client's text, with what it carries.
  ///
  /// - Parameter text: The cursor as the client sent it.
  /// - Returns: The cursor and its payload, neither yet checked against a query.
  /// - Throws: ``CursorError/malformed`` for anything that this server's secret did not sign.
  func verify(
    _ text: ArraySlice<UInt8>
  ) throws(CursorError) -> (cursor: Cursor, payload: CursorPayload) {
    guard let bytes = Base64URL.decode(text, atMost: Self.signedCount),
      bytes.count == Self.signedCount
    else { throw .malformed }
    let payload = bytes.dropLast(Self.signatureCount)
    guard KeyedHash.areEqual(signature(of: payload), bytes.suffix(Self.signatureCount)) else {
      throw .malformed
    }
    let cursor = Cursor(bytes: Array(payload))
    return (cursor, try CursorPayload(decoding: cursor))
  }

  private func signature(of payload: ArraySlice<UInt8>) -> [UInt8] {
    var signature = [UInt8](repeating: 0, count: Self.signatureCount)
    payload.withUnsafeBufferPointer {
      // Always succeeds: 0 is all that it returns.
      _ = crypto_shorthash_siphashx24(&signature, $0.baseAddress, UInt64($0.count), key)
    }
    return signature
  }
}
