import Synchronization

/// A figure that `/metrics` tells.
public enum MetricName: String, CaseIterable, Sendable {
  case requests = "market_http_requests_total"
  case durations = "market_http_request_duration_seconds"
  case connections = "market_http_connections"
  case streams = "market_http_streams"
  case renderedSlices = "market_rendered_slices"
  case renderedBytes = "market_rendered_bytes"
  case renderedBytesLimit = "market_rendered_bytes_limit"
  case generation = "market_generation"
  case catalogVersion = "market_catalog_version"
  case eventsAccepted = "market_events_accepted_total"
  case eventsDuplicate = "market_events_duplicate_total"
  case eventsApplied = "market_events_applied_total"
  case eventsWaiting = "market_events_waiting"
  case ticks = "market_ticks_total"
  case failedTicks = "market_failed_ticks_total"
  case residentMemory = "process_resident_memory_bytes"
  case processorTime = "process_cpu_seconds_total"
  case openFiles = "process_open_fds"
  case openFilesLimit = "process_max_fds"

  /// What it is: a line without a full stop.
  public var help: String {
    switch self {
    case .requests: "Requests answered, by route and class of status"
    case .durations:
      "Time from a whole request to its answer, of one in 16 that the loop answers and of all others"
    case .connections: "Open connections, streams among them"
    case .streams: "Clients that listen to changes"
    case .renderedSlices: "First slices kept rendered, in all loops"
    case .renderedBytes: "Memory of the rendered slices, at most"
    case .renderedBytesLimit: "What that memory may come to; the oldest slice goes first"
    case .generation: "The version of the ranking"
    case .catalogVersion: "The version of products and vendors"
    case .eventsAccepted: "Events that this process has recorded"
    case .eventsDuplicate: "Events that came again with an id that was known"
    case .eventsApplied: "Events that this process has applied to counts and ranks"
    case .eventsWaiting: "Events recorded by anyone that were not applied when the last tick ended"
    case .ticks: "Ticks of this process"
    case .failedTicks: "Ticks of this process that failed, to be tried again"
    case .residentMemory: "Resident memory"
    case .processorTime: "Processor time, of user and system"
    case .openFiles: "Open file descriptors"
    case .openFilesLimit: "How many there may be"
    }
  }

  /// The type as Prometheus names it.
  public var type: String {
    switch self {
    case .requests, .eventsAccepted, .eventsDuplicate, .eventsApplied, .ticks, .failedTicks,
      .processorTime:
      "counter"
    case .durations: "histogram"
    case .connections, .streams, .renderedSlices, .renderedBytes, .renderedBytesLimit, .generation,
      .catalogVersion, .eventsWaiting, .residentMemory, .openFiles, .openFilesLimit:
      "gauge"
    }
  }
}

/// What a process counts about itself, for `/metrics`.
public final class Metrics: Sendable {
  /// Answers that other threads gave.
  let answeredLater = RequestCounters(isShared: true)
  private let loops = Mutex<[LoopCounters]>([])

  /// Makes figures that are all 0.
  public init() {}

  /// Makes the counters of one more loop.
  func addLoop() -> LoopCounters {
    let counters = LoopCounters()
    loops.withLock { $0.append(counters) }
    return counters
  }

  /// The counters of every loop.
  var allLoops: [LoopCounters] { loops.withLock { $0 } }
}

/// Writes figures in the text format of Prometheus, version 0.0.4.
struct MetricsText {
  private(set) var text = ""

  /// Writes what a figure is.
  mutating func describe(_ name: MetricName) {
    text += "# HELP \(name.rawValue) \(name.help)\n# TYPE \(name.rawValue) \(name.type)\n"
  }

  /// Writes a figure that has one value.
  mutating func write(_ name: MetricName, _ value: Double) {
    describe(name)
    sample(name.rawValue, labels: "", value)
  }

  /// Writes how many requests were answered.
  mutating func writeRequests(_ counters: [RequestCounters]) {
    describe(.requests)
    for (route, template) in Self.routes.enumerated() {
      for statusClass in RequestCounters.classes {
        let count = counters.reduce(0) { $0 + $1.answers(of: route, class: statusClass) }
        guard count > 0 else { continue }
        sample(
          MetricName.requests.rawValue,
          labels: "{route=\"\(template)\",status=\"\(statusClass)xx\"}", Double(count))
      }
    }
  }

  /// Writes how long requests took.
  mutating func writeDurations(_ counters: [RequestCounters]) {
    let name = MetricName.durations.rawValue
    describe(.durations)
    for (route, template) in Self.routes.enumerated() {
      let durations = counters.map { $0.durations(of: route) }
      var count: Int64 = 0
      let label = "route=\"\(template)\""
      var buckets = MetricsText()
      for place in 0...RequestCounters.bounds.count {
        count += durations.reduce(0) { $0 + $1.counts[place] }
        let bound =
          place < RequestCounters.bounds.count
          ? "\(Double(RequestCounters.bounds[place]) / 1e9)" : "+Inf"
        buckets.sample(name + "_bucket", labels: "{\(label),le=\"\(bound)\"}", Double(count))
      }
      guard count > 0 else { continue }
      text += buckets.text
      let sum = durations.reduce(0) { $0 + $1.nanoseconds }
      sample(name + "_sum", labels: "{\(label)}", Double(sum) / 1e9)
      sample(name + "_count", labels: "{\(label)}", Double(count))
    }
  }

  private mutating func sample(_ name: String, labels: String, _ value: Double) {
    let isWhole = value == value.rounded() && abs(value) < 1e15
    text += name + labels + " " + (isWhole ? String(Int64(value)) : String(value)) + "\n"
  }

  /// The templates of the routes by their numbers, with what stands for none of them.
  private static let routes = ["other"] + Routes().table.map(\.template)
}
