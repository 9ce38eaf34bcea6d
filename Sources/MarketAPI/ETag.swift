import MarketCatalog

/// A strong validator of one representation (RFC 9110, 8.8.3).
struct EntityTag: Hashable {
  /// What stands between the quotes.
  let opaque: String

  /// The tag as `ETag` has it.
  var text: String { "\"" + opaque + "\"" }

  /// The tag of the same content in a coding, which is another representation.
  func coded(_ coding: ContentCoding) -> EntityTag {
    switch coding {
    case .identity: self
    case .gzip: EntityTag(opaque: opaque + "-gzip")
    }
  }

  /// The first of the tags that an `If-None-Match` names; `*` names all of them.
  ///
  /// The comparison is the weak one, as RFC 9110, 13.1.2 asks for: `W/` makes no difference.
  static func first(of tags: [EntityTag], namedBy value: String) -> EntityTag? {
    let bytes = Array(value.utf8)
    var named: [ArraySlice<UInt8>] = []
    var position = 0
    while position < bytes.count {
      if bytes[position] == UInt8(ascii: "*") { return tags.first }
      guard bytes[position] == UInt8(ascii: "\"") else {
        position += 1
        continue
      }
      // Commas may stand inside of the quotes, quotes may not.
      let start = position + 1
      guard let end = bytes[start...].firstIndex(of: UInt8(ascii: "\"")) else { break }
      named.append(bytes[start..<end])
      position = end + 1
    }
    return tags.first { tag in named.contains { tag.opaque.utf8.elementsEqual($0) } }
  }
}

/// Makes tags out of what representations depend on.
struct EntityTagMaker {
  private let hash: KeyedHash

  /// Raised when the same data is written in another way, so that no client keeps the old form.
  private static let representation: UInt8 = 1
  private static let hashCount = 16

  init(hash: KeyedHash) {
    self.hash = hash
  }

  /// The tag of a body.
  func tag(body: [UInt8]) -> EntityTag {
    tag(of: [0] + body)
  }

  /// The tag of a slice, known before its query has run.
  ///
  /// A first slice's bytes depend on `walkStart` through `next_cursor`; those of a later one on its
  /// own cursor.
  func tag(query: FeedQuery, version: StoreVersion, walkStart: Timestamp) -> EntityTag {
    var input: [UInt8] = [1, Self.representation]
    for value in [
      version.generation, version.catalogVersion,
      query.cursor == nil ? walkStart.milliseconds : 0,
      Int64(query.page.rawValue), Int64(query.limit),
      Int64(bitPattern: query.filter.fingerprint),
    ] {
      withUnsafeBytes(of: value.bigEndian) { input.append(contentsOf: $0) }
    }
    if let cursor = query.cursor { input += cursor.bytes }
    return tag(of: input)
  }

  private func tag(of input: [UInt8]) -> EntityTag {
    let text = Base64URL.encode(hash.hash(input, count: Self.hashCount))
    return EntityTag(opaque: String(decoding: text, as: UTF8.self))
  }
}
