import MarketCatalog
import Testing

@Suite("Checks of a draft")
struct ProductDraftTests {
  /// A change of a sound draft, and the pointers of the faults that it causes.
  struct Case: CustomTestStringConvertible, Sendable {
    var testDescription: String
    var pointers: [String]
    var change: @Sendable (inout ProductDraft) -> Void

    init(
      _ name: String, _ pointers: [String],
      _ change: @escaping @Sendable (inout ProductDraft) -> Void
    ) {
      testDescription = name
      self.pointers = pointers
      self.change = change
    }
  }

  static let cases: [Case] = [
    Case("sound", []) { _ in },
    Case("free", []) { $0.price.amountMinor = 0 },
    Case("sold out", []) { $0.stock = 0 },
    Case("empty description", []) { $0.description = "" },
    Case("description of lines", []) { $0.description = "하나\n둘\t셋\r\n" },
    Case("longest name", []) { $0.name = String(repeating: "가", count: 200) },
    Case("empty name", ["/name"]) { $0.name = "" },
    Case("name of spaces", ["/name"]) { $0.name = " \u{3000}" },
    Case("name with a line break", ["/name"]) { $0.name = "울\n코트" },
    Case("name with NUL", ["/name"]) { $0.name = "울\0코트" },
    Case("name too long", ["/name"]) { $0.name = String(repeating: "가", count: 201) },
    Case("description with NUL", ["/description"]) { $0.description = "\0" },
    Case("description too long", ["/description"]) {
      $0.description = String(repeating: "a", count: 65_537)
    },
    Case("negative price", ["/price/amount_minor"]) { $0.price.amountMinor = -1 },
    Case("price beyond doubles", ["/price/amount_minor"]) {
      $0.price.amountMinor = 1_000_000_000_000_001
    },
    Case("original price not above", ["/original_price/amount_minor"]) {
      $0.originalPrice = $0.price
    },
    Case("original price of another currency", ["/original_price/currency"]) {
      $0.originalPrice = Money(amountMinor: 99_999_999, currency: .usd)
    },
    Case("negative stock", ["/stock"]) { $0.stock = -1 },
    Case("stock too large", ["/stock"]) { $0.stock = 1_000_000_001 },
    Case("empty category", ["/category"]) { $0.category = "" },
    Case("category in capitals", ["/category"]) { $0.category = "Outer" },
    Case("category in Korean", ["/category"]) { $0.category = "외투" },
    Case("empty vendor", ["/vendor"]) { $0.vendorName = "" },
    Case("picture by file", ["/thumbnail/url"]) {
      $0.thumbnail = Picture(url: "file:///etc/passwd")
    },
    Case("picture with a space", ["/thumbnail/url"]) {
      $0.thumbnail = Picture(url: "https://example.com/a b.png")
    },
    Case("picture that leads out of the folder", ["/thumbnail/url"]) {
      $0.thumbnail = Picture(url: "/media/../../etc/passwd")
    },
    Case("hidden picture", ["/thumbnail/url"]) { $0.thumbnail = Picture(url: "/media/.a.svg") },
    Case("picture without a name", ["/thumbnail/url"]) { $0.thumbnail = Picture(url: "/media/") },
    Case("picture that no name can be", ["/images/0/url"]) {
      $0.images = [Picture(url: "/media/A%20b.svg")]
    },
    Case("picture with the longest name", []) {
      $0.thumbnail = Picture(url: "/media/" + String(repeating: "a", count: 128))
    },
    Case("picture with too long a name", ["/thumbnail/url"]) {
      $0.thumbnail = Picture(url: "/media/" + String(repeating: "a", count: 129))
    },
    Case("picture without a host", ["/thumbnail/url"]) { $0.thumbnail = Picture(url: "https://") },
    Case("picture of no host", ["/thumbnail/url"]) { $0.thumbnail = Picture(url: "http:///a") },
    Case("picture of a host", []) { $0.thumbnail = Picture(url: "http://a/../b?c#d") },
    Case("picture without width", ["/thumbnail/width"]) {
      $0.thumbnail = Picture(url: "/media/a.svg", width: 0, height: 1)
    },
    Case("eleven pictures", ["/images"]) {
      $0.images = Array(repeating: Picture(url: "/media/a.svg"), count: 11)
    },
    Case("second picture faulty", ["/images/1/url"]) {
      $0.images = [Picture(url: "/media/a.svg"), Picture(url: "")]
    },
    Case("several faults at once", ["/name", "/price/amount_minor", "/stock"]) {
      $0.name = ""
      $0.price.amountMinor = -1
      $0.stock = -1
    },
  ]

  @Test(
    "dates are from 1970 to a day ahead, and the change not before the creation",
    arguments: [
      (nil, nil, []),
      (0, 0, []),
      (-1, nil, ["/created_at"]),
      (nil, 2_000_000_000_000 + 86_400_000, []),
      (nil, 2_000_000_000_000 + 86_400_001, ["/updated_at"]),
      (5, 4, ["/updated_at"]),
      (-2, -3, ["/created_at", "/updated_at", "/updated_at"]),
      (253_402_214_400_000, nil, ["/created_at"]),
    ] as [(Int64?, Int64?, [String])])
  func dates(_ created: Int64?, _ updated: Int64?, _ pointers: [String]) {
    let product = ImportedProduct(
      source: ProductSource(name: "test", id: "1"),
      draft: ProductDraft(name: "코트", price: Money(amountMinor: 1, currency: .krw), stock: 1),
      createdAt: created.map { Timestamp(milliseconds: $0) },
      updatedAt: updated.map { Timestamp(milliseconds: $0) })
    let now = Timestamp(milliseconds: 2_000_000_000_000)
    #expect(product.dateFaults(at: now).map(\.pointer) == pointers)
  }

  @Test("each fault is told by its pointer", arguments: cases)
  func faults(_ test: Case) {
    var draft = ProductDraft(
      name: "울 코트", description: "따뜻하다", price: Money(amountMinor: 129_000, currency: .krw),
      stock: 3, category: "outer")
    test.change(&draft)
    #expect(draft.faults().map(\.pointer) == test.pointers)
  }
}
