import MarketCatalog
import MarketJSON
import StrictJSON

/// A product of the Open Market API's list.
///
/// `price` is what it cost, `bargain_price` what it costs now, and `discounted_price` the amount
/// between them, which is not read. Rows are known as `openmarket` by their `id`.
struct OpenMarketRow {
  /// The name of the source.
  static let source = "openmarket"

  /// The product of a row; nil when it is faulty, with the faults in its document.
  func product(from row: JSONValue) -> ImportedProduct? {
    guard var object = row.object() else { return nil }
    let id = object.required("id")?.integer()
    let name = object.required("name")?.string()
    let description = object.present("description").map { $0.string() } ?? ""
    let currency = object.required("currency")?.currency()
    let fullPrice = object.required("price")?.money(in: currency)
    let bargainPrice = object.present("bargain_price")?.money(in: currency)
    let stock = object.required("stock")?.pieces()
    let vendor = object.present("vendorName")?.string()?.asName
    let thumbnail = object.present("thumbnail")?.string()?.asAddress
    let createdAt = object.present("created_at")?.timestamp()
    let updatedAt = object.present("issued_at")?.timestamp()
    guard let id, let name, let description, let fullPrice, let stock else { return nil }

    let price = bargainPrice ?? fullPrice
    let picture: Picture
    if let thumbnail, !thumbnail.isEmpty {
      picture = Picture(url: thumbnail)
    } else {
      picture = ProductPicture.standIn(
        forCategory: ProductDraft.defaultCategory, key: "\(Self.source) \(id)")
    }
    return row.document.checked(
      ImportedProduct(
        source: ProductSource(name: Self.source, id: String(id)),
        draft: ProductDraft(
          name: name.asName, description: description.asDescription, price: price,
          originalPrice: fullPrice.amountMinor > price.amountMinor ? fullPrice : nil,
          stock: stock, vendorName: vendor.flatMap { $0.isEmpty ? nil : $0 },
          thumbnail: picture, images: [picture]),
        createdAt: createdAt, updatedAt: updatedAt))
  }
}
