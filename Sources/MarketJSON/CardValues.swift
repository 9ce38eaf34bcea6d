import MarketCatalog

/// The values of a packed card, by their pieces, for reading a card back.
struct CardValues {
  /// The JSON texts without quotes, each at the place of its piece's byte.
  private var texts = [ArraySlice<UInt8>?](repeating: nil, count: 32)

  init(_ span: Span<UInt8>) throws(PackedCard.Fault) {
    let bytes = span.withUnsafeBufferPointer { Array($0) }
    guard let flag = bytes.first, flag <= 1 else { throw .damaged }
    var position = 1
    while position < bytes.count {
      guard let piece = CardPiece(rawValue: bytes[position]) else { throw .damaged }
      let start = position + 1
      let end = bytes[start...].firstIndex { $0 < 0x20 } ?? bytes.count
      texts[Int(piece.rawValue)] = bytes[start..<end]
      position = end
    }
  }

  func required<Value>(_ value: Value?) throws(PackedCard.Fault) -> Value {
    guard let value else { throw .damaged }
    return value
  }

  func integer(_ piece: CardPiece) throws(PackedCard.Fault) -> Int64? {
    guard let text = texts[Int(piece.rawValue)] else { return nil }
    guard let value = Int64(String(decoding: text, as: UTF8.self)) else { throw .damaged }
    return value
  }

  /// The integer of the first of the pieces that the card has.
  func firstInteger(of pieces: [CardPiece]) throws(PackedCard.Fault) -> Int64? {
    for piece in pieces {
      if let number = try integer(piece) { return number }
    }
    return nil
  }

  func string(_ piece: CardPiece) throws(PackedCard.Fault) -> String? {
    guard let text = texts[Int(piece.rawValue)] else { return nil }
    return try Self.unescape(text)
  }

  /// The text of the first of the pieces that the card has.
  func first(of pieces: [CardPiece]) throws(PackedCard.Fault) -> String? {
    for piece in pieces {
      if let text = try string(piece) { return text }
    }
    return nil
  }

  func has(_ piece: CardPiece) -> Bool { texts[Int(piece.rawValue)] != nil }

  func timestamp(_ piece: CardPiece) throws(PackedCard.Fault) -> Timestamp? {
    guard let text = try string(piece) else { return nil }
    // The beginning of a moment can be one, too, of other digits.
    guard text.utf8.count == Timestamp.rfc3339Count else { throw .damaged }
    return try required(Timestamp(rfc3339: text))
  }

  func currency() throws(PackedCard.Fault) -> Currency {
    if has(.won) || has(.wonThenStock) { return .krw }
    return try required(Currency(code: required(string(.currency))))
  }

  func thumbnail() throws(PackedCard.Fault) -> Picture? {
    var url = try first(of: [.thumbnailURL, .vendorThenThumbnailURL])
    if let rest = try first(of: [.mediaURL, .vendorThenMediaURL]) {
      url = CardPiece.mediaPrefix + rest
    }
    guard let url else { return nil }
    if has(.drawnThenViewCount) {
      let size = CardPiece.drawnSize
      return Picture(url: url + CardPiece.drawnSuffix, width: size, height: size)
    }
    return Picture(
      url: url, width: try integer(.width).map { Int(clamping: $0) },
      height: try firstInteger(of: [.height, .heightAlone]).map { Int(clamping: $0) })
  }

  /// The text behind the inside of a JSON string that ``JSONWriter`` wrote.
  private static func unescape(
    _ text: ArraySlice<UInt8>
  ) throws(PackedCard.Fault) -> String {
    guard text.contains(where: { $0 == UInt8(ascii: "\\") || $0 == UInt8(ascii: "\"") }) else {
      return try string(text)
    }
    var bytes: [UInt8] = []
    var rest = text
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "\\") else {
        guard byte != UInt8(ascii: "\"") else { throw .damaged }
        bytes.append(byte)
        continue
      }
      guard let escaped = rest.popFirst() else { throw .damaged }
      switch escaped {
      case UInt8(ascii: "n"): bytes.append(0x0A)
      case UInt8(ascii: "r"): bytes.append(0x0D)
      case UInt8(ascii: "t"): bytes.append(0x09)
      case UInt8(ascii: "b"): bytes.append(0x08)
      case UInt8(ascii: "f"): bytes.append(0x0C)
      case UInt8(ascii: "u"):
        guard
          let value = UInt8(String(decoding: rest.prefix(4), as: UTF8.self), radix: 16)
        else { throw .damaged }
        bytes.append(value)
        rest = rest.dropFirst(4)
      default: bytes.append(escaped)
      }
    }
    return try string(bytes[...])
  }

  private static func string(_ bytes: ArraySlice<UInt8>) throws(PackedCard.Fault) -> String {
    guard let text = String(validating: bytes, as: UTF8.self) else { throw .damaged }
    return text
  }
}
