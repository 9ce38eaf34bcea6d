import Glibc
import Synchronization

/// An HTTP/1.1 server: one thread with its own loop, socket and handler for each of
/// `configuration.threads`.
///
/// It is strict: whatever two parsers could read differently is refused, and every limit has a
/// status (``Refusal``). TLS and HTTP/2 belong into a proxy in front of it. It handles no signals;
/// a program calls ``drain()`` when it is told to end.
public final class Server: Sendable {
  private let configuration: ServerConfiguration
  private let makeHandler: @Sendable () throws -> any Handler
  private let state: ServerState
  private let running = Mutex<Running?>(nil)

  private struct Running {
    var mailboxes: [Mailbox]
    var crew: Crew
  }

  /// Prepares a server; nothing happens before ``start()``.
  ///
  /// `makeHandler` is called once in each loop's thread, and its handler stays there. How many
  /// clients there are stands in `load`.
  public init(
    configuration: ServerConfiguration, load: ServerLoad = ServerLoad(),
    makeHandler: @escaping @Sendable () throws -> any Handler
  ) {
    var configuration = configuration
    configuration.threads = max(configuration.threads, 1)
    self.configuration = configuration
    self.makeHandler = makeHandler
    state = ServerState(load)
  }

  /// Listens and serves in threads of its own; returns the address with the port that was chosen.
  ///
  /// When it returns, every loop is ready. When it throws, nothing is left behind. A server starts
  /// once.
  public func start() throws(ServerError) -> ListenAddress {
    let crew = try Crew(size: configuration.threads)
    var mailboxes: [Mailbox] = []
    for _ in 0..<configuration.threads { mailboxes.append(try Mailbox()) }
    let isFirst = running.withLock { running in
      guard running == nil else { return false }
      running = Running(mailboxes: mailboxes, crew: crew)
      return true
    }
    guard isFirst else { throw .alreadyStarted }

    let listeners: ListenerSupply
    do {
      listeners = try ListenerSupply(configuration.address, count: configuration.threads)
    } catch {
      crew.cancel()
      throw error
    }
    for mailbox in mailboxes {
      crew.add { [configuration, makeHandler, state] ready throws(ServerError) in
        let handler: any Handler
        do { handler = try makeHandler() } catch { throw ServerError.handlerNotMade(error) }
        let loop = try EventLoop(
          configuration: configuration, listeners: listeners, mailbox: mailbox, state: state,
          handler: handler)
        if ready() { loop.run() }
      }
    }
    do { try crew.begin() } catch {
      listeners.close()
      throw error
    }
    return listeners.address
  }

  /// Begins to end the server; any thread, any number of times.
  ///
  /// Connections that wait to be accepted still are, then nobody is. Idle connections are closed;
  /// requests in flight are answered with `Connection: close`. What is not done after
  /// `configuration.drainTimeout` is cut off.
  public func drain() {
    state.isDraining.store(true, ordering: .relaxed)
    for mailbox in running.withLock({ $0?.mailboxes ?? [] }) { mailbox.wakeup.raise() }
  }

  /// Tells every stream of a topic what is new; any thread, costs one message a loop.
  ///
  /// A client that is slow to read misses what is not the newest.
  ///
  /// - Parameters:
  ///   - message: The event as it is sent.
  ///   - position: What the event leads to; streams that are there already are told nothing.
  ///   - topic: The ``EventStream/topic``.
  public func publish(_ message: [UInt8], at position: Int64, to topic: Int) {
    let publication = Publication(topic: topic, position: position, message: message)
    for mailbox in running.withLock({ $0?.mailboxes ?? [] }) {
      mailbox.post(.publication(publication))
    }
  }

  /// Blocks until every loop has ended and its handler is gone; at once when none was started.
  public func wait() {
    running.withLock { $0?.crew }?.waitForEnd()
  }
}
