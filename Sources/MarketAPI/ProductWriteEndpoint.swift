import HTTPServer
import MarketCatalog
import MarketJSON
import StrictJSON

// Writes of products: by an admin, or by the vendor whose they are.

extension MarketHandler {
  /// The members of a product that a later version will let a write change.
  static let unchangeableMembers = [
    "name", "description", "price", "original_price", "stock", "category", "vendor_id",
  ]

  /// `DELETE /v1/products/{id}`: takes a product out of the feeds.
  func unlistProduct(
    id text: String, _ request: Request, _ caller: Caller
  ) throws(RequestError) -> Reply {
    let id = try writableProduct(text, request, caller)
    return try write(.setListed(false, id: id), for: request)
  }

  /// `PATCH /v1/products/{id}`: lists a product again, or unlists it.
  func editProduct(
    id text: String, _ request: Request, _ caller: Caller
  ) throws(RequestError) -> Reply {
    let id = try writableProduct(text, request, caller)
    let document = try request.jsonBody()
    var body = document.root.object()
    for name in Self.unchangeableMembers {
      if let member = body?.optional(name) { member.report("cannot be changed yet") }
    }
    let isListed = body?.required("listed")?.bool()
    body?.refuseUnread()
    try document.requireFaultless()
    guard let isListed else { throw .fault(detail: "a body without faults has no listed") }
    return try write(.setListed(isListed, id: id), for: request)
  }

  /// The id in the path of a write; refuses who may not write that product: everyone but admins and the
  /// vendor whose it is.
  private func writableProduct(
    _ text: String, _ request: Request, _ caller: Caller
  ) throws(RequestError) -> Int64 {
    _ = try QueryParameters(request.queryBytes, accepting: [])
    let id = try Self.productID(text)
    let token = try Self.requireKey(caller)
    let ownership: ProductOwnership?
    do {
      ownership = try reader.ownership(ofProduct: id)
    } catch {
      throw .store(error)
    }
    guard let ownership else { throw .store(.unknownProducts(ids: [id])) }
    switch token.role {
    case .admin: break
    case .vendor(let vendorID):
      guard ownership.vendorID == vendorID else {
        throw .forbidden(detail: "a vendor's key writes the vendor's own products only")
      }
    }
    return id
  }

  /// Hands a write over; answered when it is on disk.
  private func write(
    _ change: ProductWrite.Change, for request: Request
  ) throws(RequestError) -> Reply {
    let condition = try WriteCondition(of: request, tags: tags)
    guard let writer = configuration.products else {
      throw .notReady(reason: "this server writes no products")
    }
    let context = context(of: request)
    return writer.queue.reply(
      to: ProductWrite(change: change, condition: condition), in: context,
      whenFull: "too many writes of products wait"
    ) { context.response(to: $0) }
  }
}

extension RequestContext {
  /// The answer to a write: the product as it is now, or nothing of one that nobody sees.
  fileprivate func response(to report: ProductWriteReport) -> Response {
    switch report {
    case .written(nil): return Response(status: .noContent, fields: fields)
    case .written(let product?):
      var json = JSONWriter(capacity: 4_096)
      json.product(product)
      return Response(status: .ok, fields: jsonFields, body: json.bytes)
    case .conditionFailed(let isListed):
      let detail =
        isListed
        ? "If-Match names another version of the product than the present one"
        : "If-Match asks for a version of the product, which is not listed and so has none"
      return response(to: Problem(.preconditionFailed(detail: detail)))
    }
  }
}
