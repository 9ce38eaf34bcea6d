import Glibc
import HTTPServer
import Synchronization
import Visitors

/// Sends events to a server on this machine and prints how fast it recorded them.
///
/// usage: EventLoad PORT PRODUCTS IDS CONNECTIONS RATE SECONDS. IDS is `time` or `random`; RATE is
/// events a second, or 0 for as many as the connections get answered, each with one call of 100
/// under way. Prints: events recorded, seconds, and the milliseconds that half and 99 in 100 calls
/// took. An event that is not recorded ends it with status 70.
@main
enum EventLoad {
  private static let callSize = 100

  static func main() {
    let arguments = CommandLine.arguments.dropFirst().map { $0 }
    guard arguments.count == 6, let port = UInt16(arguments[0]),
      let products = Int64(arguments[1]), let ids = Visitors.IDs(rawValue: arguments[2]),
      let connections = Int(arguments[3]), connections > 0, let rate = Double(arguments[4]),
      let seconds = Double(arguments[5])
    else {
      print("usage: EventLoad PORT PRODUCTS time|random CONNECTIONS RATE SECONDS")
      exit(64)
    }
    let load = Load(
      port: port, connections: connections, interval: rate > 0 ? Double(callSize) / rate : 0,
      end: monotonicSeconds() + seconds)
    do {
      let start = monotonicSeconds()
      let threads = try (0..<connections).map { number in
        try WorkerThread {
          load.run(number, EventCalls(size: callSize, products: products, ids: ids))
        }
      }
      for thread in threads { thread.waitForEnd() }
      let elapsed = monotonicSeconds() - start
      let result = load.result
      if let fault = result.fault { throw fault }
      let times = result.times.sorted()
      guard let slowest = times.last else { throw LoadFault("no call was answered") }
      let median = times[times.count / 2]
      let tail = times.count < 100 ? slowest : times[times.count * 99 / 100]
      print(times.count * callSize, elapsed, median * 1_000, tail * 1_000)
    } catch {
      print("EventLoad: \(error)")
      exit(70)
    }
  }
}

/// What the connections share.
private final class Load: Sendable {
  struct Result {
    /// The seconds that each call took.
    var times: [Double] = []
    var fault: LoadFault?
  }

  private let port: UInt16
  private let connections: Int
  /// Seconds between two calls of all connections together; 0 for no pause.
  private let interval: Double
  private let end: Double
  private let shared = Mutex(Result())

  var result: Result { shared.withLock { $0 } }

  init(port: UInt16, connections: Int, interval: Double, end: Double) {
    self.port = port
    self.connections = connections
    self.interval = interval
    self.end = end
  }

  /// Makes calls until the end, on the caller's thread.
  func run(_ number: Int, _ calls: EventCalls) {
    var (calls, times) = (calls, [Double]())
    do throws(LoadFault) {
      var connection = try LoadConnection(port: port)
      var due = monotonicSeconds() + interval * Double(number)
      while monotonicSeconds() < end {
        if interval > 0 {
          Self.wait(until: due)
          due += interval * Double(connections)
        }
        let request = calls.next(to: "127.0.0.1:\(port)")
        let start = monotonicSeconds()
        let answer = try connection.exchange(request)
        times.append(monotonicSeconds() - start)
        guard answer.status == 200, answer.body.hasPrefix("{\"accepted\":\(calls.size),") else {
          throw LoadFault("\(answer.status) \(answer.body.prefix(300))")
        }
      }
    } catch {
      shared.withLock { $0.fault = error }
    }
    shared.withLock { $0.times += times }
  }

  private static func wait(until moment: Double) {
    let rest = moment - monotonicSeconds()
    if rest > 0 { usleep(UInt32(rest * 1_000_000)) }
  }
}

private func monotonicSeconds() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_MONOTONIC, &time)
  return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}
