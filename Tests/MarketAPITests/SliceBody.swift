import Foundation
import HTTPServer
import Testing

/// A slice as a client reads it.
struct SliceBody {
  var pageIndex: Int
  var pageID: String
  var generation: Int64
  var limit: Int
  var items: [[String: Any]]
  var nextCursor: String?

  /// The products' ids in their order.
  var ids: [Int64] { items.compactMap { ($0["id"] as? NSNumber)?.int64Value } }

  init(_ response: Response) throws {
    try self.init(status: response.status.code, body: response.body)
  }

  init(status: Int, body: [UInt8]) throws {
    try #require(status == 200, "\(String(decoding: body, as: UTF8.self))")
    let object = try JSONSerialization.jsonObject(with: Data(body))
    let members = try #require(object as? [String: Any])
    let page = try #require(members["page"] as? [String: Any])
    pageIndex = try #require(page["index"] as? Int)
    pageID = try #require(page["id"] as? String)
    generation = try #require(members["generation"] as? NSNumber).int64Value
    limit = try #require(members["limit"] as? Int)
    items = try #require(members["items"] as? [[String: Any]])
    nextCursor = members["next_cursor"] as? String
  }
}
