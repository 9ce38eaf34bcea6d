/// The tags that `If-Match` or `If-None-Match` names (RFC 9110, 13.1).
enum NamedTags: Sendable {
  /// `*`: whatever there is.
  case any
  /// The tags of a list, which may be empty.
  case listed([Tag])

  /// One tag of a list.
  struct Tag: Sendable {
    /// Whether it says no more than that what it names means the same.
    var isWeak: Bool
    /// What stands between the quotes.
    var opaque: ArraySlice<UInt8>
  }

  /// Reads a field's value; nil for one that is neither `*` nor a list of tags.
  init?(_ value: String) {
    var rest = Array(value.utf8)[...].trimmingBlanks
    if rest.elementsEqual("*".utf8) {
      self = .any
      return
    }
    var tags: [Tag] = []
    while !rest.isEmpty {
      // Empty elements are read over, as RFC 9110, 5.6.1.2 asks for.
      if rest.first != UInt8(ascii: ",") {
        let isWeak = rest.starts(with: "W/".utf8)
        if isWeak { rest = rest.dropFirst(2) }
        guard rest.popFirst() == UInt8(ascii: "\""),
          // Commas may stand inside of the quotes, quotes and blanks may not.
          let end = rest.firstIndex(where: { !$0.isTagCharacter }), rest[end] == UInt8(ascii: "\"")
        else { return nil }
        tags.append(Tag(isWeak: isWeak, opaque: rest[..<end]))
        rest = rest[(end + 1)...].trimmingBlanks
        guard rest.isEmpty || rest.first == UInt8(ascii: ",") else { return nil }
      }
      rest = rest.dropFirst().trimmingBlanks
    }
    self = .listed(tags)
  }

  /// Whether a tag is named, by the weak comparison: `W/` makes no difference.
  func includes(_ tag: EntityTag) -> Bool {
    switch self {
    case .any: true
    case .listed(let tags): tags.contains { tag.opaque.elementsEqual($0.opaque) }
    }
  }

  /// Whether a tag, which is a strong one, is named by the strong comparison: `W/` names nothing.
  func includesStrongly(_ tag: EntityTag) -> Bool {
    switch self {
    case .any: true
    case .listed(let tags):
      tags.contains { !$0.isWeak && tag.opaque.elementsEqual($0.opaque) }
    }
  }
}

extension UInt8 {
  /// Whether the byte may stand in a tag (`etagc` of RFC 9110, 8.8.3).
  fileprivate var isTagCharacter: Bool { self > 0x20 && self != 0x22 && self != 0x7F }
}

extension ArraySlice<UInt8> {
  /// The bytes without spaces and tabs at their ends.
  fileprivate var trimmingBlanks: Self {
    func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
    let start = drop(while: isBlank)
    return start[..<((start.lastIndex { !isBlank($0) }).map { $0 + 1 } ?? start.startIndex)]
  }
}
