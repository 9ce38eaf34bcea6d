import MarketCatalog
import MarketJSON
import MarketText
import StrictJSON

/// A line of this program's own export.
///
/// Needed are `name`, `price`, `stock` and `source`; `id`, `sold_out` and the counts are
/// information and ignored; a name that the export does not have is refused.
struct ExportedRow {
  /// The product of a row; nil when it is faulty, with the faults in its document.
  func product(from row: JSONValue) -> ImportedProduct? {
    guard var object = row.object() else { return nil }
    let source = object.required("source").flatMap { Self.source($0) }
    let name = object.required("name")?.string()
    let description = object.optional("description").map { $0.string() } ?? ""
    let price = object.required("price").flatMap { Self.money($0) }
    let originalPrice = object.optional("original_price").flatMap { Self.money($0) }
    let stock = object.required("stock")?.integer()
    let category =
      object.optional("category").map { $0.string() } ?? ProductDraft.defaultCategory
    let vendor = object.optional("vendor").flatMap { Self.vendorName($0) }
    let thumbnail = object.optional("thumbnail").flatMap { Self.picture($0) }
    let images = object.optional("images")?.array()?.compactMap { Self.picture($0) } ?? []
    let createdAt = object.optional("created_at")?.timestamp()
    let updatedAt = object.optional("updated_at")?.timestamp()
    for ignored in ["id", "sold_out", "view_count", "like_count", "purchase_count"] {
      _ = object.optional(ignored)
    }
    object.refuseUnread()
    guard let source, let name, let description, let price, let stock, let category else {
      return nil
    }
    return row.document.checked(
      ImportedProduct(
        source: source,
        draft: ProductDraft(
          name: name.normalizedNFC, description: description.normalizedNFC, price: price,
          originalPrice: originalPrice, stock: stock, category: category,
          vendorName: vendor?.normalizedNFC, thumbnail: thumbnail, images: images),
        createdAt: createdAt, updatedAt: updatedAt))
  }

  private static func source(_ value: JSONValue) -> ProductSource? {
    guard var object = value.object() else { return nil }
    let name = object.required("name")?.string()
    let id = object.required("id")?.string()
    object.refuseUnread()
    guard let name, let id else { return nil }
    return ProductSource(name: name.normalizedNFC, id: id.normalizedNFC)
  }

  private static func money(_ value: JSONValue) -> Money? {
    guard var object = value.object() else { return nil }
    let amount = object.required("amount_minor")?.integer()
    let currency = object.required("currency")?.currency()
    if let exponent = object.optional("exponent"), let digits = exponent.integer(), let currency,
      digits != Int64(currency.exponent)
    {
      exponent.report("must be \(currency.exponent) for \(currency.code), or left out")
    }
    object.refuseUnread()
    guard let amount, let currency else { return nil }
    return Money(amountMinor: amount, currency: currency)
  }

  private static func vendorName(_ value: JSONValue) -> String? {
    guard var object = value.object() else { return nil }
    let name = object.required("name")?.string()
    _ = object.optional("id")
    object.refuseUnread()
    return name
  }

  private static func picture(_ value: JSONValue) -> Picture? {
    guard var object = value.object() else { return nil }
    let url = object.required("url")?.string()
    let width = object.optional("width")?.integer(in: 1...100_000)
    let height = object.optional("height")?.integer(in: 1...100_000)
    object.refuseUnread()
    return url.map {
      Picture(url: $0, width: width.map { Int($0) }, height: height.map { Int($0) })
    }
  }
}
