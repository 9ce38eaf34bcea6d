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
    precondition(cursor.bytes.count == CursorPayload.encodedCount, "not a store's cursor")
    // Short texts that nobody keeps: making arrays of them took longer than signing.
    return withUnsafeTemporaryAllocation(byteCount: Self.signedCount, alignment: 1) { signed in
      signed.copyBytes(from: cursor.bytes)
      let signature = signed[CursorPayload.encodedCount...]
      writeSignature(
        of: UnsafeRawBufferPointer(rebasing: signed[..<CursorPayload.encodedCount]),
        to: UnsafeMutableRawBufferPointer(rebasing: signature))
      return Base64URL.encode(UnsafeRawBufferPointer(signed))
    }
  }

  /// The store's cursor in a client's text, with what it carries.
  ///
  /// - Parameter text: The cursor as the client sent it.
  /// - Returns: The cursor and its payload, neither yet checked against a query.
  /// - Throws: ``CursorError/malformed`` for anything that this server's secret did not sign.
  func verify(
    _ text: ArraySlice<UInt8>
  ) throws(CursorError) -> (cursor: Cursor, payload: CursorPayload) {
    let genuine = withUnsafeTemporaryAllocation(
      byteCount: Self.signedCount + Self.signatureCount, alignment: 1
    ) { room -> Cursor? in
      let signed = UnsafeMutableRawBufferPointer(rebasing: room[..<Self.signedCount])
      let expected = UnsafeMutableRawBufferPointer(rebasing: room[Self.signedCount...])
      guard Base64URL.decode(text, into: signed) else { return nil }
      let payload = UnsafeRawBufferPointer(rebasing: signed[..<CursorPayload.encodedCount])
      let signature = UnsafeRawBufferPointer(rebasing: signed[CursorPayload.encodedCount...])
      writeSignature(of: payload, to: expected)
      guard KeyedHash.areEqual(UnsafeRawBufferPointer(expected), signature) else { return nil }
      return Cursor(bytes: Array(payload))
    }
    guard let genuine else { throw .malformed }
    return (genuine, try CursorPayload(decoding: genuine))
  }

  private func writeSignature(
    of payload: UnsafeRawBufferPointer, to signature: UnsafeMutableRawBufferPointer
  ) {
    guard let start = signature.bindMemory(to: UInt8.self).baseAddress else { return }
    // Always succeeds: 0 is all that it returns.
    _ = crypto_shorthash_siphashx24(
      start,
      payload.bindMemory(to: UInt8.self).baseAddress, UInt64(payload.count), key)
  }
}
