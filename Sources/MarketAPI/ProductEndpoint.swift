import HTTPServer
import MarketCatalog
import MarketJSON

extension MarketHandler {
  /// The parameters of `/v1/products`.
  static let productsParameters: [StaticString] = ["ids"]
  /// The most products that one request may ask for by id.
  static let idLimit = 100

  /// `GET /v1/products/{id}`: one product with its description and pictures.
  func product(id text: String, _ request: Request) throws(RequestError) -> Response {
    _ = try QueryParameters(request.queryBytes, accepting: [])
    let id = try Self.productID(text)
    // One state of the store for the product and its details.
    _ = try snapshot(for: request)
    let product: Product?
    do {
      product = try reader.product(id)
    } catch {
      throw .store(error)
    }
    guard let product else { throw .noSuchProduct(id: text) }
    writer.removeAll()
    writer.product(product)
    return productAnswer(to: request)
  }

  /// The id of a path.
  static func productID(_ text: String) throws(RequestError) -> Int64 {
    guard let id = QueryParameters.wholeNumber(text.utf8, atMost: .max), id >= 1 else {
      throw .invalidParameter(
        "id", detail: "id must be a whole number of at least 1, not " + quoted(text))
    }
    return id
  }

  /// `GET /v1/products?ids=7,9`: cards by id, in that order, missing ones left out.
  func products(_ request: Request) throws(RequestError) -> Response {
    let parameters = try QueryParameters(request.queryBytes, accepting: Self.productsParameters)
    guard let text = parameters.text("ids") else {
      throw .invalidParameter("ids", detail: "ids is needed, as in ids=7,9")
    }
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    guard parts.count <= Self.idLimit else {
      throw .invalidParameter(
        "ids", detail: "ids must be at most \(Self.idLimit), not \(parts.count)")
    }
    var ids: [Int64] = []
    for part in parts {
      guard let id = QueryParameters.wholeNumber(part.utf8, atMost: .max), id >= 1 else {
        throw .invalidParameter(
          "ids",
          detail: "ids must be whole numbers of at least 1 with commas between them, not "
            + quoted(text))
      }
      ids.append(id)
    }
    _ = try snapshot(for: request)
    let cards: [ProductCard]
    do {
      cards = try reader.products(ids)
    } catch {
      throw .store(error)
    }
    writer.removeAll()
    writer.beginObject()
    writer.name(.items)
    writer.beginArray()
    for card in cards { writer.card(card) }
    writer.endArray()
    writer.endObject()
    return productAnswer(to: request)
  }

  /// What the writer holds as an answer; tagged by content, since a product changes seldom while the
  /// store changes often.
  private func productAnswer(to request: Request) -> Response {
    let body = writer.bytes
    return fitter.response(
      to: request,
      with: Answer(
        contentType: "application/json", cacheControl: "public, max-age=5",
        tag: tags.tag(body: body), body: body))
  }
}
