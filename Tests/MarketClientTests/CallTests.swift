import MarketCatalog
import MarketClient
import Testing

@Suite struct CallTests {
  struct Sample: CustomTestStringConvertible {
    let target: String
    let query: FeedQuery
    var testDescription: String { target }
  }

  @Test(arguments: [
    Sample(target: "/v1/feeds/recent?limit=20", query: FeedQuery(page: .latelyProduct)),
    Sample(
      target: "/v1/feeds/popular?limit=100&in_stock=true",
      query: FeedQuery(page: .popularProduct, limit: 1_000, filter: FeedFilter(inStock: true))),
    Sample(
      target: "/v1/feeds/recent?limit=1&cursor=AZaz09-_",
      query: FeedQuery(
        page: .latelyProduct, limit: 0, cursor: Cursor(bytes: Array("AZaz09-_".utf8)))),
    Sample(
      target: "/v1/feeds/recent?limit=20&in_stock=true&vendor_id=7&currency=USD&min_price=100"
        + "&max_price=2000&category=outer",
      query: FeedQuery(
        page: .latelyProduct,
        filter: FeedFilter(
          inStock: true, category: "outer", vendorID: 7,
          price: PriceRange(currency: .usd, minimum: 100, maximum: 2_000)))),
    // A cursor of a local store, or of nobody: the server is to judge it, so it must arrive.
    Sample(
      target: "/v1/feeds/popular?limit=20&cursor=%00%FF%26%3D%2B%20%2F%25.~",
      query: FeedQuery(
        page: .popularProduct, cursor: Cursor(bytes: [0, 0xFF] + Array("&=+ /%.~".utf8)))),
  ])
  func aQueryBecomesATarget(_ sample: Sample) {
    #expect(Call.slice(sample.query).target == sample.target)
  }

  @Test func aRequestCarriesWhatTheSettingsSay() throws {
    let request = Call.pages(in: .japanese).request(.scripted)
    #expect(request.url == "http://market.example/shop/v1/pages")
    #expect(request.socketPath == nil)
    #expect(request.timeout == 1_234)
    #expect(request.answerLimit == 10_000)
    #expect(
      request.fields == [
        HeaderField("Accept", "application/json, application/problem+json"),
        HeaderField("User-Agent", "tests/1"), HeaderField("Accept-Language", "ja"),
      ])
    let socket = try #require(ServerAddress("unix:/run/market.sock"))
    let local = Call.health.request(ClientSettings(server: socket))
    #expect(local.url == "http://localhost/healthz")
    #expect(local.socketPath == "/run/market.sock")
  }

  @Test func aKeyGoesWithEveryRequestAndIsNotPrinted() throws {
    let field = HeaderField("Authorization", "Bearer mk_c2VjcmV0")
    var settings = ClientSettings.scripted
    #expect(!Call.health.request(settings).fields.contains { $0.name == field.name })
    settings.accessKey = ServerKey("mk_c2VjcmV0")
    #expect(Call.health.request(settings).fields.contains(field))
    #expect(Call.record([]).request(settings).fields.contains(field))
    #expect(ChangeListener(to: .latelyProduct, settings).request.fields.contains(field))
    var dumped = ""
    dump(settings, to: &dumped)
    for text in ["\(settings)", String(reflecting: settings), dumped] {
      #expect(text.contains("userAgent") && !text.contains("c2VjcmV0"), "\(text)")
    }
  }

  @Test(arguments: ["", "=", "mk_a b", "mk_a\r\nX: y", "mk_a\n", "mk_=a", "mk_é", "Bearer mk_a"])
  func whatCannotBeAKeyIsRefused(text: String) {
    #expect(ServerKey(text) == nil)
  }

  @Test func aSliceIsReadWhateverElseIsInIt() throws {
    let text = sliceText(
      more: #","badge":null,"vendor":{"id":2,"name":"상점","since":1},"#
        + #""original_price":{"amount_minor":15900,"currency":"KRW","exponent":0},"#
        + #""thumbnail":{"url":"/media/a.svg","width":320}"#,
      after: #","next_cursor":"AbC","total_count":1"#)
    let slice = try Call.slice(FeedQuery(page: .popularProduct))
      .answer(from: .json(text, type: "Application/JSON ; charset=utf-8"))
    let moment = try #require(Timestamp(rfc3339: "2026-01-02T03:04:05.678Z"))
    #expect(
      slice
        == FeedSlice(
          generation: 7,
          items: [
            ProductCard(
              id: 3, name: "울 코트", price: Money(amountMinor: 12_900, currency: .krw),
              originalPrice: Money(amountMinor: 15_900, currency: .krw), stock: 1,
              category: "outer", vendor: Vendor(id: 2, name: "상점"),
              thumbnail: Picture(url: "/media/a.svg", width: 320),
              counts: ProductCounts(views: 1, likes: 2, purchases: 3), createdAt: moment,
              updatedAt: moment)
          ], next: Cursor(bytes: Array("AbC".utf8))))
  }

  @Test func aCurrencyOfTomorrowCanBeShown() throws {
    let text = sliceText(price: #"{"amount_minor":12345,"currency":"XYZ","exponent":4}"#)
    let slice = try Call.slice(FeedQuery(page: .popularProduct)).answer(from: .json(text))
    #expect(slice.items[0].price.decimal == "1.2345")
    #expect(slice.items[0].price.currency.code == "XYZ")
  }

  @Test func aProductThatIsNotListedIsNil() throws {
    let missing = ClientResponse.problem("not-found", status: 404, more: #","parameter":"id""#)
    #expect(try Call.product(7).answer(from: missing) == nil)
    // A server without the path is another matter.
    #expect(throws: ClientError.unexpected(.noSuchPath("/v1/products/7"))) {
      try Call.product(7).answer(from: .problem("not-found", status: 404))
    }
  }

  @Test func idsThatNoProductHasAreNotAskedFor() throws {
    let transport = ScriptedTransport(.success(.json(#"{"items":[]}"#)))
    let store = RemoteStore(.scripted, over: transport)
    #expect(try store.product(0) == nil)
    #expect(try store.products([0, -1, .min]) == [])
    #expect(transport.requests.isEmpty)
    #expect(try store.products(Array(-3...205)) == [])
    let counts = transport.requests.map { $0.url.split(separator: "%2C").count }
    #expect(counts == [100, 100, 5])
  }
}

@Suite struct RevalidationTests {
  private let query = FeedQuery(page: .popularProduct)
  private let tagged = ClientResponse.json(sliceText(), fields: [HeaderField("ETag", "\"a\"")])

  private func conditions(_ transport: ScriptedTransport) -> [String?] {
    transport.requests.map { $0.fields.first { $0.name == "If-None-Match" }?.value }
  }

  @Test func anUnchangedAnswerIsUsedAgain() throws {
    let changed = ClientResponse.json(
      sliceText(after: #","next_cursor":"N""#), fields: [HeaderField("etag", "\"b\"")])
    let transport = ScriptedTransport(
      .success(tagged), .success(ClientResponse(status: 304)),
      .failure(TransportFault(.timedOut)), .success(changed),
      .success(ClientResponse(status: 304)))
    let store = RemoteStore(.scripted, over: transport)
    let first = try store.answer(to: .slice(query))
    #expect(try store.answer(to: .slice(query)) == first)
    #expect(throws: ClientError.transport(TransportFault(.timedOut))) {
      try store.answer(to: .slice(query))
    }
    let second = try store.answer(to: .slice(query))
    #expect(second.next != nil)
    #expect(try store.answer(to: .slice(query)) == second)
    #expect(conditions(transport) == [nil, "\"a\"", "\"a\"", "\"a\"", "\"b\""])
  }

  @Test func anotherQueryIsNotMistakenForIt() throws {
    let transport = ScriptedTransport(.success(tagged))
    let store = RemoteStore(.scripted, over: transport)
    _ = try store.answer(to: .slice(query))
    _ = try store.answer(to: .slice(FeedQuery(page: .popularProduct, limit: 3)))
    _ = try store.answer(
      to: .slice(FeedQuery(page: .popularProduct, filter: FeedFilter(inStock: true))))
    #expect(conditions(transport) == [nil, nil, nil])
  }

  @Test func onlyTheLastAnswersAreKept() throws {
    let transport = ScriptedTransport(.success(tagged))
    let store = RemoteStore(.scripted, over: transport)
    func ask(_ limit: Int) throws {
      _ = try store.answer(to: .slice(FeedQuery(page: .popularProduct, limit: limit)))
    }
    for limit in 1...16 { try ask(limit) }
    try ask(1)
    try ask(17)
    try ask(1)
    try ask(2)
    #expect(conditions(transport).suffix(4) == ["\"a\"", nil, "\"a\"", nil])
  }
}
