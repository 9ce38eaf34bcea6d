public import MarketCatalog
import MarketText

extension SQLiteWriter: TokenKeeping {
  /// Adds a token, its name in NFC.
  public func addToken(
    _ draft: TokenDraft, at now: Timestamp
  ) throws(StoreError) -> AccessToken {
    try market.storing { () throws(StoreError) in
      let insert = try market.prepare(
        """
        INSERT INTO tokens (name, role, vendor_id, secret_hash, created_at, expires_at)
        VALUES (?1, ?2, ?3, ?4, ?5, ?6)
        """)
      let name = draft.name.normalizedNFC
      insert.bind(name, at: 1)
      switch draft.role {
      case .admin:
        insert.bind(TokenRows.Role.admin.rawValue, at: 2)
        insert.bindNull(at: 3)
      case .vendor(let id):
        insert.bind(TokenRows.Role.vendor.rawValue, at: 2)
        insert.bind(id, at: 3)
      }
      insert.bind(draft.secretHash, at: 4)
      insert.bind(now.milliseconds, at: 5)
      insert.bind(draft.expiresAt?.milliseconds, at: 6)
      try insert.run()
      return AccessToken(
        id: market.lastInsertedID, name: name, role: draft.role, createdAt: now,
        expiresAt: draft.expiresAt)
    }
  }

  /// Every token, by id.
  public func tokens() throws(StoreError) -> [AccessToken] {
    let rows = try market.prepare("SELECT \(TokenRows.columns) FROM tokens ORDER BY id")
    var tokens: [AccessToken] = []
    while try rows.step() { tokens.append(try TokenRows.token(rows)) }
    return tokens
  }

  /// Takes a token back for good; false when there is none with the id.
  public func revokeToken(_ id: Int64, at now: Timestamp) throws(StoreError) -> Bool {
    try market.storing { () throws(StoreError) in
      let revoke = try market.prepare(
        "UPDATE tokens SET revoked_at = coalesce(revoked_at, ?2) WHERE id = ?1")
      revoke.bind(id, at: 1)
      revoke.bind(now.milliseconds, at: 2)
      try revoke.run()
      return market.changedRowCount > 0
    }
  }
}
