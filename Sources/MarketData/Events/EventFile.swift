public import MarketCatalog
import MarketJSON
import StrictJSON

/// A file of events, one JSON object a line, with the members of an event of the API: `id`, `type`,
/// `product_id`, `actor`, and `occurred_at` when it was not just now.
public enum EventFile {
  /// One event with the line it stands on.
  public struct Row: Hashable, Sendable {
    /// The line, from 1.
    public var row: Int
    /// The event.
    public var event: Event
  }

  /// The most bytes of a line: 64 KiB.
  public static let lineLimit = 65_536

  /// Reads every event of a file in its order.
  ///
  /// Faulty lines are left out and reported. Line ends may be CR LF, a byte-order mark and empty lines
  /// are ignored.
  ///
  /// - Parameters:
  ///   - path: The file's path, or `-` for standard input.
  ///   - now: The present, against which the events' times are checked.
  ///   - hash: Makes the number under which an actor is stored from the actor's text.
  ///   - take: Takes an event; an error that it throws ends the reading and is thrown on.
  /// - Returns: The faults of the lines that were left out.
  /// - Throws: ``InputFault/file(_:)`` when the file cannot be read, ``InputFault/document(_:)`` when
  ///   it is empty; what `take` throws.
  public static func read(
    path: String, at now: Timestamp, hashingActorsWith hash: (String) -> Int64,
    _ take: (Row) throws -> Void
  ) throws -> RowFaults {
    let reader = try LineReader(path: path)
    var faults = RowFaults()
    var isEmpty = true
    var line: [UInt8] = []
    while true {
      switch try reader.next(into: &line, limit: lineLimit) {
      case .none:
        if isEmpty { throw InputFault.document("the file is empty") }
        return faults
      case .tooLong:
        isEmpty = false
        try reader.skipLine()
        faults.append(
          RowFault(
            row: reader.lineNumber, detail: "the line is longer than \(lineLimit >> 10) KiB"))
      case .whole:
        if line.isBlank { continue }
        isEmpty = false
        if let event = event(in: line, reader.lineNumber, now, hash, &faults) {
          try take(Row(row: reader.lineNumber, event: event))
        }
      }
    }
  }

  private static func event(
    in line: [UInt8], _ row: Int, _ now: Timestamp, _ hash: (String) -> Int64,
    _ faults: inout RowFaults
  ) -> Event? {
    let document: JSONDocument
    do throws(JSONSyntaxFault) {
      document = try JSONDocument(line, limits: .file)
    } catch {
      faults.append(RowFault(syntax: error, row: row))
      return nil
    }
    let event = document.root.event(at: now, hashingActorsWith: hash)
    for fault in document.faults {
      faults.append(RowFault(row: row, pointer: fault.pointer, detail: fault.detail))
    }
    return document.isFaultless ? event : nil
  }
}
