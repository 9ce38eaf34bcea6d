import MarketAPI
import MarketCatalog
import MarketData
import MarketSQLite

/// `events record`: views, likes and purchases from a file.
enum EventsCommand {
  /// How many events are recorded in one transaction.
  private static let batchSize = 1_000

  /// Records what a file holds, each event id once, then lets it move counts and ranks.
  ///
  /// Faulty lines are left out and reported; the others count. A file may be recorded again.
  static func record(_ context: Context) throws -> ExitCode {
    guard let path = context.arguments.texts.first else {
      preconditionFailure("the table asks for a file")
    }
    let settings = try context.settings()
    let store = try settings.openStore()
    let reader = try store.makeReader()
    try ArithmeticNotice.note(reader, settings, context.standardError)
    let hasher = ActorHasher(secret: try reader.secret(.actor))
    var recorder = Recorder(writer: try store.makeWriter(), now: context.now)
    let bar = context.progressBar("recording", total: nil)
    defer { bar.finish() }
    var count = 0
    let unreadable: RowFaults
    do {
      unreadable = try EventFile.read(
        path: path, at: context.now, hashingActorsWith: hasher.number(of:)
      ) { row in
        count += 1
        bar.update(count)
        try recorder.take(row)
      }
    } catch let fault as InputFault {
      throw Failure(
        fault, in: path, consequence: "see what an event looks like in docs/product-files.md")
    }
    try recorder.finish()
    bar.finish()

    let told = unreadable.first + recorder.rejections
    let untold = unreadable.count - unreadable.first.count
    let rejected = Set(told.map(\.row)).count + untold
    try context.output.writeLine(
      "\(recorder.accepted) accepted, \(recorder.duplicate) duplicate, \(rejected) rejected")
    guard rejected == 0 else {
      throw Failure(
        rows: told, count: told.count + untold, in: path,
        advice: "correct these rows and record the file again; what was accepted counts once")
    }
    return .done
  }

  /// Gathers events into transactions.
  private struct Recorder {
    let writer: SQLiteWriter
    let now: Timestamp
    private(set) var accepted = 0
    private(set) var duplicate = 0
    private(set) var rejections: [RowFault] = []
    private var waiting: [EventFile.Row] = []

    init(writer: SQLiteWriter, now: Timestamp) {
      self.writer = writer
      self.now = now
    }

    mutating func take(_ row: EventFile.Row) throws(StoreError) {
      waiting.append(row)
      if waiting.count == EventsCommand.batchSize { try recordWaiting() }
    }

    /// Records the rest and applies everything that is recorded.
    mutating func finish() throws(StoreError) {
      try recordWaiting()
      _ = try writer.applyRecordedEvents(at: now)
    }

    private mutating func recordWaiting() throws(StoreError) {
      guard !waiting.isEmpty else { return }
      let report = try writer.record(waiting.map(\.event), at: now)
      accepted += report.accepted
      duplicate += report.duplicate
      rejections += report.rejected.map {
        RowFault(row: waiting[$0.index].row, detail: $0.detail)
      }
      waiting.removeAll(keepingCapacity: true)
    }
  }
}
