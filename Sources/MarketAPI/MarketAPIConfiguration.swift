public import MarketCatalog

/// What the API needs to know beside a store.
public struct MarketAPIConfiguration: Sendable {
  /// How long cursors live; must be the store's own policy.
  public var cursorPolicy = CursorPolicy()
  /// The 32 secret bytes that sign cursors, the same for every server on one store.
  public var cursorSecret: [UInt8]
  /// Which web pages of other origins may read answers.
  public var cors: CORSPolicy = .none
  /// Where events are recorded, or nil for a server that takes none.
  public var events: EventRecorder?
  /// Where products are written, or nil for a server that writes none.
  public var products: ProductWriter?
  /// How often one key may write; shared by the loops.
  public var writeLimit = WriteLimit()
  /// The folder whose files are served below `/media/`, or nil for none.
  public var mediaDirectory: String?
  /// Tells whether the server should get requests; called on a loop, so it must not block.
  public var readiness: @Sendable () -> Readiness = { .ready }
  /// What the loops of the process count.
  public var metrics = Metrics()
  /// Who may read `/metrics`.
  public var metricsAccess: MetricsAccess = .loopback
  /// Gives the figures that others count; called on a loop, so it must not block.
  public var figures: @Sendable () -> [MetricName: Double] = { [:] }
  /// Takes what went wrong inside, for the operator's log; called on a loop.
  public var log: @Sendable (InternalFault) -> Void = { _ in }
  /// Gives the present; called on a loop, at most once for each batch of requests.
  public var clock: @Sendable () -> Timestamp

  /// Makes a configuration; the secret must have ``secretCount`` bytes.
  public init(cursorSecret: [UInt8], clock: @escaping @Sendable () -> Timestamp) {
    precondition(
      cursorSecret.count == Self.secretCount, "the secret that signs cursors has 32 bytes")
    self.cursorSecret = cursorSecret
    self.clock = clock
  }

  /// The number of bytes of ``cursorSecret``.
  public static let secretCount = 32
}

/// Which web pages of other origins may read answers (the Fetch standard's CORS protocol).
public enum CORSPolicy: Hashable, Sendable {
  /// None.
  case none
  /// Those of the listed origins, each as browsers write it: `https://shop.example`.
  case origins(Set<String>)
  /// All: for local development.
  case any
}

/// Whether a server should get requests.
public enum Readiness: Hashable, Sendable {
  /// It should.
  case ready
  /// It should not, for a reason that anyone may read.
  case notReady(String)
}

/// Something that went wrong inside and that the client was told nothing about.
public struct InternalFault: Hashable, Sendable {
  /// The id that the client was given.
  public var requestID: String
  /// The request's method and target, or what the engine did.
  public var request: String
  /// What went wrong, with all its details.
  public var detail: String

  /// Makes a fault.
  public init(requestID: String, request: String, detail: String) {
    self.requestID = requestID
    self.request = request
    self.detail = detail
  }
}
