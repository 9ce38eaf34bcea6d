import MarketCatalog

// The API's answers as they travel. Members that are not named here are ignored, as version 1 asks
// of its clients.

/// The names of members.
enum WireKey: String, CodingKey {
  case id, name, price, stock, category, vendor, thumbnail, url, width, height, currency, exponent
  case categories, slug
  case totalCount = "total_count"
  case productCount = "product_count"
  case description, images, page, pages, index, title, feed, generation, items, status
  case originalPrice = "original_price"
  case amountMinor = "amount_minor"
  case viewCount = "view_count"
  case likeCount = "like_count"
  case purchaseCount = "purchase_count"
  case createdAt = "created_at"
  case updatedAt = "updated_at"
  case nextCursor = "next_cursor"
  case defaultIndex = "default_index"
  case accepted, duplicate, rejected, detail
}

struct WireMoney: Decodable {
  let money: Money

  init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: WireKey.self)
    let code = try members.decode(String.self, forKey: .currency)
    let exponent = try members.decode(Int.self, forKey: .exponent)
    guard let currency = Currency(code: code, exponent: exponent) else {
      throw DecodingError.dataCorruptedError(
        forKey: .currency, in: members,
        debugDescription: "no currency with the code \"\(code)\" and \(exponent) digits")
    }
    money = Money(
      amountMinor: try members.decode(Int64.self, forKey: .amountMinor), currency: currency)
  }
}

struct WireTime: Decodable {
  let timestamp: Timestamp

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let text = try container.decode(String.self)
    guard let timestamp = Timestamp(rfc3339: text) else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "\"\(text)\" is no time")
    }
    self.timestamp = timestamp
  }
}

struct WireVendor: Decodable {
  let vendor: Vendor

  init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: WireKey.self)
    vendor = Vendor(
      id: try members.decode(Int64.self, forKey: .id),
      name: try members.decode(String.self, forKey: .name))
  }
}

struct WirePicture: Decodable {
  let picture: Picture

  init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: WireKey.self)
    picture = Picture(
      url: try members.decode(String.self, forKey: .url),
      width: try members.decodeIfPresent(Int.self, forKey: .width),
      height: try members.decodeIfPresent(Int.self, forKey: .height))
  }
}

struct WireCard: Decodable {
  let card: ProductCard

  init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: WireKey.self)
    func count(_ key: WireKey) throws -> Int64 { try members.decode(Int64.self, forKey: key) }
    func time(_ key: WireKey) throws -> Timestamp {
      try members.decode(WireTime.self, forKey: key).timestamp
    }
    card = ProductCard(
      id: try count(.id),
      name: try members.decode(String.self, forKey: .name),
      price: try members.decode(WireMoney.self, forKey: .price).money,
      originalPrice: try members.decodeIfPresent(WireMoney.self, forKey: .originalPrice)?.money,
      stock: try count(.stock),
      category: try members.decode(String.self, forKey: .category),
      vendor: try members.decodeIfPresent(WireVendor.self, forKey: .vendor)?.vendor,
      thumbnail: try members.decodeIfPresent(WirePicture.self, forKey: .thumbnail)?.picture,
      counts: ProductCounts(
        views: try count(.viewCount), likes: try count(.likeCount),
        purchases: try count(.purchaseCount)),
      createdAt: try time(.createdAt), updatedAt: try time(.updatedAt))
  }
}

struct WireCards: Decodable {
  let cards: [ProductCard]

  init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: WireKey.self)
    cards = try members.decode([WireCard].self, forKey: .items).map(\.card)
  }
}

struct WireSlice: Decodable {
  let pageID: String
  let slice: FeedSlice
  let totalCount: Int64?

  init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: WireKey.self)
    pageID = try members.nestedContainer(keyedBy: WireKey.self, forKey: .page)
      .decode(String.self, forKey: .id)
    totalCount = try members.decodeIfPresent(Int64.self, forKey: .totalCount)
    let next = try members.decodeIfPresent(String.self, forKey: .nextCursor)
    slice = FeedSlice(
      generation: try members.decode(Int64.self, forKey: .generation),
      items: try WireCards(from: decoder).cards,
      next: next.map { Cursor(bytes: Array($0.utf8)) })
  }
}

struct WireProduct: Decodable {
  let product: Product

  init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: WireKey.self)
    let card = try WireCard(from: decoder).card
    product = Product(
      card: card,
      description: try members.decode(String.self, forKey: .description),
      images: try members.decode([WirePicture].self, forKey: .images).map(\.picture),
      source: ProductSource(name: Call<Product?>.productSourceName, id: String(card.id)))
  }
}

struct WirePages: Decodable {
  let pages: ServerPages

  init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: WireKey.self)
    pages = ServerPages(
      tabs: try members.decode([WireTab].self, forKey: .pages).map(\.tab),
      defaultIndex: try members.decode(Int.self, forKey: .defaultIndex))
  }
}

struct WireTab: Decodable {
  let tab: ServerPages.Tab

  init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: WireKey.self)
    tab = ServerPages.Tab(
      index: try members.decode(Int.self, forKey: .index),
      id: try members.decode(String.self, forKey: .id),
      title: try members.decode(String.self, forKey: .title),
      feed: try members.decode(String.self, forKey: .feed))
  }
}

struct WireCategories: Decodable {
  let categories: [ServerCategory]

  init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: WireKey.self)
    categories = try members.decode([WireCategory].self, forKey: .categories).map(\.category)
  }
}

struct WireCategory: Decodable {
  let category: ServerCategory

  init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: WireKey.self)
    category = ServerCategory(
      slug: try members.decode(String.self, forKey: .slug),
      title: try members.decode(String.self, forKey: .title),
      productCount: try members.decode(Int64.self, forKey: .productCount))
  }
}

struct WireStatus: Decodable {
  let status: String
}

struct WireProblem: Decodable {
  let type: String
  let title: String?
  let detail: String?
  let parameter: String?
  let requestID: String?

  enum CodingKeys: String, CodingKey {
    case type, title, detail, parameter
    case requestID = "request_id"
  }
}
