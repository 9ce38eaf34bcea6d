import MarketCatalog

/// How tokens stand in their table.
enum TokenRows {
  /// The columns that ``token(_:)`` reads.
  static let columns = "id, name, role, vendor_id, created_at, expires_at, revoked_at"

  /// The token of a hash, by the index that keeps hashes unique.
  static let find = "SELECT \(columns) FROM tokens WHERE secret_hash = ?1"

  /// A role as it is stored.
  enum Role: Int64 {
    case admin = 1
    case vendor = 2
  }

  /// The token in a row.
  static func token(_ row: SQLiteStatement) throws(StoreError) -> AccessToken {
    let role: TokenRole
    switch Role(rawValue: row.integer(2)) {
    case .admin?: role = .admin
    case .vendor?: role = .vendor(row.integer(3))
    case nil: throw .corrupt(detail: "token " + String(row.integer(0)) + " is of no known role")
    }
    return AccessToken(
      id: row.integer(0), name: row.text(1), role: role,
      createdAt: Timestamp(milliseconds: row.integer(4)),
      expiresAt: row.optionalInteger(5).map { Timestamp(milliseconds: $0) },
      revokedAt: row.optionalInteger(6).map { Timestamp(milliseconds: $0) })
  }
}

/// Finds tokens by their hashes and remembers them until someone writes.
final class TokenFinder {
  /// The tokens that are remembered at most.
  private static let capacity = 1_024

  private var known: [[UInt8]: AccessToken] = [:]
  private var knownVersion: Int64 = -1
  private let find: SQLiteStatement
  private let owner: SQLiteStatement

  init(_ connection: SQLiteConnection) throws(StoreError) {
    find = try connection.prepare(TokenRows.find)
    owner = try connection.prepare("SELECT vendor_id, listed FROM products WHERE id = ?1")
  }

  /// The token of a hash in a version of the file, as `PRAGMA data_version` tells it.
  ///
  /// What is unknown is not remembered, so that nobody fills the memory with guesses.
  func token(withHash hash: [UInt8], at version: Int64) throws(StoreError) -> AccessToken? {
    if version != knownVersion {
      known.removeAll(keepingCapacity: true)
      knownVersion = version
    }
    if let token = known[hash] { return token }
    find.bind(hash, at: 1)
    defer { find.reset() }
    guard try find.step() else { return nil }
    let token = try TokenRows.token(find)
    if known.count == Self.capacity { known.removeAll(keepingCapacity: true) }
    known[hash] = token
    return token
  }

  /// Whose a product is; one look-up.
  func ownership(ofProduct id: Int64) throws(StoreError) -> ProductOwnership? {
    owner.bind(id, at: 1)
    defer { owner.reset() }
    guard try owner.step() else { return nil }
    return ProductOwnership(vendorID: owner.optionalInteger(0), isListed: owner.integer(1) == 1)
  }
}
