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

  @Test("each fault is told by its pointer", arguments: cases)
  func faults(_ test: Case) {
    var draft = ProductDraft(
      name: "울 코트", description: "따뜻하다", price: Money(amountMinor: 129_000, currency: .krw),
      stock: 3, category: "outer")
    test.change(&draft)
    #expect(draft.faults().map(\.pointer) == test.pointers)
  }
}
