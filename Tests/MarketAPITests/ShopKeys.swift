import MarketCatalog
import TestSupport

@testable import MarketAPI

extension AccessKey {
  /// A key that never varies, of 32 equal bytes; distinct below 64.
  static func fixed(_ number: Int) -> AccessKey {
    let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")
    guard let key = AccessKey(prefix + String(digits[number]) + String(repeating: "A", count: 42))
    else { preconditionFailure("not the form of a key") }
    return key
  }
}

extension InMemoryStore {
  /// Makes a key for a role and returns the field that sends it.
  func authorization(_ role: TokenRole, expiresAt: Timestamp? = nil) -> (
    name: String, value: String
  ) {
    let key = AccessKey.random()
    let draft = TokenDraft(role: role, secretHash: key.hash, expiresAt: expiresAt)
    do {
      _ = try addToken(draft, at: Timestamp(milliseconds: 0))
    } catch {
      preconditionFailure("a random key is new: \(error)")
    }
    return ("authorization", "Bearer " + key.text)
  }
}
