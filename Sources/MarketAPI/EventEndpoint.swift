import HTTPServer
import MarketCatalog
import MarketJSON
import StrictJSON

extension MarketHandler {
  /// The most events of one call.
  static let eventLimit = 1_000

  /// `POST /v1/events`: records what people did, durably before the answer.
  func recordEvents(_ request: Request, _ caller: Caller) throws(RequestError) -> Reply {
    _ = try QueryParameters(request.queryBytes, accepting: [])
    guard let recorder = configuration.events else {
      throw .notReady(reason: "this server records no events")
    }
    let call = try eventCall(in: request, from: caller, for: recorder)
    let context = context(of: request)
    guard !call.events.isEmpty else {
      return .now(context.response(to: call.report(EventReport())))
    }
    return recorder.queue.reply(
      to: call.events, weight: call.events.count, in: context,
      whenFull: "too many events wait to be recorded"
    ) { context.response(to: call.report($0)) }
  }

  /// Reads a call; an event that is wrong is rejected by itself, a body that is none as a whole.
  private func eventCall(
    in request: Request, from caller: Caller, for recorder: EventRecorder
  ) throws(RequestError) -> EventCall {
    try request.requireJSON()
    let now = configuration.clock()
    let admission = EventAdmission(
      caller: caller, address: ClientAddress(of: request, trusting: recorder.proxies),
      cap: recorder.cap, now: now, reader: reader)
    if case .holder(let token) = caller, case .vendor = token.role {
      // Whose the products are, from one state of the store: one transaction for all look-ups.
      _ = try snapshot(for: request)
    }
    var call = EventCall(
      overLimit:
        "one address may send \(recorder.cap.limit) events of a product a day without a key")
    if let events = PlainEvents.events(
      in: request.body, limit: Self.eventLimit, at: now,
      hashingActorsWith: recorder.hasher.number(of:))
    {
      for (index, event) in events.enumerated() {
        try call.add(event, at: index, admission)
      }
      return call
    }

    let document: JSONDocument
    do throws(RequestError) {
      document = try request.jsonBody()
    } catch {
      guard try call.addEach(of: request.body, admission, recorder.hasher) else { throw error }
      return call
    }
    var body = document.root.object()
    let elements = body?.required("events")?.array(count: 0...Self.eventLimit)
    body?.refuseUnread()
    try document.requireFaultless()
    guard let elements else { return call }
    for (index, element) in elements.enumerated() {
      try call.add(element, at: index, admission, recorder.hasher)
    }
    return call
  }
}

/// The events of a call that are fit to be recorded, and what was rejected before.
struct EventCall: Sendable {
  private(set) var events: [Event] = []
  /// The place in the call, from 0, of each of the events.
  private var indices: [Int] = []
  private var rejected: [EventReport.Rejection] = []
  /// What is wrong with an event that is over its sender's limit.
  private let overLimit: String

  init(overLimit: String) {
    self.overLimit = overLimit
  }

  /// Adds an event, unless its sender may not send it.
  mutating func add(
    _ event: Event, at index: Int, _ admission: EventAdmission
  ) throws(RequestError) {
    var event = event
    if let detail = try admission.rejection(of: &event) { return reject(index, detail) }
    events.append(event)
    indices.append(index)
  }

  /// Adds the events of a body that is refused as a whole, each read by itself, so that only those are
  /// rejected that break a rule of the reader.
  ///
  /// - Returns: False for a body that cannot be read so: it is no JSON, or no call.
  mutating func addEach(
    of body: [UInt8], _ admission: EventAdmission, _ hasher: ActorHasher
  ) throws(RequestError) -> Bool {
    guard let ranges = JSONDocument.elementRanges(ofOnly: "events", in: body),
      ranges.count <= MarketHandler.eventLimit
    else { return false }
    for (index, range) in ranges.enumerated() {
      let document: JSONDocument
      do throws(JSONSyntaxFault) {
        document = try JSONDocument(Array(body[range]))
      } catch {
        reject(index, error.detail)
        continue
      }
      try add(document.root, at: index, admission, hasher)
    }
    return true
  }

  /// Adds an element of a body, unless it is no event, with everything that is wrong with it.
  mutating func add(
    _ element: JSONValue, at index: Int, _ admission: EventAdmission, _ hasher: ActorHasher
  ) throws(RequestError) {
    guard element.kind == .object else { return reject(index, "an event must be an object") }
    let event = element.asDocument.event(
      at: admission.now, hashingActorsWith: hasher.number(of:))
    let faults = element.document.takeFaults()
    if let event, faults.isEmpty { return try add(event, at: index, admission) }
    reject(index, faults.map(\.detail).joined(separator: "; "))
  }

  mutating func reject(_ index: Int, _ detail: String) {
    rejected.append(EventReport.Rejection(index: index, detail: detail))
  }

  /// What the client is told, from what the store says of the events that it was given.
  func report(_ stored: EventReport) -> EventReport {
    var report = stored
    for place in report.rejected.indices {
      report.rejected[place].index = indices[report.rejected[place].index]
      if report.rejected[place].detail == EventRefusal.overLimit.detail {
        report.rejected[place].detail = overLimit
      }
    }
    report.rejected = (report.rejected + rejected).sorted { $0.index < $1.index }
    return report
  }
}

extension RequestContext {
  /// The answer to a call of events.
  func response(to report: EventReport) -> Response {
    var json = JSONWriter(capacity: 128)
    json.beginObject()
    json.name(.accepted)
    json.integer(report.accepted)
    json.name(.duplicate)
    json.integer(report.duplicate)
    json.name(.rejected)
    json.beginArray()
    for rejection in report.rejected {
      json.beginObject()
      json.name(.index)
      json.integer(rejection.index)
      json.name(.detail)
      json.string(rejection.detail)
      json.endObject()
    }
    json.endArray()
    json.endObject()
    return Response(status: .ok, fields: jsonFields, body: json.bytes)
  }
}
