import HTTPServer
import MarketCatalog
import MarketJSON

/// A strong validator of one representation (RFC 9110, 8.8.3).
struct EntityTag: Hashable {
  /// What stands between the quotes, in ASCII.
  let opaque: [UInt8]

  /// Appends the tag as `ETag` has it.
  func append(to text: inout [UInt8]) {
    text.append(UInt8(ascii: "\""))
    text.append(contentsOf: opaque)
    text.append(UInt8(ascii: "\""))
  }

  /// The tag of the same content in a coding, which is another representation.
  func coded(_ coding: ContentCoding) -> EntityTag {
    switch coding {
    case .identity: self
    case .gzip: EntityTag(opaque: opaque + "-gzip".utf8)
    }
  }

  /// The first of the tags that an `If-None-Match` names; `*` alone names all of them.
  ///
  /// The comparison is the weak one, as RFC 9110, 13.1.2 asks for: `W/` makes no difference. A value
  /// that is no list of tags names none, so that the client gets the whole answer.
  static func first(of tags: [EntityTag], namedBy value: String) -> EntityTag? {
    guard let named = NamedTags(value) else { return nil }
    return tags.first(where: named.includes)
  }
}

/// Makes tags out of what representations depend on.
struct EntityTagMaker: Sendable {
  private let hash: KeyedHash

  /// Raised when the same data is written in another way, so that no client keeps the old form.
  private static let representation = "1"
  private static let hashCount = 16
  /// What the tags of this store's slices begin with: numbers of versions are alike in all stores.
  private let slicePrefix: [UInt8]

  init(hash: KeyedHash) {
    self.hash = hash
    let mark = Base64URL.encode(hash.hash(Array("slices".utf8), count: Self.hashCount))
    slicePrefix = Array((Self.representation + ".").utf8) + mark.prefix(6)
  }

  /// The tag of a body.
  func tag(body: [UInt8]) -> EntityTag {
    EntityTag(opaque: Base64URL.encode(hash.hash(body, count: Self.hashCount)))
  }

  /// The tag with which `GET` answers for a product.
  func tag(of product: Product) -> EntityTag {
    var json = JSONWriter(capacity: 4_096)
    json.product(product)
    return tag(body: json.bytes)
  }

  /// The tag of a slice, known before its query has run: what the slice depends on, in plain numbers.
  ///
  /// A first slice's bytes depend on `walkStart` through `next_cursor`; those of a later one on its
  /// own cursor, which its signature stands for.
  ///
  /// - Parameters:
  ///   - query: What was asked for.
  ///   - cursorText: The signed text of the query's cursor, or nil without one.
  ///   - countsTotal: Whether the total is told as well.
  ///   - present: What answers depend on now.
  /// - Returns: The tag of the slice in no coding.
  func tag(
    query: FeedQuery, cursorText: ArraySlice<UInt8>?, countsTotal: Bool, at present: Freshness
  ) -> EntityTag {
    var opaque: [UInt8] = []
    opaque.reserveCapacity(80)
    opaque.append(contentsOf: slicePrefix)
    /// Adds a number; those below zero, as times before 1970, as what they are without a sign.
    func add(_ number: some FixedWidthInteger) {
      opaque.append(UInt8(ascii: "."))
      opaque.appendDigits(of: UInt64(truncatingIfNeeded: number), radix: 36)
    }
    add(present.version.generation)
    add(present.version.catalogVersion)
    add(query.limit)
    if let cursorText {
      opaque.append(UInt8(ascii: "."))
      opaque.append(contentsOf: cursorText.suffix(CursorSigner.signatureTextCount))
    } else {
      add(query.page.rawValue)
      add(query.filter.fingerprint)
      add(present.walkStart.milliseconds)
    }
    if countsTotal { opaque += ".n".utf8 }
    return EntityTag(opaque: opaque)
  }

  /// The tag of the list of categories, known before it is read: ticks do not change it.
  func tag(categoriesIn language: Language, at present: Freshness) -> EntityTag {
    let version = String(present.version.catalogVersion, radix: 36)
    return EntityTag(
      opaque: slicePrefix + ".c.".utf8 + version.utf8 + ".".utf8 + language.rawValue.utf8)
  }
}
