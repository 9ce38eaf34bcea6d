import Glibc
import Visitors

/// Writes `POST /v1/events` requests with events that nobody sent before, each from another address.
struct EventCalls {
  let size: Int
  private var visitors: Visitors
  private var body: [UInt8] = []

  init(size: Int, products: Int64, ids: Visitors.IDs) {
    self.size = size
    visitors = Visitors(products: products, ids: ids)
  }

  /// The next request's bytes.
  mutating func next(to host: String) -> [UInt8] {
    body.removeAll(keepingCapacity: true)
    append(#"{"events":["#)
    let now = Self.millisecondsNow()
    for index in 0..<size {
      let event = visitors.next(at: now)
      append(index > 0 ? #",{"id":""# : #"{"id":""#)
      appendUUID(event.idHigh, event.idLow)
      append(event.isLike ? #"","type":"like","product_id":"# : #"","type":"view","product_id":"#)
      append(String(event.productID))
      append(#","actor":"visitor-"#)
      append(String(event.visitor))
      append(#""}"#)
    }
    append("]}")
    let head = """
      POST /v1/events HTTP/1.1\r
      Host: \(host)\r
      X-Forwarded-For: \(visitors.address())\r
      Content-Type: application/json\r
      Content-Length: \(body.count)\r
      \r

      """
    return Array(head.utf8) + body
  }

  private mutating func append(_ text: String) { body.append(contentsOf: text.utf8) }

  private mutating func appendUUID(_ high: UInt64, _ low: UInt64) {
    for place in 0..<32 {
      if place == 8 || place == 12 || place == 16 || place == 20 { body.append(45) }
      let half = place < 16 ? high : low
      let digit = UInt8(truncatingIfNeeded: half >> UInt64(60 - place % 16 * 4)) & 15
      body.append(digit < 10 ? 48 + digit : 87 + digit)
    }
  }

  private static func millisecondsNow() -> Int64 {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000
  }
}
