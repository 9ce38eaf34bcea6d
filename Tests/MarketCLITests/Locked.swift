import Synchronization

/// A value that several threads look at and change, one at a time.
final class Locked<Value: Sendable>: Sendable {
  private let mutex: Mutex<Value>

  init(_ value: Value) {
    mutex = Mutex(value)
  }

  var value: Value { mutex.withLock { $0 } }

  @discardableResult
  func change<Result: Sendable>(_ body: (inout Value) throws -> Result) rethrows -> Result {
    try mutex.withLock { try body(&$0) }
  }
}
