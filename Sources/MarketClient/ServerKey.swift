/// An API key as a client shows it to its server: what `market-cli token create` printed.
///
/// It is not shown when it is printed, alone or in ``ClientSettings``.
public struct ServerKey: Hashable, Sendable {
  /// The key's characters.
  public let text: String

  /// Takes a key's text; nil for one that cannot stand behind `Bearer` in a field.
  ///
  /// Letters, digits and `-._~+/` with `=` at the end (RFC 6750, 2.1), so that no text can bring a
  /// field of its own into a request. Whether the server knows the key is for the server to say.
  public init?(_ text: String) {
    let characters = text.utf8.reversed().drop { $0 == UInt8(ascii: "=") }
    guard !characters.isEmpty, characters.allSatisfy(Self.isToken) else { return nil }
    self.text = text
  }

  private static func isToken(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: "-._~+/".utf8.contains(byte)
    }
  }
}

extension ServerKey: CustomStringConvertible, CustomReflectable {
  /// That there is a key.
  public var description: String { "ServerKey(…)" }
  /// Nothing.
  public var customMirror: Mirror { Mirror(self, children: []) }
}

extension ClientSettings {
  /// The fields that every request of a client has.
  func fields(accepting types: String) -> [HeaderField] {
    var fields = [HeaderField("Accept", types), HeaderField("User-Agent", userAgent)]
    if let accessKey { fields.append(HeaderField("Authorization", "Bearer " + accessKey.text)) }
    return fields
  }
}
