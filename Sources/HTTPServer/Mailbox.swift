import Synchronization

/// What other threads have for a loop; it is woken through an eventfd.
final class Mailbox: Sendable {
  enum Letter: Sendable {
    /// The answer to a request that was given away, or nil when there will be none.
    case answer(Response?, descriptor: Int32, ticket: UInt64)
    case publication(Publication)
  }

  private struct Contents {
    var letters: [Letter] = []
    var isClosed = false
  }

  let wakeup: Wakeup
  private let contents = Mutex(Contents())

  init() throws(ServerError) {
    wakeup = try Wakeup()
  }

  /// Adds a letter and wakes the loop; nothing after the loop has ended.
  func post(_ letter: Letter) {
    let isFirst = contents.withLock { contents in
      guard !contents.isClosed else { return false }
      contents.letters.append(letter)
      return contents.letters.count == 1
    }
    if isFirst { wakeup.raise() }
  }

  /// Takes all letters, in the order in which they came.
  func takeAll() -> [Letter] {
    contents.withLock { contents in
      defer { contents.letters = [] }
      return contents.letters
    }
  }

  /// Takes no more letters.
  func close() {
    contents.withLock { $0 = Contents(letters: [], isClosed: true) }
  }
}
