import HTTPServer
import MarketCatalog
import MarketJSON

extension MarketHandler {
  /// `GET /v1/categories`: the categories that have listed products, with titles in the language
  /// that the request likes best.
  func categories(_ request: Request) throws(RequestError) -> Response {
    _ = try QueryParameters(request.queryBytes, accepting: [])
    let language = Language(accepting: request.field("accept-language"))
    let present = try freshness(for: request)
    var answer = Answer(
      contentType: "application/json",
      cacheControl: "public, max-age=5, stale-while-revalidate=30", vary: ["Accept-Language"],
      tag: tags.tag(categoriesIn: language, at: present), body: [])
    answer.fields.append("Content-Language", language.rawValue)
    if let notModified = fitter.notModified(request, answer) { return notModified }

    // Someone may have written between the two looks: the tag must be that of what is read now.
    answer.tag = tags.tag(categoriesIn: language, at: try snapshot(for: request))
    let counts: [CategoryCount]
    do {
      counts = try reader.categories()
    } catch {
      throw .store(error)
    }
    writer.removeAll()
    writer.categories(Self.inShopOrder(counts), in: language)
    answer.body = writer.bytes
    return fitter.whole(answer, in: fitter.coding(of: request), for: request)
  }

  /// The categories that the market knows in their order, then the others by slug.
  private static func inShopOrder(_ counts: [CategoryCount]) -> [CategoryCount] {
    let known = ProductCategory.all
    let places = counts.map { count in
      (place: known.firstIndex { $0.slug == count.slug } ?? known.count, count: count)
    }
    return places.sorted { ($0.place, $0.count.slug) < ($1.place, $1.count.slug) }.map(\.count)
  }
}

extension JSONWriter {
  /// Writes categories with their titles in a language; one without a title shows its slug.
  fileprivate mutating func categories(_ counts: [CategoryCount], in language: Language) {
    beginObject()
    name(.categories)
    beginArray()
    for count in counts {
      beginObject()
      name(.slug)
      string(count.slug)
      name(.title)
      string(ProductCategory(slug: count.slug)?.title(in: language) ?? count.slug)
      name(.productCount)
      integer(count.listed)
      endObject()
    }
    endArray()
    endObject()
  }
}
