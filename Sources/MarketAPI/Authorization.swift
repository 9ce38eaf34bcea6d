import HTTPServer
import MarketCatalog

// Keys, sent as bearer tokens (RFC 6750). A store compares hashes, which nobody can steer towards one
// that it has, so that the time of a look-up tells nothing of a secret.

/// Who sends a request.
enum Caller: Hashable {
  /// Someone without a key.
  case anyone
  /// The holder of a key that is taken.
  case holder(AccessToken)
}

/// The field with the key that came last, since whoever writes mostly sends the same to a loop: reading and
/// hashing a key takes several times as long as all else that is asked about it.
struct LastKey {
  private var last: (field: [UInt8], hash: [UInt8])?

  /// The hash of the key in a field, if it is the last one; compared in a time that tells nothing of
  /// the secret.
  func hash(of field: String) -> [UInt8]? {
    guard let last else { return nil }
    var field = field
    let isSame = field.withUTF8 { field in
      last.field.withUnsafeBytes { KeyedHash.areEqual($0, UnsafeRawBufferPointer(field)) }
    }
    return isSame ? last.hash : nil
  }

  /// Keeps a field whose key a store knows, with the key's hash.
  mutating func remember(_ field: String, _ hash: [UInt8]) {
    if last?.hash != hash { last = (Array(field.utf8), hash) }
  }
}

/// Why a request is refused for want of a key that is taken.
enum KeyFault: Hashable {
  /// There is none, and one is needed, as the detail says.
  case missing(detail: String)
  /// What came in the place of a key has not the form of one.
  case malformed
  /// A key came without the scheme, or under another one.
  case withoutScheme
  /// No store knows it.
  case unknown
  case expired(at: Timestamp)
  case revoked
}

extension MarketHandler {
  /// Who sends a request.
  ///
  /// A key that comes along must be right also where none is needed, so that a wrong one is noticed
  /// at the first request. What else comes under another scheme is a proxy's, not ours to judge.
  func caller(of request: Request) throws(RequestError) -> Caller {
    guard let field = request.field("authorization") else { return .anyone }
    let hash: [UInt8]
    if let known = lastKey.hash(of: field) {
      hash = known
    } else {
      guard let text = Self.bearerToken(in: field) else {
        let parts = field.split(separator: " ")
        guard !parts.contains(where: { $0.hasPrefix(AccessKey.prefix) }) else {
          throw .unauthorized(.withoutScheme)
        }
        return .anyone
      }
      guard let key = AccessKey(text) else { throw .unauthorized(.malformed) }
      hash = key.hash
    }
    let token: AccessToken?
    do {
      token = try reader.token(withHash: hash)
    } catch {
      throw .store(error)
    }
    guard let token else { throw .unauthorized(.unknown) }
    lastKey.remember(field, hash)
    switch token.standing(at: try freshness(for: request).now) {
    case .valid: return .holder(token)
    case .expired(let moment): throw .unauthorized(.expired(at: moment))
    case .revoked: throw .unauthorized(.revoked)
    }
  }

  /// The token of whoever asks for something that needs a key.
  static func requireKey(_ caller: Caller) throws(RequestError) -> AccessToken {
    switch caller {
    case .anyone: throw .unauthorized(.missing(detail: "writing needs a key"))
    case .holder(let token): return token
    }
  }

  /// Refuses a write by a key that has written too often.
  func limitWrites(_ request: Request, _ caller: Caller) throws(RequestError) {
    switch (request.method, caller) {
    case (.get, _), (.head, _), (.options, _), (_, .anyone): return
    case (.post, .holder(let token)), (.put, .holder(let token)), (.patch, .holder(let token)),
      (.delete, .holder(let token)):
      let limit = configuration.writeLimit
      let now = try freshness(for: request).now
      if let seconds = limit.secondsUntilAdmitted(tokenID: token.id, at: now) {
        throw .tooManyWrites(perSecond: limit.perSecond, seconds: seconds)
      }
    }
  }

  /// What stands behind the scheme `Bearer`, in any case; nil for another scheme.
  private static func bearerToken(in field: String) -> String? {
    let parts = field.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: true)
    guard parts.first?.lowercased() == "bearer" else { return nil }
    return parts.count == 2 ? String(parts[1].drop { $0 == " " }) : ""
  }
}

extension Problem {
  /// The scheme of keys, with which every challenge begins (RFC 6750, 3).
  private static let scheme = "Bearer realm=\"market\""

  /// The problem that tells a client what is wrong with its key.
  init(_ fault: KeyFault) {
    let detail: String
    var error = ", error=\"invalid_token\""
    switch fault {
    case .missing(let need):
      detail = need + ", as in Authorization: Bearer \(AccessKey.prefix)…"
      // Who sent nothing made no error.
      error = ""
    case .malformed:
      detail =
        "the key in Authorization is not one: it has the form \(AccessKey.prefix) and 43 characters"
    case .withoutScheme:
      detail =
        "the key in Authorization needs its scheme: Authorization: Bearer \(AccessKey.prefix)…"
    case .unknown: detail = "the key in Authorization is not known"
    case .expired(let moment): detail = "the key in Authorization expired at " + moment.rfc3339
    case .revoked: detail = "the key in Authorization was revoked"
    }
    self.init(type: .unauthorized, detail: detail, challenge: Self.scheme + error)
  }

  /// The problem that tells the holder of a key that it is not enough.
  static func forbidden(_ detail: String) -> Problem {
    Problem(
      type: .forbidden, detail: detail, challenge: scheme + ", error=\"insufficient_scope\"")
  }
}
