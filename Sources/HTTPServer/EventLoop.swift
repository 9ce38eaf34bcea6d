import CEpoll
import Glibc
import Synchronization

/// What the loops of one server share.
final class ServerState: Sendable {
  let load: ServerLoad
  let isDraining = Atomic<Bool>(false)

  init(_ load: ServerLoad) {
    self.load = load
  }
}

/// One thread's share of a server: a listening socket, the connections accepted on it, a handler.
///
/// Not Sendable on purpose: it is made inside its thread and stays there, so it needs no locks.
/// `EventLoop+Accept` opens and closes connections, `EventLoop+Exchange` turns bytes into requests
/// and requests into answers, `EventLoop+Output` sends them. `EventLoop+Later` takes answers from
/// other threads, `EventLoop+Streams` tells of events.
final class EventLoop {
  let configuration: ServerConfiguration
  let handler: any Handler
  let state: ServerState
  let epoll: Int32
  /// What other threads have for this loop.
  let mailbox: Mailbox
  /// Nil as soon as a drain begins.
  var listener: Listener?
  /// Whether the listening socket is being watched; not while descriptors have run out.
  var isAccepting = false

  /// The connections, by their descriptor.
  var connections: [Connection?] = []
  var connectionCount = 0
  /// How many connections are streams of events.
  var streamCount = 0
  /// The newest publication of each topic.
  var latest: [Int: Publication] = [:]
  /// The number of the last request that is answered elsewhere.
  var lastTicket: UInt64 = 0
  var clock = LoopClock()

  /// What was read last; requests share its memory while they are handled.
  var buffer: [UInt8]
  /// The answers to what was read last, and those that are sent together.
  var outbox = Outbox()
  /// The parser of requests that arrive in one piece.
  var parser: HeadParser
  let decoder: ChunkedDecoder
  /// The number of the current round of events or of a later request of one read.
  var arrival: UInt64 = 0
  /// Whether the next request is the first of what was read.
  var isFirstOfRead = true

  private var events = [epoll_event](repeating: epoll_event(), count: 256)
  /// Milliseconds between two looks at all deadlines.
  private let sweepInterval: Int64
  private var nextSweep: Int64
  /// When a drain ends, however many requests are still in flight; nil before it begins.
  private var drainDeadline: Int64?
  /// Whether this loop has begun to drain.
  var isDraining: Bool { drainDeadline != nil }

  /// Takes one of the listeners for itself.
  init(
    configuration: ServerConfiguration, listeners: ListenerSupply, mailbox: Mailbox,
    state: ServerState,
    handler: any Handler
  ) throws(ServerError) {
    self.configuration = configuration
    self.handler = handler
    self.state = state
    listener = listeners.take()
    self.mailbox = mailbox
    parser = HeadParser(
      limits: HeadParser.Limits(
        headBytes: configuration.headLimit, targetBytes: configuration.targetLimit,
        fields: configuration.fieldLimit))
    decoder = ChunkedDecoder(
      limits: ChunkedDecoder.Limits(
        bodyBytes: configuration.bodyLimit, trailerBytes: configuration.headLimit,
        trailerFields: configuration.fieldLimit))
    // A whole head fits in, and always something more.
    buffer = [UInt8](repeating: 0, count: max(65_536, configuration.headLimit + 4_096))
    let shortest = [
      configuration.headTimeout, configuration.requestTimeout, configuration.idleTimeout,
      configuration.writeTimeout, configuration.lingerTimeout, configuration.answerTimeout,
      configuration.heartbeatInterval,
    ].reduce(4_000, min)
    sweepInterval = max(shortest / 4, 5)
    nextSweep = 0
    epoll = epoll_create1(Int32(EPOLL_CLOEXEC))
    guard epoll >= 0 else { throw .failed("epoll_create1") }
    guard watch(mailbox.wakeup.descriptor, EPOLLIN.rawValue) else { throw .failed("epoll_ctl") }
    resumeAccepting()
    guard isAccepting else { throw .failed("epoll_ctl") }
  }

  deinit { close(epoll) }

  /// Runs until a drain has ended.
  func run() {
    while true {
      let count = wait()
      if clock.update() { outbox.dateLine = clock.dateLine }
      arrival += 1
      for index in 0..<count { handle(events[index]) }
      sendOutbox()
      if state.isDraining.load(ordering: .relaxed) && drainDeadline == nil { beginDrain() }
      if clock.now >= nextSweep { sweep() }
      handler.willWait()
      if let drainDeadline, connectionCount == 0 || clock.now >= drainDeadline { break }
    }
    forEachConnection(drop)
    mailbox.close()
  }

  /// Waits for events, at most until deadlines must be looked at.
  private func wait() -> Int {
    let isQuiet = connectionCount == 0 && isAccepting
    let timeout: Int32 =
      isQuiet && !state.isDraining.load(ordering: .relaxed)
      ? -1 : Int32(clamping: sweepInterval)
    let count = events.withUnsafeMutableBufferPointer {
      epoll_wait(epoll, $0.baseAddress, Int32($0.count), timeout)
    }
    // Negative when a signal interrupted the wait.
    return max(Int(count), 0)
  }

  private func handle(_ event: epoll_event) {
    let descriptor = event.data.fd
    if descriptor == mailbox.wakeup.descriptor {
      mailbox.wakeup.clear()
      takeLetters()
    } else if descriptor == listener?.descriptor {
      acceptConnections()
    } else if let connection = connection(at: descriptor) {
      if connection.hasOutput {
        sendRest(of: connection)
      } else if connection.awaited == nil {
        readable(connection, isLast: event.events & EPOLLRDHUP.rawValue != 0)
      } else if event.events & (EPOLLHUP.rawValue | EPOLLERR.rawValue) != 0 {
        // Nothing else is watched while an answer is awaited: the client is gone.
        drop(connection)
      }
    }
  }

  func connection(at descriptor: Int32) -> Connection? {
    let index = Int(descriptor)
    return index < connections.count ? connections[index] : nil
  }

  /// Adds a descriptor to those that the loop waits for.
  func watch(_ descriptor: Int32, _ events: UInt32) -> Bool {
    var event = epoll_event(events: events, data: epoll_data(fd: descriptor))
    return epoll_ctl(epoll, EPOLL_CTL_ADD, descriptor, &event) == 0
  }

  /// Ends what has lasted too long.
  private func sweep() {
    nextSweep = clock.now + sweepInterval
    if !isAccepting { resumeAccepting() }
    forEachConnection { connection in
      guard connection.deadline <= clock.now else { return }
      if connection.hasOutput {
        drop(connection)
      } else if connection.subscription != nil && connection.ending == .open {
        sendHeartbeat(connection)
      } else if let awaited = connection.awaited {
        complete(connection, awaited, with: handler.refuse(.answerTimeout))
      } else if let incoming = connection.incoming {
        refuse(connection, .requestTimeout, method: incoming.parser.method)
        flush(connection)
      } else {
        drop(connection)
      }
    }
  }

  /// Takes the connections that the kernel holds ready, then stops listening and closes what is
  /// idle.
  private func beginDrain() {
    drainDeadline = clock.now + configuration.drainTimeout
    acceptConnections(isLast: true)
    pauseAccepting()
    listener = nil
    forEachConnection { connection in
      if connection.subscription != nil { endStream(connection) }
      guard isIdle(connection) else { return }
      if connection.hasAnswered {
        // A request may have arrived that no event has told of yet.
        readable(connection)
        if isIdle(connection) { drop(connection) }
      } else {
        connection.deadline = min(connection.deadline, clock.now + Self.firstRequestGrace)
      }
    }
  }

  private func isIdle(_ connection: Connection) -> Bool {
    !connection.isClosed && !connection.isLingering && !connection.hasOutput
      && connection.incoming == nil && connection.awaited == nil
  }

  /// Calls a closure, which may close connections, for each of them.
  func forEachConnection(_ body: (Connection) -> Void) {
    // By index: an iterator would hold the array, and closing one would copy all of it.
    for index in connections.indices {
      if let connection = connections[index] { body(connection) }
    }
  }

  /// Milliseconds that a drain gives a fresh connection to send its first request.
  private static let firstRequestGrace: Int64 = 500
}
