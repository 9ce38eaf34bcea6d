import HTTPServer
import MarketCatalog
import MarketJSON

/// Which version of a product a write is meant for: its `If-Match` (RFC 9110, 13.1.1).
struct WriteCondition: Sendable {
  private let named: NamedTags
  private let tags: EntityTagMaker

  /// Reads the condition of a request; nil without one.
  ///
  /// - Parameters:
  ///   - request: The request, which is otherwise fit to be done.
  ///   - tags: Makes the tags with which `GET` answers.
  /// - Throws: ``RequestError/badField(_:)`` for a value that is no list of tags: what it asks for is
  ///   not known, so that it is neither kept nor passed over.
  init?(of request: Request, tags: EntityTagMaker) throws(RequestError) {
    guard let value = request.field("if-match") else { return nil }
    guard let named = NamedTags(value) else {
      throw .badField("If-Match must be * or a list of tags in quotation marks")
    }
    self.named = named
    self.tags = tags
  }

  /// Whether the condition names the version of a product that readers see; false without one, since
  /// there is none of a product that is not listed.
  func holds(for product: Product?) -> Bool {
    guard let product else { return false }
    let tag = tags.tag(of: product)
    // Each coding is the same version to whoever writes.
    return ContentCoding.allCases.contains { named.includesStrongly(tag.coded($0)) }
  }
}
