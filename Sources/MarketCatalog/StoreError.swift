/// What can go wrong with a store, in words that every caller must decide about.
///
/// ``description`` is safe to show to anyone. `detail` is for the operator's log: it may hold SQL
/// and the database's own message, never bound values.
public enum StoreError: Error, Hashable, Sendable {
  /// Someone else holds the store; the same call may work a moment later.
  case busy(detail: String)
  /// The store cannot be reached or opened.
  case unavailable(detail: String)
  /// This user may not open or write the store's files.
  case notPermitted(detail: String)
  /// The disk is full; what was being written is undone.
  case full(detail: String)
  /// A device or file system failed to read or write; what was being written is undone.
  case inputOutput(detail: String)
  /// A write would break a rule of the data.
  case constraint(detail: String)
  /// The store's schema is not the one that this program needs.
  case schemaMismatch(detail: String)
  /// The store's file is damaged, or no store at all.
  case corrupt(detail: String)
  /// The caller gave up.
  case cancelled
  /// A cursor that this store refuses.
  case cursor(CursorError)
  /// Ids that a write named and no product has, in the order in which they were named.
  case unknownProducts(ids: [Int64])
  /// A fault of this program.
  case unexpected(detail: String)
}

extension StoreError: CustomStringConvertible {
  /// What happened, safe to show to anyone.
  public var description: String {
    switch self {
    case .busy: "the store is busy"
    case .unavailable: "the store is not available"
    case .notPermitted: "the store is closed to this user"
    case .full: "the disk is full"
    case .inputOutput: "the store cannot be read or written"
    case .constraint: "the data breaks a rule of the store"
    case .schemaMismatch: "the store has another schema than this program needs"
    case .corrupt: "the store is damaged"
    case .cancelled: "the operation was cancelled"
    case .cursor(.malformed): "the cursor is not valid"
    case .cursor(.foreign): "the cursor belongs to another feed or filter"
    case .cursor(.expired): "the cursor has expired"
    case .unknownProducts(let ids) where ids.count == 1:
      "there is no product with the id " + Self.told(ids)
    case .unknownProducts(let ids): "there are no products with the ids " + Self.told(ids)
    case .unexpected: "the store failed unexpectedly"
    }
  }

  /// The first few of the ids, and how many more there are.
  private static func told(_ ids: [Int64]) -> String {
    var text = ""
    for id in ids.prefix(10) { text += (text.isEmpty ? "" : ", ") + String(id) }
    return ids.count > 10 ? text + " and " + String(ids.count - 10) + " more" : text
  }
}

extension StoreError: CustomDebugStringConvertible {
  /// What happened with the detail, for the operator's log.
  public var debugDescription: String {
    switch self {
    case .busy(let detail), .unavailable(let detail), .notPermitted(let detail),
      .full(let detail), .inputOutput(let detail), .constraint(let detail),
      .schemaMismatch(let detail), .corrupt(let detail), .unexpected(let detail):
      detail.isEmpty ? description : description + ": " + detail
    case .cancelled, .cursor, .unknownProducts: description
    }
  }
}
