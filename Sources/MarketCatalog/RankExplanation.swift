/// What one kind of event, or its creation, gives a product.
public struct RankPart: Hashable, Sendable {
  /// The events that count; of likes those that were not taken back.
  public var count: Int64
  /// Those of the last seven days.
  public var recentCount: Int64
  /// What they count for, as a number of views now.
  public var worth: Double

  /// Makes a part; nothing by default.
  public init(count: Int64 = 0, recentCount: Int64 = 0, worth: Double = 0) {
    self.count = count
    self.recentCount = recentCount
    self.worth = worth
  }
}

/// A product beside another one in the popular feed.
public struct RankNeighbour: Hashable, Sendable {
  /// The product's id.
  public var id: Int64
  /// Its name.
  public var name: String
  /// By how many views now the two would change places: at least 1.
  public var distance: Double

  /// Makes a neighbour.
  public init(id: Int64, name: String, distance: Double) {
    self.id = id
    self.name = name
    self.distance = distance
  }
}

/// Why a product stands where it does in the popular feed.
public struct RankExplanation: Hashable, Sendable {
  /// The product.
  public var card: ProductCard
  /// The arithmetic by which the store ranks.
  public var popularity: Popularity
  /// The product's place, from 1; nil when more than a bound of places lies before it.
  public var place: Int64?
  /// How many places before the product were counted.
  public var placesCounted: Int64
  /// How many products the feed has.
  public var listed: Int64
  /// What the product counts for, as a number of views now.
  public var worth: Double
  /// What views give.
  public var views: RankPart
  /// What likes give that were not taken back.
  public var likes: RankPart
  /// What purchases give.
  public var purchases: RankPart
  /// Purchases that its own vendor told of: counted, and weighed as nothing.
  public var unweighedPurchases: Int64
  /// What its creation gives, as a number of views now.
  public var birthWorth: Double
  /// What events give that were recorded before those that were looked at; nil when all were.
  public var earlierWorth: Double?
  /// How many recorded events were looked at, of all products, when not all were.
  public var eventsLookedAt: Int64
  /// The product just before it, nil for the first.
  public var above: RankNeighbour?
  /// The product just behind it, nil for the last.
  public var below: RankNeighbour?
  /// Recorded events that no tick has applied yet, of all products.
  public var waitingEvents: Int64

  /// Makes an explanation.
  public init(
    card: ProductCard, popularity: Popularity, place: Int64?, placesCounted: Int64, listed: Int64,
    worth: Double, views: RankPart, likes: RankPart, purchases: RankPart,
    unweighedPurchases: Int64 = 0, birthWorth: Double, earlierWorth: Double?,
    eventsLookedAt: Int64, above: RankNeighbour?, below: RankNeighbour?,
    waitingEvents: Int64
  ) {
    self.card = card
    self.popularity = popularity
    self.place = place
    self.placesCounted = placesCounted
    self.listed = listed
    self.worth = worth
    self.views = views
    self.likes = likes
    self.purchases = purchases
    self.unweighedPurchases = unweighedPurchases
    self.birthWorth = birthWorth
    self.earlierWorth = earlierWorth
    self.eventsLookedAt = eventsLookedAt
    self.above = above
    self.below = below
    self.waitingEvents = waitingEvents
  }
}

/// What can be said of the rank of an id.
public enum RankAnswer: Hashable, Sendable {
  /// There is no product with the id.
  case unknown
  /// The product, which this is the name of, is not listed and has no place.
  case unlisted(name: String)
  /// Why the product stands where it does.
  case explained(RankExplanation)
}

/// Explains ranks.
public protocol RankExplaining {
  /// Why a product stands where it does in the popular feed.
  ///
  /// Bounded in time: at most five million of the events that were recorded last are looked at, and
  /// a million places.
  ///
  /// - Parameters:
  ///   - id: The product's id.
  ///   - now: The moment for which weights are told.
  /// - Returns: The explanation, or why there is none.
  /// - Throws: ``StoreError`` when the store cannot be read.
  func explainRank(of id: Int64, at now: Timestamp) throws(StoreError) -> RankAnswer
}
