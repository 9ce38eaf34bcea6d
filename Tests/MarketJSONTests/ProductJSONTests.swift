import Foundation
import MarketCatalog
import MarketJSON
import TestSupport
import Testing

@Suite("Product JSON")
struct ProductJSONTests {
  private static let full = Product(
    card: ProductCard(
      id: 7, name: "울 코트 \"A\"", price: Money(amountMinor: 12_900, currency: .krw),
      originalPrice: Money(amountMinor: 15_000, currency: .krw), stock: 3, category: "outer",
      vendor: Vendor(id: 2, name: "서울 상점"),
      thumbnail: Picture(url: "/media/outer-1.svg", width: 320, height: 320),
      counts: ProductCounts(views: 120, likes: 9, purchases: 2),
      createdAt: Timestamp(milliseconds: 1_767_323_045_678),
      updatedAt: Timestamp(milliseconds: 1_767_409_445_001)),
    description: "두 줄\n설명", images: [Picture(url: "https://example.com/1.png", width: 64)],
    source: ProductSource(name: "openmarket", id: "41"))

  @Test("a full card has the contract's members in the contract's order")
  func fullCard() {
    var writer = JSONWriter()
    writer.card(Self.full.card)
    #expect(
      String(decoding: writer.bytes, as: UTF8.self) == """
        {"id":7,"name":"울 코트 \\"A\\"","price":{"amount_minor":12900,"currency":"KRW","exponent":0},\
        "original_price":{"amount_minor":15000,"currency":"KRW","exponent":0},"stock":3,\
        "sold_out":false,"category":"outer","vendor":{"id":2,"name":"서울 상점"},\
        "thumbnail":{"url":"/media/outer-1.svg","width":320,"height":320},"view_count":120,\
        "like_count":9,"purchase_count":2,"created_at":"2026-01-02T03:04:05.678Z",\
        "updated_at":"2026-01-03T03:04:05.001Z"}
        """)
  }

  @Test("what a card has not is left out")
  func bareCard() {
    var writer = JSONWriter()
    writer.card(
      ProductCard(
        id: 1, name: "n", price: Money(amountMinor: 236, currency: .usd), stock: 0,
        category: "etc", createdAt: Timestamp(milliseconds: 0),
        updatedAt: Timestamp(milliseconds: -1)))
    #expect(
      String(decoding: writer.bytes, as: UTF8.self) == """
        {"id":1,"name":"n","price":{"amount_minor":236,"currency":"USD","exponent":2},"stock":0,\
        "sold_out":true,"category":"etc","view_count":0,"like_count":0,"purchase_count":0,\
        "created_at":"1970-01-01T00:00:00.000Z","updated_at":"1969-12-31T23:59:59.999Z"}
        """)
  }

  @Test("an export line is the product with its source, ended by a line feed")
  func exportLines() {
    var writer = JSONWriter()
    writer.exportLine(Self.full)
    writer.exportLine(Self.full)
    let lines = String(decoding: writer.bytes, as: UTF8.self)
      .split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count == 3 && lines[0] == lines[1] && lines[2].isEmpty)
    #expect(
      lines[0].hasSuffix(
        """
        "description":"두 줄\\n설명","images":[{"url":"https://example.com/1.png","width":64}],\
        "source":{"name":"openmarket","id":"41"}}
        """))
  }

  @Test("a random product reads back with every member", arguments: [1, 2, 3] as [UInt64])
  func randomProducts(seed: UInt64) throws {
    var generator = SplitMix64(seed: seed)
    for _ in 0..<100 {
      let product = generator.product()
      var writer = JSONWriter(capacity: 1)
      writer.product(product)
      let read = try #require(
        try JSONSerialization.jsonObject(with: Data(writer.bytes)) as? [String: Any])
      #expect(read as NSDictionary == Self.expected(product) as NSDictionary, "seed \(seed)")
    }
  }

  /// The same product by the plainest means there are.
  private static func expected(_ product: Product) -> [String: Any] {
    func money(_ money: Money) -> [String: Any] {
      [
        "amount_minor": money.amountMinor, "currency": money.currency.code,
        "exponent": money.currency.exponent,
      ]
    }
    func picture(_ picture: Picture) -> [String: Any] {
      var members: [String: Any] = ["url": picture.url]
      members["width"] = picture.width
      members["height"] = picture.height
      return members
    }
    let card = product.card
    var members: [String: Any] = [
      "id": card.id, "name": card.name, "price": money(card.price), "stock": card.stock,
      "sold_out": card.stock == 0, "category": card.category, "view_count": card.counts.views,
      "like_count": card.counts.likes, "purchase_count": card.counts.purchases,
      "created_at": card.createdAt.rfc3339, "updated_at": card.updatedAt.rfc3339,
      "description": product.description, "images": product.images.map(picture),
    ]
    members["original_price"] = card.originalPrice.map(money)
    members["vendor"] = card.vendor.map { ["id": $0.id, "name": $0.name] as [String: Any] }
    members["thumbnail"] = card.thumbnail.map(picture)
    return members
  }
}
