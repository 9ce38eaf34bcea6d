import CEpoll
import Glibc
import Synchronization

/// Listening sockets on their way to the loops, each of which becomes the owner of one.
final class ListenerSupply: Sendable {
  /// Where they listen, with the port that the system chose.
  let address: ListenAddress
  private let listeners: Mutex<[Listener]>

  /// Opens one socket for each of `count` loops; a Unix socket is shared by all of them.
  init(_ address: ListenAddress, count: Int) throws(ServerError) {
    let opened = try Listener.open(address, count: count)
    self.address = opened.first?.address ?? address
    listeners = Mutex(opened)
  }

  /// Hands one over; nil when none is left.
  func take() -> Listener? {
    listeners.withLock { $0.popLast() }
  }

  /// Closes those that nobody took.
  func close() {
    listeners.withLock { $0 = [] }
  }
}

/// A socket that listens; closed when the last loop lets go of it.
final class Listener: Sendable {
  let descriptor: Int32
  /// Where it listens, with the port that the system chose.
  let address: ListenAddress
  /// What the file of a Unix socket was when it was made, to remove that file and no other.
  private let file: FileIdentity?

  private struct FileIdentity: Hashable, Sendable {
    var device: dev_t
    var number: ino_t

    init?(path: String) {
      var status = stat()
      guard lstat(path, &status) == 0 else { return nil }
      device = status.st_dev
      number = status.st_ino
    }
  }

  /// How many connections the kernel may hold ready; it lowers the number to `somaxconn`.
  static let backlog: Int32 = 4_096

  private init(descriptor: Int32, address: ListenAddress, file: FileIdentity? = nil) {
    self.descriptor = descriptor
    self.address = address
    self.file = file
  }

  deinit {
    Glibc.close(descriptor)
    if let file, case .unix(let path) = address, FileIdentity(path: path) == file {
      unlink(path)
    }
  }

  /// Opens `count` sockets; for a Unix socket it is the same one each time.
  ///
  /// The kernel spreads TCP connections over the sockets (SO_REUSEPORT), so that no loop has to
  /// wait for another.
  static func open(_ address: ListenAddress, count: Int) throws(ServerError) -> [Listener] {
    switch address {
    case .unix(let path):
      let listener = try openUnix(path, address)
      return [Listener](repeating: listener, count: count)
    case .ipv4, .ipv6:
      let first = try openInternet(address, isFirst: true)
      var listeners = [first]
      while listeners.count < count {
        listeners.append(try openInternet(first.address, isFirst: false))
      }
      return listeners
    }
  }

  // MARK: TCP

  private static func openInternet(
    _ address: ListenAddress, isFirst: Bool
  ) throws(ServerError) -> Listener {
    let socketAddress = try SocketAddress(address)
    let descriptor = try makeSocket(socketAddress.family, address)
    var isKept = false
    defer { if !isKept { close(descriptor) } }

    setOption(descriptor, SOL_SOCKET, SO_REUSEADDR)
    // Accepted sockets inherit it: answers are written whole, so waiting for more gains nothing.
    setOption(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY)
    if case .ipv6 = address { setOption(descriptor, Int32(IPPROTO_IPV6), IPV6_V6ONLY, 0) }
    // The first socket is bound without sharing the port and allows sharing afterwards, so that a
    // second server on the same port is refused and does not quietly take half the connections.
    if !isFirst { setOption(descriptor, SOL_SOCKET, SO_REUSEPORT) }
    guard socketAddress.withPointer({ bind(descriptor, $0, $1) }) == 0 else {
      throw bindError(errno, address)
    }
    if isFirst { setOption(descriptor, SOL_SOCKET, SO_REUSEPORT) }
    guard listen(descriptor, backlog) == 0 else { throw bindError(errno, address) }
    let port = try boundPort(of: descriptor)
    isKept = true
    return Listener(descriptor: descriptor, address: address.withPort(port))
  }

  private static func boundPort(of descriptor: Int32) throws(ServerError) -> UInt16 {
    var storage = sockaddr_in6()
    var length = socklen_t(MemoryLayout<sockaddr_in6>.size)
    let result = withUnsafeMutablePointer(to: &storage) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        getsockname(descriptor, $0, &length)
      }
    }
    guard result == 0 else { throw .failed("getsockname") }
    // The port stands at the same place in the addresses of both families.
    return UInt16(bigEndian: storage.sin6_port)
  }

  // MARK: Unix sockets

  private static func openUnix(
    _ path: String, _ address: ListenAddress
  ) throws(ServerError) -> Listener {
    let socketAddress = try SocketAddress(address)
    try removeStaleSocket(path, socketAddress, address)
    let descriptor = try makeSocket(socketAddress.family, address)
    var isKept = false
    defer { if !isKept { close(descriptor) } }
    guard socketAddress.withPointer({ bind(descriptor, $0, $1) }) == 0 else {
      throw bindError(errno, address)
    }
    guard listen(descriptor, backlog) == 0 else { throw bindError(errno, address) }
    isKept = true
    return Listener(descriptor: descriptor, address: address, file: FileIdentity(path: path))
  }

  /// Removes a socket that a killed server left behind, and nothing else.
  private static func removeStaleSocket(
    _ path: String, _ socketAddress: SocketAddress, _ address: ListenAddress
  ) throws(ServerError) {
    var status = stat()
    guard lstat(path, &status) == 0 else { return }
    guard status.st_mode & S_IFMT == S_IFSOCK else {
      throw .addressNotUsable(address, reason: "a file that is not a socket lies there")
    }
    let probe = try makeSocket(socketAddress.family, address)
    defer { close(probe) }
    // A full backlog (EAGAIN) means that somebody listens, too.
    guard socketAddress.withPointer({ connect(probe, $0, $1) }) != 0, errno == ECONNREFUSED else {
      throw errno == EACCES ? .addressNotPermitted(address) : .addressInUse(address)
    }
    guard unlink(path) == 0 || errno == ENOENT else { throw .staleSocket(address) }
  }

  // MARK: Both

  private static func makeSocket(
    _ family: Int32, _ address: ListenAddress
  ) throws(ServerError) -> Int32 {
    let type = SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue
    let descriptor = socket(family, Int32(type), 0)
    guard descriptor >= 0 else {
      throw errno == EAFNOSUPPORT
        ? .addressNotUsable(address, reason: "this machine has no such kind of address")
        : .failed("socket")
    }
    return descriptor
  }

  private static func setOption(
    _ descriptor: Int32, _ level: Int32, _ name: Int32, _ value: Int32 = 1
  ) {
    var value = value
    // None of the options that are set here can fail on a socket of its kind.
    setsockopt(descriptor, level, name, &value, socklen_t(MemoryLayout<Int32>.size))
  }

  private static func bindError(_ code: Int32, _ address: ListenAddress) -> ServerError {
    switch code {
    case EADDRINUSE: .addressInUse(address)
    case EACCES, EPERM, EROFS: .addressNotPermitted(address)
    case EADDRNOTAVAIL:
      .addressNotUsable(address, reason: "it is not an address of this machine")
    default: .addressNotUsable(address, reason: ServerError.systemMessage(code))
    }
  }
}
