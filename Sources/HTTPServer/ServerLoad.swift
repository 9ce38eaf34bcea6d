import Synchronization

/// How many clients a server has at the moment: counted by its loops, read from any thread.
public final class ServerLoad: Sendable {
  let connectionCount = Atomic<Int>(0)
  let streamCount = Atomic<Int>(0)

  /// Makes the figures of a server that has no clients.
  public init() {}

  /// The open connections, streams of events among them.
  public var connections: Int { connectionCount.load(ordering: .relaxed) }

  /// The connections that have become streams of events.
  public var streams: Int { streamCount.load(ordering: .relaxed) }
}
