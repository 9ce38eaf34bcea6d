import Foundation
import MarketCatalog
import TestSupport
import Testing

@testable import MarketSQLite

@Suite("Tokens")
struct TokenTests {
  let fixture: StoreFixture
  let writer: SQLiteWriter
  let now = StoreFixture.now

  init() throws {
    fixture = try StoreFixture()
    writer = try fixture.store.makeWriter()
  }

  private static func hash(_ number: UInt8) -> [UInt8] {
    Array(repeating: number, count: TokenDraft.hashCount)
  }

  private func draft(
    _ number: UInt8, _ role: TokenRole = .admin, name: String = "", expires: Int64? = nil
  ) -> TokenDraft {
    TokenDraft(
      name: name, role: role, secretHash: Self.hash(number),
      expiresAt: expires.map { now.advanced(byMilliseconds: $0) })
  }

  /// What a token may be when it is used, told by what was done before.
  struct StandingCase: CustomTestStringConvertible, Sendable {
    var testDescription: String
    var expires: Int64?
    var revoked: Int64?
    var asked: Int64
    var standing: AccessToken.Standing
  }

  @Test(
    "a token is taken until it expires or is revoked",
    arguments: [
      StandingCase(testDescription: "without end", asked: 1 << 40, standing: .valid),
      StandingCase(testDescription: "before its end", expires: 5, asked: 4, standing: .valid),
      StandingCase(
        testDescription: "at its end", expires: 5, asked: 5,
        standing: .expired(at: StoreFixture.now.advanced(byMilliseconds: 5))),
      StandingCase(testDescription: "revoked", revoked: 1, asked: 2, standing: .revoked),
      StandingCase(
        testDescription: "revoked and expired", expires: 5, revoked: 6, asked: 7,
        standing: .revoked),
    ])
  func standing(_ test: StandingCase) throws {
    let token = try writer.addToken(draft(1, expires: test.expires), at: now)
    if let revoked = test.revoked {
      #expect(try writer.revokeToken(token.id, at: now.advanced(byMilliseconds: revoked)))
    }
    let reader = try fixture.store.makeReader()
    let found = try #require(try reader.token(withHash: Self.hash(1)))
    #expect(found.standing(at: now.advanced(byMilliseconds: test.asked)) == test.standing)
  }

  /// Does the same to both stores, whose answers must be the same.
  @Test("SQLite and the oracle keep the same tokens", arguments: 0..<8)
  func oracle(_ number: Int) throws {
    let seed = UInt64(number)
    var random = SplitMix64(seed: seed)
    let oracle = InMemoryStore()
    oracle.vendorIDs = Set(
      try ["바다", "산"].map { try writer.addVendor(named: $0, at: now).id })
    let reader = try fixture.store.makeReader()
    let before = try reader.version()

    func outcome<Result>(_ body: () throws(StoreError) -> Result) -> Result? {
      do throws(StoreError) { return try body() } catch { return nil }
    }
    for step in 0..<60 {
      let time = now.advanced(byMilliseconds: Int64(step))
      switch random.integer(in: 0...2) {
      case 0:
        let role = random.pick([TokenRole.admin, .vendor(1), .vendor(2), .vendor(9)])
        let draft = TokenDraft(
          name: random.pick(["", "빌드", "deploy"]), role: role,
          secretHash: Self.hash(UInt8(random.integer(in: 0...30))),
          expiresAt: random.integer(in: 0...1) == 0 ? nil : time.advanced(byMilliseconds: 7))
        let added = outcome { () throws(StoreError) in try writer.addToken(draft, at: time) }
        let expected = outcome { () throws(StoreError) in try oracle.addToken(draft, at: time) }
        #expect(added == expected, "seed \(seed)")
      case 1:
        let tokens = try writer.tokens()
        guard !tokens.isEmpty else { continue }
        let index = random.integer(in: 0...(tokens.count - 1))
        #expect(try writer.revokeToken(tokens[index].id, at: time))
        #expect(try oracle.revokeToken(oracle.tokens()[index].id, at: time))
      case _:
        let hash = Self.hash(UInt8(random.integer(in: 0...40)))
        #expect(
          try reader.token(withHash: hash) == oracle.token(withHash: hash), "seed \(seed)")
      }
    }
    #expect(try writer.tokens() == oracle.tokens(), "seed \(seed)")
    #expect(try writer.revokeToken(999, at: now) == false)
    #expect(try reader.version() == before, "tokens are nothing that feeds show")
  }

  @Test("a revocation by another connection is seen by the next call, and others ask nothing")
  func freshness() throws {
    let token = try writer.addToken(draft(1), at: now)
    let reader = try fixture.store.makeReader()
    #expect(try reader.token(withHash: Self.hash(1))?.revokedAt == nil)
    let trace = StatementTrace(reader.connection)
    for _ in 0..<5 { #expect(try reader.token(withHash: Self.hash(1))?.id == token.id) }
    #expect(trace.statements == [])

    let other = try fixture.store.makeWriter()
    #expect(try other.revokeToken(token.id, at: now))
    #expect(try reader.token(withHash: Self.hash(1))?.revokedAt == now)
    // Also inside a snapshot, when it was opened after the revocation.
    let second = try other.addToken(draft(2), at: now)
    try reader.beginSnapshot()
    #expect(try reader.token(withHash: Self.hash(2))?.id == second.id)
    reader.endSnapshot()
  }

  @Test("unknown hashes are not remembered, and too many known ones do no harm")
  func capacity() throws {
    for number in 0..<1_100 {
      let bytes = Array(repeating: UInt8(0), count: 30) + [UInt8(number >> 8), UInt8(number & 255)]
      _ = try writer.addToken(TokenDraft(role: .admin, secretHash: bytes), at: now)
    }
    let reader = try fixture.store.makeReader()
    for round in 0..<2 {
      for number in 0..<1_100 {
        let bytes =
          Array(repeating: UInt8(0), count: 30) + [UInt8(number >> 8), UInt8(number & 255)]
        #expect(try reader.token(withHash: bytes)?.id == Int64(number + 1), "round \(round)")
      }
    }
    #expect(try reader.token(withHash: Self.hash(9)) == nil)
    _ = try writer.addToken(draft(9), at: now)
    #expect(try reader.token(withHash: Self.hash(9)) != nil)
  }

  @Test("a vendor's tokens go with the vendor, whose id may come again")
  func removedVendor() throws {
    var random = SplitMix64(seed: 4)
    try writer.seed(count: 20, at: now) { random.seedProduct($0) }
    let vendor = try #require(try writer.vendors().first)
    _ = try writer.addToken(draft(1, .vendor(vendor.id)), at: now)
    _ = try writer.addToken(draft(2), at: now)
    _ = try writer.removeSeededProducts(at: now)
    #expect(try writer.tokens().map(\.role) == [.admin])
    let reader = try fixture.store.makeReader()
    #expect(try reader.token(withHash: Self.hash(1)) == nil)
    let next = try writer.addToken(draft(3), at: now)
    #expect(next.id == 3, "a token's id never comes again")
  }

  @Test("the look-up of each request is one search of an index")
  func plan() throws {
    for number in 0..<200 {
      _ = try writer.addToken(draft(UInt8(number)), at: now)
    }
    #expect(
      try fixture.store.makeReader().connection.plan(of: TokenRows.find) == [
        "SEARCH tokens USING INDEX sqlite_autoindex_tokens_1 (secret_hash=?)"
      ])
  }

  @Test("whose a product is, listed or not")
  func ownership() throws {
    let vendor = try writer.addVendor(named: "바다", at: now)
    let price = Money(amountMinor: 1, currency: .krw)
    _ = try writer.importProducts(at: now) { put throws(StoreError) in
      for (row, name) in ["바다", nil].enumerated() {
        _ = try put(
          ImportedProduct(
            source: ProductSource(name: "test", id: String(row)),
            draft: ProductDraft(name: "김", price: price, stock: 1, vendorName: name)), row + 1)
      }
    }
    let reader = try fixture.store.makeReader()
    #expect(
      try reader.ownership(ofProduct: 1) == ProductOwnership(vendorID: vendor.id, isListed: true))
    #expect(try reader.ownership(ofProduct: 2) == ProductOwnership(vendorID: nil, isListed: true))
    try writer.market.execute("UPDATE products SET listed = 0 WHERE id = 1")
    #expect(
      try reader.ownership(ofProduct: 1) == ProductOwnership(vendorID: vendor.id, isListed: false))
    #expect(try reader.ownership(ofProduct: 3) == nil)
  }

  @Test("a draft's faults are told by field")
  func faults() {
    #expect(
      draft(1, name: "a\nb", expires: 0).faults(at: now).map(\.pointer) == ["/name", "/expires_at"])
    #expect(draft(1, name: "빌드", expires: 1).faults(at: now).isEmpty)
    #expect(draft(1).faults(at: now).isEmpty)
  }
}
