/// Reads server-sent events as the HTML standard writes them (9.2.6), however the bytes are cut.
struct EventStreamParser: Sendable {
  /// What stands between two empty lines.
  struct Event: Hashable, Sendable {
    /// The event's type; empty where none is named.
    var name = ""
    var hasData = false
    /// The id that holds from this event on; empty where there was none yet.
    var id = ""
    /// The wait before another connection, in milliseconds, where the event names one.
    var retry: Int64?
  }

  /// The last id that was told; it outlives the connection.
  private(set) var lastEventID = ""
  private let limit: Int
  private var line: [UInt8] = []
  private var size = 0
  private var event = Event()
  private var isEmpty = true
  private var endsWithReturn = false
  private var isAtStart = true

  /// Makes a parser that takes at most `limit` bytes for an event.
  init(limit: Int) {
    self.limit = limit
  }

  /// Begins a connection; what was left of the one before is lost.
  mutating func begin() {
    let id = lastEventID
    self = EventStreamParser(limit: limit)
    lastEventID = id
  }

  /// Takes bytes and gives the events that end with them.
  mutating func parse(_ bytes: [UInt8]) throws(ClientError) -> [Event] {
    var events: [Event] = []
    for byte in bytes {
      let isSecondHalf = endsWithReturn && byte == 0x0A
      endsWithReturn = byte == 0x0D
      if isSecondHalf { continue }
      guard byte == 0x0A || byte == 0x0D else {
        size += 1
        guard size <= limit else { throw .unexpected(.tooLarge(limit: limit)) }
        line.append(byte)
        continue
      }
      if isAtStart, line.starts(with: [0xEF, 0xBB, 0xBF]) { line.removeFirst(3) }
      isAtStart = false
      if line.isEmpty {
        if !isEmpty {
          event.id = lastEventID
          events.append(event)
        }
        (event, isEmpty, size) = (Event(), true, 0)
      } else {
        takeLine()
      }
      line.removeAll(keepingCapacity: true)
    }
    return events
  }

  private mutating func takeLine() {
    let colon = line.firstIndex(of: UInt8(ascii: ":")) ?? line.endIndex
    var rest = line[colon...].dropFirst()
    if rest.first == UInt8(ascii: " ") { rest.removeFirst() }
    let value = String(decoding: rest, as: UTF8.self)
    switch String(decoding: line[..<colon], as: UTF8.self) {
    case "event": event.name = value
    case "data": event.hasData = true
    case "id" where !rest.contains(0): lastEventID = value
    case "retry": event.retry = Int64(value)
    // A comment, or a field of a later standard.
    case _: return
    }
    isEmpty = false
  }
}
