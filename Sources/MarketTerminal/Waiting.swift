import MarketCatalog
import MarketViewModel

/// An answer that the reader waits for, and since when.
///
/// Words about it appear only after a while: an answer that comes at once must not make them flash.
struct Waiting: Hashable, Sendable {
  /// What is waited for.
  enum Subject: Hashable, Sendable {
    case feed(Page)
    case product(Int64)
  }

  /// How long nothing is said, in nanoseconds.
  static let patience: Int64 = 150_000_000

  let subject: Subject
  /// When words are due.
  let end: Moment

  init(for subject: Subject, since moment: Moment) {
    self.subject = subject
    end = moment.advanced(by: Self.patience)
  }
}
