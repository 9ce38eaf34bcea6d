import MarketCatalog

/// Cursors as they travel: the bytes of a ``CursorPayload`` with a 16-byte keyed BLAKE2b over them,
/// as base64url without padding.
struct CursorSigner {
  private static let macCount = 16
  /// How many of a cursor's last characters hold the whole of its signature.
  ///
  /// The payload is a multiple of three bytes long, so that none of its bits are among them.
  static let signatureTextCount = (macCount * 8 + 5) / 6
  private let mac: KeyedHash

  init(mac: KeyedHash) {
    self.mac = mac
  }

  /// The ASCII bytes of a store's cursor with its signature.
  func sign(_ cursor: Cursor) -> [UInt8] {
    Base64URL.encode(cursor.bytes + mac.hash(cursor.bytes, count: Self.macCount))
  }

  /// The store's cursor in a client's text, with what it carries.
  ///
  /// - Parameter text: The cursor as the client sent it.
  /// - Returns: The cursor and its payload, neither yet checked against a query.
  /// - Throws: ``CursorError/malformed`` for anything that this server's secret did not sign.
  func verify(_ text: String) throws(CursorError) -> (cursor: Cursor, payload: CursorPayload) {
    guard let bytes = Base64URL.decode(text, atMost: CursorPayload.encodedCount + Self.macCount),
      bytes.count == CursorPayload.encodedCount + Self.macCount
    else { throw .malformed }
    let payload = bytes.dropLast(Self.macCount)
    guard
      KeyedHash.areEqual(
        mac.hash(payload, count: Self.macCount), bytes.suffix(Self.macCount))
    else { throw .malformed }
    let cursor = Cursor(bytes: Array(payload))
    return (cursor, try CursorPayload(decoding: cursor))
  }
}
