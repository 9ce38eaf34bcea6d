public import MarketCatalog

extension Call where Answer == FeedSlice {
  /// `GET /v1/feeds/{feed}`: one slice of a feed.
  ///
  /// The slice's ``MarketCatalog/FeedSlice/next`` is the server's text; send it back with the same
  /// page and filter.
  public static func slice(_ query: FeedQuery) -> Call {
    Call(query, more: []) { slice in slice.slice }
  }
}

/// A slice, with the number of products that pass its filter.
public struct CountedSlice: Hashable, Sendable {
  /// The slice.
  public var slice: FeedSlice
  /// How many listed products passed the filter when the slice was read, or nil when the server
  /// would have taken too long to count them.
  public var totalCount: Int64?
}

extension Call where Answer == CountedSlice {
  /// `GET /v1/feeds/{feed}?count=exact`: one slice of a feed with the total; meant for the first.
  public static func countedSlice(_ query: FeedQuery) -> Call {
    Call(query, more: [(name: "count", value: Array("exact".utf8))]) { slice in
      CountedSlice(slice: slice.slice, totalCount: slice.totalCount)
    }
  }
}

extension HeaderField {
  /// What asks for texts in a language.
  fileprivate init(accepting language: Language) {
    self.init("Accept-Language", language.rawValue)
  }
}

extension Call {
  /// A call that succeeds with a JSON document, and of that what `take` takes.
  fileprivate init<Wire: Decodable & Sendable>(
    _ path: String, parameters: [(name: String, value: [UInt8])] = [], fields: [HeaderField] = [],
    taking take: @escaping @Sendable (Wire) -> Answer
  ) {
    self.init(path, parameters: parameters, fields: fields) { response throws(ClientError) in
      take(try response.decoded(path: path))
    }
  }

  /// A slice of a feed, and of its answer what `take` takes.
  fileprivate init(
    _ query: FeedQuery, more: [(name: String, value: [UInt8])],
    _ take: @escaping @Sendable (WireSlice) -> Answer
  ) {
    var parameters = [(name: "limit", value: Array(String(query.limit).utf8))]
    for (name, value) in query.filter.parameters { parameters.append((name, Array(value.utf8))) }
    if let cursor = query.cursor { parameters.append(("cursor", cursor.bytes)) }
    let page = query.page
    let path = "/v1/feeds/" + page.feed.name
    self.init(path, parameters: parameters + more) { response throws(ClientError) in
      let slice: WireSlice = try response.decoded(path: path)
      guard slice.pageID == page.id else {
        throw .unexpected(.content("page.id is \"\(slice.pageID)\", not \"\(page.id)\""))
      }
      return take(slice)
    }
  }
}

extension Call where Answer == Product? {
  /// `GET /v1/products/{id}`: one product with its description and pictures, nil when no listed
  /// one has the id.
  ///
  /// The API does not tell where a product is known from: its source is ``productSourceName`` and
  /// the id.
  public static func product(_ id: Int64) -> Call {
    let path = "/v1/products/" + String(id)
    return Call(path) { response throws(ClientError) in
      do throws(ClientError) {
        let product: WireProduct = try response.decoded(path: path)
        return product.product
      } catch {
        // The problem of an unknown path names no parameter.
        if case .problem(let problem) = error, problem.type == .notFound,
          problem.parameter == "id"
        {
          return nil
        }
        throw error
      }
    }
  }

  /// The ``MarketCatalog/ProductSource/name`` of products that came over the API.
  public static var productSourceName: String { "market-api" }
}

extension Call where Answer == [ProductCard] {
  /// The most products that one call may ask for by id.
  public static var idLimit: Int { 100 }

  /// `GET /v1/products?ids=`: listed products by id, in that order, missing ones left out.
  ///
  /// There must be 1 to ``idLimit`` ids, each at least 1; the server refuses others.
  public static func products(_ ids: [Int64]) -> Call {
    let list = ids.map { String($0) }.joined(separator: ",")
    return Call("/v1/products", parameters: [("ids", Array(list.utf8))]) { (answer: WireCards) in
      answer.cards
    }
  }
}

/// The tabs as a server names them.
public struct ServerPages: Hashable, Sendable {
  /// One tab.
  public struct Tab: Hashable, Sendable {
    /// The tab's place, from 0.
    public var index: Int
    /// The stable name, such as `latelyProduct`; ``MarketCatalog/Page`` may not know it.
    public var id: String
    /// The title in the language that was asked for.
    public var title: String
    /// The path of the tab's feed.
    public var feed: String
  }

  /// The tabs in their order.
  public var tabs: [Tab]
  /// The index of the tab to select at first.
  public var defaultIndex: Int
}

extension Call where Answer == ServerPages {
  /// `GET /v1/pages`: the tabs with their titles in a language.
  public static func pages(in language: Language) -> Call {
    Call("/v1/pages", fields: [HeaderField(accepting: language)]) { (answer: WirePages) in
      answer.pages
    }
  }
}

/// A category as a server lists it.
public struct ServerCategory: Hashable, Sendable {
  /// The slug, for ``MarketCatalog/FeedFilter/category``.
  public var slug: String
  /// The title in the language that was asked for; the slug where the server knows none.
  public var title: String
  /// How many listed products it has, at least 1.
  public var productCount: Int64
}

extension Call where Answer == [ServerCategory] {
  /// `GET /v1/categories`: the categories that have listed products, in the shop's order.
  public static func categories(in language: Language) -> Call {
    Call("/v1/categories", fields: [HeaderField(accepting: language)]) {
      (answer: WireCategories) in answer.categories
    }
  }
}

/// What a server says of itself.
public struct ServerStatus: Hashable, Sendable {
  /// `ok` or `ready`.
  public var text: String
}

extension Call where Answer == ServerStatus {
  /// `GET /healthz`: answered while the process runs, whatever the store does.
  public static var health: Call { status("/healthz") }

  /// `GET /readyz`: answered while requests should be sent there; else a ``ServerProblem`` of the
  /// type ``ProblemType/unavailable`` or ``ProblemType/busy``.
  public static var readiness: Call { status("/readyz") }

  private static func status(_ path: String) -> Call {
    Call(path) { (answer: WireStatus) in ServerStatus(text: answer.status) }
  }
}
