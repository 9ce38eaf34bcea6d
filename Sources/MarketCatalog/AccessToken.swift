// API keys as a store keeps them. The secret itself, and how it is hashed, is the API's business.

/// What a key lets its holder do.
public enum TokenRole: Hashable, Sendable {
  /// Everything.
  case admin
  /// What concerns the products of one vendor, by the vendor's id.
  case vendor(Int64)
}

/// An API key as a store keeps it: who holds it and for how long, never the secret.
public struct AccessToken: Hashable, Sendable {
  /// The token's id, from 1.
  public var id: Int64
  /// What the operator calls it; may be empty.
  public var name: String
  /// What it lets its holder do.
  public var role: TokenRole
  /// When it was created.
  public var createdAt: Timestamp
  /// From when on it is refused, or nil for never.
  public var expiresAt: Timestamp?
  /// When it was revoked, or nil.
  public var revokedAt: Timestamp?

  /// Makes a token.
  public init(
    id: Int64, name: String, role: TokenRole, createdAt: Timestamp, expiresAt: Timestamp? = nil,
    revokedAt: Timestamp? = nil
  ) {
    self.id = id
    self.name = name
    self.role = role
    self.createdAt = createdAt
    self.expiresAt = expiresAt
    self.revokedAt = revokedAt
  }

  /// Whether a token is taken.
  public enum Standing: Hashable, Sendable {
    /// It is.
    case valid
    /// Its time is over, since the given moment.
    case expired(at: Timestamp)
    /// It was taken back, whatever its time.
    case revoked
  }

  /// Whether the token is taken at a moment.
  public func standing(at now: Timestamp) -> Standing {
    if revokedAt != nil { return .revoked }
    if let expiresAt, expiresAt <= now { return .expired(at: expiresAt) }
    return .valid
  }
}

/// A token as someone wants it to be, not yet checked.
public struct TokenDraft: Hashable, Sendable {
  /// What the operator calls it, in NFC; may be empty.
  public var name: String
  /// What it is to let its holder do.
  public var role: TokenRole
  /// The hash of its secret, ``hashCount`` bytes long.
  public var secretHash: [UInt8]
  /// From when on it is refused, or nil for never.
  public var expiresAt: Timestamp?

  /// Makes a draft.
  public init(name: String = "", role: TokenRole, secretHash: [UInt8], expiresAt: Timestamp? = nil)
  {
    self.name = name
    self.role = role
    self.secretHash = secretHash
    self.expiresAt = expiresAt
  }

  /// The number of bytes of a secret's hash.
  public static let hashCount = 32

  /// Every fault of the draft at a moment; empty when it can be stored.
  public func faults(at now: Timestamp) -> [FieldFault] {
    // A name that is there is as a vendor's must be: it stands in a list, a line for each.
    var faults = name.isEmpty ? [] : ProductDraft.vendorNameFaults(name)
    if let expiresAt, expiresAt <= now {
      faults.append(
        FieldFault(
          pointer: "/expires_at",
          detail: "expires_at must be later than now, not " + expiresAt.rfc3339))
    }
    return faults
  }
}

/// Keeps the tokens of those who may write.
public protocol TokenKeeping {
  /// Adds a token, which ``Authorizing`` finds from the next call on, in any process.
  ///
  /// - Parameters:
  ///   - draft: What to add; a draft without faults.
  ///   - now: The present.
  /// - Returns: The token with its id.
  /// - Throws: ``StoreError/constraint(detail:)`` when there is no vendor with the role's id, or the
  ///   hash is known.
  func addToken(_ draft: TokenDraft, at now: Timestamp) throws(StoreError) -> AccessToken

  /// Every token, by id, those that are over among them.
  func tokens() throws(StoreError) -> [AccessToken]

  /// Takes a token back for good; false when there is none with the id.
  ///
  /// One that was revoked before keeps its moment.
  func revokeToken(_ id: Int64, at now: Timestamp) throws(StoreError) -> Bool
}

/// Whose a product is.
public struct ProductOwnership: Hashable, Sendable {
  /// The vendor's id, or nil for the market's own.
  public var vendorID: Int64?
  /// Whether the product is listed.
  public var isListed: Bool

  /// Makes an ownership.
  public init(vendorID: Int64?, isListed: Bool) {
    self.vendorID = vendorID
    self.isListed = isListed
  }
}

/// Finds out who may do what.
public protocol Authorizing {
  /// The token whose secret has the hash, also one that is over; nil when there is none.
  ///
  /// Sees what any process has written before the call. Cheap when nothing was written since the
  /// same token was asked for.
  func token(withHash hash: [UInt8]) throws(StoreError) -> AccessToken?

  /// Whose a product is, listed or not; nil when there is none with the id.
  func ownership(ofProduct id: Int64) throws(StoreError) -> ProductOwnership?
}
