/// A member's name in the API's JSON: the one place where the names are written.
public struct JSONName: Sendable {
  /// The name as it stands between two members: a comma, the quoted name, a colon.
  let member: StaticString

  private init(_ member: StaticString) {
    self.member = member
  }
}

// MARK: - Products

extension JSONName {
  /// A product's, vendor's or page's id.
  public static let id = JSONName(#","id":"#)
  /// A product's or vendor's name, and the system of a source.
  public static let name = JSONName(#","name":"#)
  /// What a buyer pays.
  public static let price = JSONName(#","price":"#)
  /// What a buyer paid before the discount.
  public static let originalPrice = JSONName(#","original_price":"#)
  /// An amount in the currency's smallest unit.
  public static let amountMinor = JSONName(#","amount_minor":"#)
  /// An ISO 4217 code.
  public static let currency = JSONName(#","currency":"#)
  /// The decimal digits of the smallest unit.
  public static let exponent = JSONName(#","exponent":"#)
  /// How many can be bought.
  public static let stock = JSONName(#","stock":"#)
  /// Whether nothing is left.
  public static let soldOut = JSONName(#","sold_out":"#)
  /// A category's slug.
  public static let category = JSONName(#","category":"#)
  /// The seller.
  public static let vendor = JSONName(#","vendor":"#)
  /// The small picture.
  public static let thumbnail = JSONName(#","thumbnail":"#)
  /// A picture's address.
  public static let url = JSONName(#","url":"#)
  /// A picture's width in pixels.
  public static let width = JSONName(#","width":"#)
  /// A picture's height in pixels.
  public static let height = JSONName(#","height":"#)
  /// Views.
  public static let viewCount = JSONName(#","view_count":"#)
  /// Likes.
  public static let likeCount = JSONName(#","like_count":"#)
  /// Purchases.
  public static let purchaseCount = JSONName(#","purchase_count":"#)
  /// When the product was created.
  public static let createdAt = JSONName(#","created_at":"#)
  /// When the product was last written.
  public static let updatedAt = JSONName(#","updated_at":"#)
  /// A product's description.
  public static let description = JSONName(#","description":"#)
  /// A product's pictures.
  public static let images = JSONName(#","images":"#)
  /// What an exported product is known by.
  public static let source = JSONName(#","source":"#)
}

// MARK: - Pages and slices

extension JSONName {
  /// The tabs.
  public static let pages = JSONName(#","pages":"#)
  /// The tab of a slice.
  public static let page = JSONName(#","page":"#)
  /// A tab's place, from 0.
  public static let index = JSONName(#","index":"#)
  /// A tab's or problem's title.
  public static let title = JSONName(#","title":"#)
  /// The path of a tab's feed.
  public static let feed = JSONName(#","feed":"#)
  /// The tab that is selected first.
  public static let defaultIndex = JSONName(#","default_index":"#)
  /// The version of the ranking.
  public static let generation = JSONName(#","generation":"#)
  /// The most products of a slice.
  public static let limit = JSONName(#","limit":"#)
  /// The products.
  public static let items = JSONName(#","items":"#)
  /// How many products there are behind a feed and its filter.
  public static let totalCount = JSONName(#","total_count":"#)
  /// The categories.
  public static let categories = JSONName(#","categories":"#)
  /// A category's slug in the list of categories.
  public static let slug = JSONName(#","slug":"#)
  /// A category's number of listed products.
  public static let productCount = JSONName(#","product_count":"#)
  /// Where the next slice begins.
  public static let nextCursor = JSONName(#","next_cursor":"#)
}

// MARK: - Events and changes

extension JSONName {
  /// Events that were recorded.
  public static let accepted = JSONName(#","accepted":"#)
  /// Events that were known.
  public static let duplicate = JSONName(#","duplicate":"#)
  /// Events that were not recorded.
  public static let rejected = JSONName(#","rejected":"#)
  /// The version of what is sold.
  public static let catalogVersion = JSONName(#","catalog_version":"#)
}

// MARK: - Problems and operations

extension JSONName {
  /// A problem's type.
  public static let type = JSONName(#","type":"#)
  /// A problem's status; a check's outcome.
  public static let status = JSONName(#","status":"#)
  /// What is wrong.
  public static let detail = JSONName(#","detail":"#)
  /// The query parameter that is wrong.
  public static let parameter = JSONName(#","parameter":"#)
  /// What finds a request's line in the log.
  public static let requestID = JSONName(#","request_id":"#)
  /// Faults of a body's fields.
  public static let errors = JSONName(#","errors":"#)
  /// A JSON pointer to a field.
  public static let pointer = JSONName(#","pointer":"#)
}
