import CEpoll
import Glibc
import Synchronization

extension EventLoop {
  /// How many connections are accepted before those that are open are served again.
  private static let acceptBatch = 128

  /// Connections past the limit that are told so; any more are closed without a word.
  private static let refusedAtOnce = 256

  /// Accepts what waits: a batch of it, or, for the last time, all that was there at the call.
  func acceptConnections(isLast: Bool = false) {
    guard let listener else { return }
    var accepted = 0
    // Without a bound, clients that connect as fast as they are accepted would hold up a drain.
    let limit = isLast ? Int(Listener.backlog) : Self.acceptBatch
    while accepted < limit {
      var peer: PeerAddress?
      let descriptor = PeerAddress.receiving(&peer) { address, length in
        accept4(
          listener.descriptor, address, length,
          Int32(SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue))
      }
      if descriptor >= 0 {
        accepted += 1
        open(descriptor, from: peer)
        continue
      }
      switch errno {
      case EAGAIN:
        return
      case EMFILE, ENFILE, ENOBUFS, ENOMEM:
        // The client stays in the kernel's queue. Watching on would only spin.
        pauseAccepting()
        return
      default:
        // One connection failed before it was accepted; the next may be well.
        accepted += 1
      }
    }
  }

  private func open(_ descriptor: Int32, from peer: PeerAddress?) {
    let total = state.load.connectionCount.add(1, ordering: .relaxed).newValue
    guard total <= configuration.connectionLimit + Self.refusedAtOnce,
      watch(descriptor, Connection.Interest.bytes.events)
    else {
      state.load.connectionCount.subtract(1, ordering: .relaxed)
      close(descriptor)
      return
    }
    let connection = Connection(
      descriptor: descriptor, peer: peer, deadline: clock.now + configuration.idleTimeout)
    let index = Int(descriptor)
    while connections.count <= index { connections.append(nil) }
    connections[index] = connection
    connectionCount += 1
    if total > configuration.connectionLimit {
      refuse(connection, .tooManyConnections, method: nil)
      flush(connection)
    }
  }

  /// Closes a connection.
  func drop(_ connection: Connection) {
    guard !connection.isClosed else { return }
    connection.isClosed = true
    // Closing also takes the descriptor out of the epoll set.
    close(connection.descriptor)
    connections[Int(connection.descriptor)] = nil
    connectionCount -= 1
    if connection.subscription != nil {
      streamCount -= 1
      state.load.streamCount.subtract(1, ordering: .relaxed)
    }
    state.load.connectionCount.subtract(1, ordering: .relaxed)
    if !isAccepting && listener != nil { resumeAccepting() }
  }

  /// Watches the listening socket (again).
  func resumeAccepting() {
    guard let listener, !isAccepting else { return }
    // Exclusive: of the loops that share a Unix socket one wakes for a connection, not all.
    isAccepting = watch(listener.descriptor, EPOLLIN.rawValue | EPOLLEXCLUSIVE.rawValue)
  }

  /// Stops watching the listening socket; the kernel goes on queueing connections.
  func pauseAccepting() {
    guard let listener, isAccepting else { return }
    epoll_ctl(epoll, EPOLL_CTL_DEL, listener.descriptor, nil)
    isAccepting = false
  }
}
