public import HTTPServer
public import MarketCatalog

/// What the API needs to take events.
public struct EventRecorder: Sendable {
  /// Writes the events of calls, each call with its report.
  public typealias Queue = WriteQueue<[Event], EventReport>

  /// Where events go.
  public var queue: Queue
  /// Hashes what clients call actors.
  public var hasher: ActorHasher
  /// Caps events that come without a key.
  public var cap: AddressCap
  /// The proxies, beside those on this machine, whose `X-Forwarded-For` is believed.
  public var proxies: Set<PeerAddress>

  /// Makes a recorder.
  public init(
    queue: Queue, hasher: ActorHasher, cap: AddressCap, proxies: Set<PeerAddress> = []
  ) {
    self.queue = queue
    self.hasher = hasher
    self.cap = cap
    self.proxies = proxies
  }

  /// The events that may wait to be written: about five megabytes.
  private static let waitingLimit = 50_000
  /// The events that one transaction writes, so that an answer waits for a fraction of a second.
  private static let batchLimit = 10_000

  /// Starts the queue of a store.
  ///
  /// - Parameters:
  ///   - clock: Gives the present.
  ///   - note: Is told what was recorded, in the queue's thread.
  ///   - open: Opens the store's writer in the queue's thread.
  /// - Returns: The queue, to be closed when the server has ended.
  /// - Throws: What `open` throws.
  public static func makeQueue(
    clock: @escaping @Sendable () -> Timestamp,
    noting note: @escaping @Sendable ([EventReport]) -> Void = { _ in },
    opening open: @escaping @Sendable () throws(StoreError) -> any EventRecording
  ) throws(StoreError) -> Queue {
    try Queue(waitingLimit: waitingLimit, batchLimit: batchLimit) { () throws(StoreError) in
      let writer = try open()
      return { (calls) throws(StoreError) in
        let reports = try writer.record(calls: calls, at: clock())
        note(reports)
        return reports
      }
    }
  }
}
