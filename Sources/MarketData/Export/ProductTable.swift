public import MarketCatalog

/// Products as comma-separated values (RFC 4180): UTF-8 without a byte-order mark, records ended by
/// CR LF, a header first.
///
/// Prices are decimal numbers of whole units with the currency beside them, times are RFC 3339,
/// several pictures are separated by a space, and what a product does not have is an empty field.
/// Texts are never altered, also when they begin with `=`, `+`, `-` or `@`: those are quoted, but a
/// spreadsheet may still take them for formulas, so open files with such texts as text. An export
/// that changed them could not be trusted for anything else.
public struct ProductTable: Sendable {
  /// The table's columns in their order.
  public static let columns = [
    "id", "name", "description", "price", "original_price", "currency", "stock", "category",
    "vendor", "thumbnail", "images", "view_count", "like_count", "purchase_count", "created_at",
    "updated_at", "source_name", "source_id",
  ]

  /// What was written so far.
  public var bytes: [UInt8] = []
  private var isFirstField = true

  /// Makes an empty table.
  public init() {}

  /// Appends the names of the columns.
  public mutating func appendHeader() {
    for column in Self.columns { field(column) }
    endRecord()
  }

  /// Appends a product.
  public mutating func append(_ product: Product) {
    let card = product.card
    field(String(card.id))
    field(card.name)
    field(product.description)
    field(card.price.decimal)
    field(card.originalPrice?.decimal ?? "")
    field(card.price.currency.code)
    field(String(card.stock))
    field(card.category)
    field(card.vendor?.name ?? "")
    field(card.thumbnail?.url ?? "")
    field(product.images.map(\.url).joined(separator: " "))
    field(String(card.counts.views))
    field(String(card.counts.likes))
    field(String(card.counts.purchases))
    field(card.createdAt.rfc3339)
    field(card.updatedAt.rfc3339)
    field(product.source.name)
    field(product.source.id)
    endRecord()
  }

  private mutating func field(_ text: String) {
    if !isFirstField { bytes.append(UInt8(ascii: ",")) }
    isFirstField = false
    guard Self.needsQuotes(text) else {
      bytes.append(contentsOf: text.utf8)
      return
    }
    bytes.append(UInt8(ascii: "\""))
    for byte in text.utf8 {
      if byte == UInt8(ascii: "\"") { bytes.append(byte) }
      bytes.append(byte)
    }
    bytes.append(UInt8(ascii: "\""))
  }

  private mutating func endRecord() {
    bytes.append(contentsOf: "\r\n".utf8)
    isFirstField = true
  }

  /// Needed for commas, quotation marks and line breaks; taken also for blanks at the ends, which
  /// some readers drop, and for what looks like a formula.
  private static func needsQuotes(_ text: String) -> Bool {
    guard let first = text.utf8.first, let last = text.utf8.last else { return false }
    if first == 0x20 || last == 0x20 || "=+-@\t".utf8.contains(first) { return true }
    return text.utf8.contains { byte in
      byte == UInt8(ascii: ",") || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\n")
        || byte == UInt8(ascii: "\r")
    }
  }
}
