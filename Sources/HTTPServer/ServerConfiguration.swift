/// What the engine allows, and for how long.
public struct ServerConfiguration: Hashable, Sendable {
  /// Where to listen.
  public var address: ListenAddress
  /// How many loops, each with its own thread, socket and handler.
  public var threads: Int
  /// The most bytes of a request line with its fields; more is 431.
  public var headLimit = 16_384
  /// The most bytes of a request target; more is 414.
  public var targetLimit = 8_192
  /// The most header fields; more is 431.
  public var fieldLimit = 100
  /// The most bytes of a body; more is 413.
  public var bodyLimit = 1_048_576
  /// Milliseconds from a request's first byte to the end of its head; dripping does not reset it.
  public var headTimeout: Int64 = 15_000
  /// Milliseconds from a request's first byte to the end of its body.
  public var requestTimeout: Int64 = 30_000
  /// Milliseconds that an answer may come late (``Reply/later(_:)``); then it is 503.
  public var answerTimeout: Int64 = 30_000
  /// Milliseconds without news after which a stream of events gets a sign of life.
  public var heartbeatInterval: Int64 = 15_000
  /// Milliseconds that a connection may lie idle before and between requests; then it is closed
  /// without a word.
  public var idleTimeout: Int64 = 60_000
  /// Milliseconds that sending may make no progress.
  public var writeTimeout: Int64 = 30_000
  /// Bytes of answers to pipelined requests past which no further request is read.
  public var pendingOutputLimit = 262_144
  /// The most connections of the whole server; one more is answered with 503 and closed.
  public var connectionLimit = 20_000
  /// Milliseconds for which what a client still sends is thrown away after a last answer, so that
  /// the answer reaches it and not a reset.
  public var lingerTimeout: Int64 = 2_000
  /// Milliseconds that a drain waits for requests in flight before it closes them.
  public var drainTimeout: Int64 = 10_000

  /// Makes a configuration with the engine's own limits.
  public init(address: ListenAddress, threads: Int) {
    self.address = address
    self.threads = max(threads, 1)
  }
}
