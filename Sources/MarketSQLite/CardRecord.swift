import MarketCatalog

/// A card as it is stored: one value that is read in one step.
///
/// The form: a version byte; stock, price, original price plus 1 (0 for none), creation, update,
/// views, likes and purchases as LEB128 numbers, times zigzag-coded; the three letters of the
/// currency; the category and the name, each as a length and its UTF-8 bytes; the vendor's id (0 for
/// none) and, when there is one, the name; the thumbnail's address (empty for none) and, when there
/// is one, its width and height (0 for unknown). The product's id is stored beside it.
enum CardRecord {
  private static let version: UInt8 = 1

  /// Packs a card without its id.
  static func pack(_ card: ProductCard) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(64 + card.name.utf8.count + (card.thumbnail?.url.utf8.count ?? 0))
    bytes.append(version)
    bytes.appendNumber(UInt64(bitPattern: card.stock))
    bytes.appendNumber(UInt64(bitPattern: card.price.amountMinor))
    bytes.appendNumber(card.originalPrice.map { UInt64(bitPattern: $0.amountMinor) &+ 1 } ?? 0)
    bytes.appendSigned(card.createdAt.milliseconds)
    bytes.appendSigned(card.updatedAt.milliseconds)
    bytes.appendNumber(UInt64(bitPattern: card.counts.views))
    bytes.appendNumber(UInt64(bitPattern: card.counts.likes))
    bytes.appendNumber(UInt64(bitPattern: card.counts.purchases))
    bytes.append(contentsOf: card.price.currency.code.utf8)
    bytes.appendText(card.category)
    bytes.appendText(card.name)
    bytes.appendNumber(UInt64(bitPattern: card.vendor?.id ?? 0))
    if let vendor = card.vendor { bytes.appendText(vendor.name) }
    bytes.appendText(card.thumbnail?.url ?? "")
    if let thumbnail = card.thumbnail {
      bytes.appendNumber(UInt64(clamping: thumbnail.width ?? 0))
      bytes.appendNumber(UInt64(clamping: thumbnail.height ?? 0))
    }
    return bytes
  }

  /// Unpacks the card of a product.
  ///
  /// - Parameters:
  ///   - bytes: What ``pack(_:)`` made.
  ///   - id: The product's id.
  /// - Returns: The card.
  /// - Throws: ``StoreError/corrupt(detail:)`` when the bytes are no card.
  static func unpack(_ bytes: Span<UInt8>, id: Int64) throws(StoreError) -> ProductCard {
    var scanner = RecordScanner()
    do throws(RecordFault) {
      guard try scanner.byte(in: bytes) == version else { throw .damaged }
      let stock = Int64(bitPattern: try scanner.number(in: bytes))
      let price = Int64(bitPattern: try scanner.number(in: bytes))
      let original = try scanner.number(in: bytes)
      let createdAt = Timestamp(milliseconds: try scanner.signed(in: bytes))
      let updatedAt = Timestamp(milliseconds: try scanner.signed(in: bytes))
      let counts = ProductCounts(
        views: Int64(bitPattern: try scanner.number(in: bytes)),
        likes: Int64(bitPattern: try scanner.number(in: bytes)),
        purchases: Int64(bitPattern: try scanner.number(in: bytes)))
      let currency = try scanner.currency(in: bytes)
      let category = try scanner.text(in: bytes)
      let name = try scanner.text(in: bytes)
      return ProductCard(
        id: id, name: name, price: Money(amountMinor: price, currency: currency),
        originalPrice: original == 0
          ? nil : Money(amountMinor: Int64(bitPattern: original &- 1), currency: currency),
        stock: stock, category: category,
        vendor: try scanner.vendor(in: bytes),
        thumbnail: try scanner.picture(in: bytes), counts: counts, createdAt: createdAt,
        updatedAt: updatedAt)
    } catch {
      throw .corrupt(detail: "the card of product " + String(id) + " is damaged")
    }
  }

  /// The stock of a packed card, without unpacking the rest; 0 when the bytes are no card.
  static func stock(_ bytes: Span<UInt8>) -> Int64 {
    var scanner = RecordScanner()
    do throws(RecordFault) {
      guard try scanner.byte(in: bytes) == version else { return 0 }
      return Int64(bitPattern: try scanner.number(in: bytes))
    } catch {
      return 0
    }
  }
}

/// Why a record could not be read.
private enum RecordFault: Error {
  case damaged
}

/// Reads a record from its beginning; every call takes the same bytes.
private struct RecordScanner {
  private var position = 0

  mutating func byte(in bytes: Span<UInt8>) throws(RecordFault) -> UInt8 {
    guard position < bytes.count else { throw .damaged }
    position += 1
    return bytes[position - 1]
  }

  mutating func number(in bytes: Span<UInt8>) throws(RecordFault) -> UInt64 {
    var value: UInt64 = 0
    var shift: UInt64 = 0
    while true {
      let byte = try byte(in: bytes)
      value |= UInt64(byte & 0x7F) << shift
      if byte < 0x80 { return value }
      shift += 7
      guard shift < 64 else { throw .damaged }
    }
  }

  mutating func signed(in bytes: Span<UInt8>) throws(RecordFault) -> Int64 {
    let folded = try number(in: bytes)
    return Int64(bitPattern: folded >> 1) ^ -Int64(bitPattern: folded & 1)
  }

  mutating func text(in bytes: Span<UInt8>) throws(RecordFault) -> String {
    let count = Int(clamping: try number(in: bytes))
    guard count <= bytes.count - position else { throw .damaged }
    let range = position..<(position + count)
    position += count
    do {
      return String(copying: try UTF8Span(validating: bytes.extracting(range)))
    } catch {
      throw .damaged
    }
  }

  mutating func currency(in bytes: Span<UInt8>) throws(RecordFault) -> Currency {
    guard bytes.count - position >= 3 else { throw .damaged }
    let letters = (bytes[position], bytes[position + 1], bytes[position + 2])
    position += 3
    // Nearly every card is in won.
    if letters == (0x4B, 0x52, 0x57) { return .krw }
    let code = String(decoding: [letters.0, letters.1, letters.2], as: UTF8.self)
    guard let currency = Currency(code: code) else { throw .damaged }
    return currency
  }

  mutating func vendor(in bytes: Span<UInt8>) throws(RecordFault) -> Vendor? {
    let id = Int64(bitPattern: try number(in: bytes))
    return id == 0 ? nil : Vendor(id: id, name: try text(in: bytes))
  }

  mutating func picture(in bytes: Span<UInt8>) throws(RecordFault) -> Picture? {
    let url = try text(in: bytes)
    guard !url.isEmpty else { return nil }
    let width = Int(clamping: try number(in: bytes))
    let height = Int(clamping: try number(in: bytes))
    return Picture(url: url, width: width == 0 ? nil : width, height: height == 0 ? nil : height)
  }
}

extension [UInt8] {
  /// LEB128: seven bits a byte, lowest first, the top bit set on all but the last.
  fileprivate mutating func appendNumber(_ number: UInt64) {
    var rest = number
    while rest >= 0x80 {
      append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    append(UInt8(truncatingIfNeeded: rest))
  }

  /// Zigzag: small numbers of either sign become small unsigned ones.
  fileprivate mutating func appendSigned(_ number: Int64) {
    appendNumber(UInt64(bitPattern: number << 1) ^ UInt64(bitPattern: number >> 63))
  }

  fileprivate mutating func appendText(_ text: String) {
    appendNumber(UInt64(text.utf8.count))
    append(contentsOf: text.utf8)
  }
}
