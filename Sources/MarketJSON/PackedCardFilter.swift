public import MarketCatalog

/// A filter made ready for packed cards: tells from a card's bytes whether it is wanted, without
/// reading a value out of them.
///
/// A walk under a filter looks at thousands of cards for each slice and shows few of them. In a
/// packed card each condition is a piece's byte with a text behind it, so that looking is a search
/// for one byte and a comparison.
public struct PackedCardFilter: Sendable {
  private let inStock: Bool
  /// The category's JSON text without quotes.
  private let category: [UInt8]?
  /// The vendor's id in decimal.
  private let vendorID: [UInt8]?
  private let price: Price?

  /// A range of prices whose currency is a text.
  private struct Price: Sendable {
    /// The code, or nil for won, which has pieces of its own.
    var currency: [UInt8]?
    var amounts: ClosedRange<Int64>?
  }

  /// Makes a filter ready.
  public init(_ filter: FeedFilter) {
    inStock = filter.inStock
    category = filter.category.map(Self.text)
    vendorID = filter.vendorID.map { [CardPiece.vendorID.rawValue] + String($0).utf8 }
    price = filter.price.map { range in
      let (low, high) = (range.minimum ?? .min, range.maximum ?? .max)
      return Price(
        currency: range.currency == .krw ? nil : Self.text(range.currency.code),
        amounts: low <= high ? low...high : nil)
    }
  }

  /// A string's JSON text without quotes.
  private static func text(_ text: String) -> [UInt8] {
    var writer = JSONWriter(capacity: 64)
    writer.string(text)
    return writer.withBytes { [UInt8]($0.dropFirst().dropLast()) }
  }

  /// Whether a card is let through; never for no bytes, which stand for a product that is not listed.
  public func matches(_ packed: Span<UInt8>) -> Bool {
    guard packed.count > 0, !inStock || PackedCard.isInStock(packed) else { return false }
    if category == nil && vendorID == nil && price == nil { return true }
    return packed.withUnsafeBytes { hasValues($0) }
  }

  /// Whether the values are as wanted: price, category, vendor, in the order in which they stand.
  private func hasValues(_ bytes: UnsafeRawBufferPointer) -> Bool {
    var position = 1
    if let price {
      position = Self.place(of: .price, in: bytes, from: position)
      guard let end = Self.end(of: price, in: bytes, from: position + 1) else { return false }
      position = end
    }
    guard category != nil || vendorID != nil else { return true }
    let isInStock = bytes[0] == 1
    position = Self.place(
      of: isInStock ? .inStockCategory : .soldOutCategory, in: bytes, from: position)
    if let category, !Self.isValue(category, in: bytes, at: position + 1) { return false }
    guard let vendorID else { return true }
    // The vendor follows the category directly, or is not there.
    position = Self.nextPiece(in: bytes, from: position + 1)
    return Self.isValue(vendorID, in: bytes, at: position)
  }

  /// Where the currency of an amount ends that stands at a place, or nil when the price is outside.
  private static func end(
    of price: Price, in bytes: UnsafeRawBufferPointer, from start: Int
  ) -> Int? {
    var position = start
    var isNegative = false
    if position < bytes.count, bytes[position] == UInt8(ascii: "-") {
      isNegative = true
      position += 1
    }
    // Gathered below zero, which has one value more; a card holds no more digits than fit.
    var amount: Int64 = 0
    while position < bytes.count, bytes[position] >= 0x20 {
      amount = amount &* 10 &- Int64(bytes[position] & 15)
      position += 1
    }
    guard let amounts = price.amounts, amounts.contains(isNegative ? amount : 0 &- amount),
      position < bytes.count
    else { return nil }
    switch (CardPiece(rawValue: bytes[position]), price.currency) {
    case (.won, nil), (.wonThenStock, nil): return position + 1
    case (.currency, let code?) where isValue(code, in: bytes, at: position + 1):
      return position + 1 + code.count
    default: return nil
    }
  }

  /// The next place of a byte that can only be a piece, or the end.
  private static func nextPiece(in bytes: UnsafeRawBufferPointer, from start: Int) -> Int {
    var position = start
    while position < bytes.count, bytes[position] >= 0x20 { position += 1 }
    return position
  }

  /// Whether bytes stand at a place and end a value there.
  private static func isValue(
    _ value: [UInt8], in bytes: UnsafeRawBufferPointer, at start: Int
  ) -> Bool {
    let end = start + value.count
    return starts(bytes, with: value, at: start) && end < bytes.count && bytes[end] < 0x20
  }

  /// Whether bytes stand at a place.
  private static func starts(
    _ bytes: UnsafeRawBufferPointer, with prefix: [UInt8], at start: Int
  ) -> Bool {
    guard bytes.count - start >= prefix.count else { return false }
    return prefix.withUnsafeBytes { prefix in
      for index in 0..<prefix.count where bytes[start + index] != prefix[index] { return false }
      return true
    }
  }

  /// The first place of a piece from a place on, or the end: eight bytes at a time.
  ///
  /// The test for a zero byte is from Henry Warren, "Hacker's Delight", 6-1; its lowest mark is the
  /// first such byte.
  private static func place(
    of piece: CardPiece, in bytes: UnsafeRawBufferPointer, from start: Int
  ) -> Int {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let pattern = ones &* UInt64(piece.rawValue)
    var position = start
    while position + 8 <= bytes.count {
      let word = bytes.loadUnaligned(fromByteOffset: position, as: UInt64.self).littleEndian
      let difference = word ^ pattern
      let marks = (difference &- ones) & ~difference & (ones &* 0x80)
      if marks != 0 { return position + marks.trailingZeroBitCount / 8 }
      position += 8
    }
    while position < bytes.count, bytes[position] != piece.rawValue { position += 1 }
    return position
  }
}
