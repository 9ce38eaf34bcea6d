/// How events make a product popular: forward decay in logarithmic form.
///
/// Cormode, Shkapenyuk, Srivastava, Xu, "Forward Decay: A Practical Time Decay Model for Streaming
/// Systems", ICDE 2009. An event of weight w at time t adds e^a with a = ln w + λ(t − L), where λ is
/// ln 2 over the half-life and L a fixed landmark; a product keeps z = ln Σ e^a. The order of two
/// products at one moment is their order at every later moment, so no clock ever re-ranks anything,
/// and an event costs one update.
public struct Popularity: Hashable, Sendable {
  /// What each kind of event weighs.
  public struct Weights: Hashable, Sendable {
    /// The weight of a view.
    public var view: Double
    /// The weight of a like, which an unlike takes back.
    public var like: Double
    /// The weight of a purchase.
    public var purchase: Double

    /// Makes weights; the defaults are 1, 8 and 40.
    public init(view: Double = 1, like: Double = 8, purchase: Double = 40) {
      self.view = view
      self.like = like
      self.purchase = purchase
    }
  }

  /// The time, in milliseconds, after which an event counts half: 72 hours by default.
  public var halfLife: Int64
  /// The weights of the events.
  public var weights: Weights

  /// Makes a model; the half-life is in milliseconds and must be above 0.
  public init(halfLifeMilliseconds: Int64 = 72 * 3_600_000, weights: Weights = Weights()) {
    precondition(halfLifeMilliseconds > 0, "a half-life must be longer than nothing")
    halfLife = halfLifeMilliseconds
    self.weights = weights
  }

  /// The fixed moment that logarithms are counted from: 2020-01-01T00:00:00Z.
  public static let landmark = Timestamp(milliseconds: 1_577_836_800_000)

  /// What a product weighs at its creation, so that without events the newest ranks first and no
  /// product is ever missing: half a view.
  public static let birthWeight = 0.5

  /// The integer that orders the popular feed and stands in cursors: ⌊z · 1000⌋.
  ///
  /// A resolution of 0.1 %: finer keys make a hot product leave hundreds of superseded places.
  public static func rankKey(of z: Double) -> Int64 {
    Int64((z * 1_000).rounded(.down))
  }
}
