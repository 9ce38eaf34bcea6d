import MarketCatalog
import MarketJSON
import StrictJSON

/// A product of the DummyJSON list, priced in dollars.
///
/// Rows are known as `dummyjson` by their `id`. Lists without ids get one made from the category,
/// brand and title, with a number that tells rows apart in which all three are the same: it stays
/// when the list is sorted in another way, and when prices and descriptions change.
struct DummyJSONRow {
  /// The name of the source.
  static let source = "dummyjson"
  /// The stock of a row that does not tell it: enough to sell, and plainly made up.
  static let assumedStock: Int64 = 100

  private var seen: [UInt64: Int] = [:]

  /// The product of a row; nil when it is faulty, with the faults in its document.
  mutating func product(from row: JSONValue) -> ImportedProduct? {
    guard var object = row.object() else { return nil }
    let title = object.required("title")?.string()
    let description = object.present("description").map { $0.string() } ?? ""
    let price = object.required("price")?.money(in: .usd)
    let stock = object.present("stock").map { $0.pieces() } ?? Self.assumedStock
    let categoryText = object.present("category")?.string()
    let brand = object.present("brand")?.string()?.asName
    let givenID = object.present("id")?.integer()
    let thumbnail = object.present("thumbnail")?.string()?.asAddress
    let images = object.present("images")?.array()?.compactMap { $0.string()?.asAddress } ?? []
    var meta = object.present("meta")?.object()
    let createdAt = meta?.present("createdAt")?.timestamp()
    let updatedAt = meta?.present("updatedAt")?.timestamp()
    guard let title, let description, let price, let stock else { return nil }

    let category = categoryText?.asCategorySlug ?? ProductDraft.defaultCategory
    let id =
      givenID.map { String($0) }
      ?? derivedID(category: category, brand: brand ?? "", title: title.asName)
    let standIn = ProductPicture.standIn(
      forCategory: Self.drawnCategories[category] ?? category, key: "\(Self.source) \(id)")
    let pictures = images.filter { !$0.isEmpty }.prefix(ProductDraft.imageLimit).map {
      Picture(url: $0)
    }
    let small: Picture? = thumbnail.flatMap { $0.isEmpty ? nil : Picture(url: $0) }
    return row.document.checked(
      ImportedProduct(
        source: ProductSource(name: Self.source, id: id),
        draft: ProductDraft(
          name: title.asName, description: description.asDescription, price: price, stock: stock,
          category: category, vendorName: brand.flatMap { $0.isEmpty ? nil : $0 },
          thumbnail: small ?? pictures.first ?? standIn,
          images: pictures.isEmpty ? [small ?? standIn] : pictures),
        createdAt: createdAt, updatedAt: updatedAt))
  }

  /// Sixteen hexadecimal digits of the texts' hash (FNV-1a of 64 bits), a hyphen, and the number of
  /// the row among those with the same texts, from 1.
  private mutating func derivedID(category: String, brand: String, title: String) -> String {
    var hash: UInt64 = 14_695_981_039_346_656_037
    // A unit separator, which no cleaned text has, keeps the three apart.
    for byte in "\(category)\u{1F}\(brand)\u{1F}\(title)".utf8 {
      hash = (hash ^ UInt64(byte)) &* 1_099_511_628_211
    }
    let number = seen[hash, default: 0] + 1
    seen[hash] = number
    let digits = String(hash, radix: 16)
    return String(repeating: "0", count: 16 - digits.utf8.count) + digits + "-\(number)"
  }

  /// Whose drawn pictures the list's own categories take.
  private static let drawnCategories = [
    "beauty": "makeup", "fragrances": "perfume", "groceries": "fruit",
    "home-decoration": "decor", "kitchen-accessories": "kitchen", "laptops": "computer",
    "mens-shirts": "top", "mens-shoes": "shoes", "mens-watches": "accessory",
    "mobile-accessories": "mobile", "skin-care": "skincare", "smartphones": "mobile",
    "sports-accessories": "sports", "sunglasses": "accessory", "tablets": "mobile",
    "tops": "top", "womens-bags": "bag", "womens-dresses": "dress",
    "womens-jewellery": "accessory", "womens-shoes": "shoes", "womens-watches": "accessory",
  ]
}
