import Glibc
import MarketCatalog
import MarketTerminal
import Synchronization

/// The tabs of a feed that has a programming fault, for the test that the terminal survives it.
///
/// usage: FaultyTabs worker|screen trap|null|overflow: in which thread what goes wrong.
@main
enum FaultyTabs {
  static func main() throws {
    let arguments = Array(CommandLine.arguments.dropFirst())
    guard arguments.count == 2, let fault = Fault(rawValue: arguments[1]) else { exit(64) }
    let isInWorker = arguments[0] == "worker"
    // Until it is asked for products the terminal may not have been entered yet.
    let wasAsked = Asked()
    let screen = pthread_self()
    let options = TabsApp.Options(source: "faulty")
    try TabsApp(
      options,
      now: {
        if wasAsked.value, !isInWorker, pthread_equal(pthread_self(), screen) != 0 {
          fault.happen()
        }
        return Timestamp(milliseconds: 0)
      },
      makeFeed: {
        FaultyFeed {
          wasAsked.set()
          if isInWorker { fault.happen() }
        }
      }
    ).run()
  }
}

/// Remembers that something was asked for; from any thread.
private final class Asked: Sendable {
  private let state = Mutex(false)
  var value: Bool { state.withLock { $0 } }
  func set() { state.withLock { $0 = true } }
}

private enum Fault: String {
  case trap
  case null
  case overflow

  func happen() {
    switch self {
    case .trap:
      let empty: [Int] = []
      print(empty[CommandLine.arguments.count])
    case .null:
      UnsafeMutablePointer<Int>(bitPattern: 8)?.pointee = 1
    case .overflow:
      print(Self.depth(1))
    }
  }

  private static func depth(_ value: Int) -> Int {
    value == 0 ? 0 : 1 + depth(value &+ 1)
  }
}

private struct FaultyFeed: FeedReading, ProductReading {
  let happen: () -> Void

  func slice(_ query: FeedQuery, at now: Timestamp) throws(StoreError) -> FeedSlice {
    happen()
    throw .busy(detail: "")
  }

  func product(_ id: Int64) throws(StoreError) -> Product? { nil }
  func products(_ ids: [Int64]) throws(StoreError) -> [ProductCard] { [] }
}
