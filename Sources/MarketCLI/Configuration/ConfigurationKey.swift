import MarketAPI
import MarketTerminal
import MarketViewModel

/// Every setting that a flag, the environment or the configuration file can give.
///
/// The raw value is the key's place in the file: `http.idle_timeout_ms` is `idle_timeout_ms` in the
/// object `http`. The parser of the file, the environment, `doctor` and `config/README.md` all
/// follow this table.
enum ConfigurationKey: String, CaseIterable, Sendable {
  case database = "database"
  case listen = "listen"
  case threads = "threads"
  case cursorLifetime = "cursor.lifetime_seconds"
  case popularityHalfLife = "popularity.half_life_hours"
  case popularityViewWeight = "popularity.view_weight"
  case popularityLikeWeight = "popularity.like_weight"
  case popularityPurchaseWeight = "popularity.purchase_weight"
  case popularityTick = "popularity.tick_ms"
  case eventAddressLimit = "events.address_limit"
  case keyWriteLimit = "keys.writes_per_second"
  case corsOrigins = "cors.origins"
  case metricsAccess = "metrics.access"
  case tabsStyle = "tabs.style"
  case tabsTheme = "tabs.theme"
  case tabsMotion = "tabs.motion"
  case tabsBackground = "tabs.background"
  case headLimit = "http.head_limit_bytes"
  case targetLimit = "http.target_limit_bytes"
  case fieldLimit = "http.field_limit"
  case bodyLimit = "http.body_limit_bytes"
  case pendingOutputLimit = "http.pending_output_limit_bytes"
  case connectionLimit = "http.connection_limit"
  case headTimeout = "http.head_timeout_ms"
  case requestTimeout = "http.request_timeout_ms"
  case idleTimeout = "http.idle_timeout_ms"
  case writeTimeout = "http.write_timeout_ms"
  case answerTimeout = "http.answer_timeout_ms"
  case drainTimeout = "http.drain_timeout_ms"
  case trustedProxies = "http.trusted_proxies"

  /// What `config/README.md` says of a key.
  struct Entry: Sendable {
    let kind: ValueKind
    /// The unit of the value, or what it is.
    let unit: String
    /// The default as it would be written, or in words where it depends on the machine.
    let defaultText: String
    let summary: String

    init(_ kind: ValueKind, _ unit: String, default defaultText: String, _ summary: String) {
      self.kind = kind
      self.unit = unit
      self.defaultText = defaultText
      self.summary = summary
    }
  }

  /// The key's row of the table.
  var entry: Entry {
    let bytes: ClosedRange<Int64> = 1_024...1_073_741_824
    let milliseconds: ClosedRange<Int64> = 1...86_400_000
    let weight: ClosedRange<Double> = 0.001...1_000_000
    return switch self {
    case .database:
      Entry(
        .storeAddress, "store address", default: "sqlite:market.db in the data folder",
        "where the store is")
    case .listen:
      Entry(
        .listenAddress, "address", default: "127.0.0.1:8080",
        "where `serve` listens: `HOST:PORT`, `[::]:PORT` or `unix:PATH`; port 0 lets the system"
          + " choose")
    case .threads:
      Entry(
        .integer(1...256), "threads", default: "one for each processor",
        "how many event loops `serve` runs")
    case .cursorLifetime:
      Entry(
        .integer(1...31_536_000), "s", default: "900",
        "how long a walk through a feed may take before its cursors expire")
    case .popularityHalfLife:
      Entry(
        .number(0.01...87_600), "h", default: "72",
        "after how long an event counts half; another half-life and other weights count from"
          + " `popularity rebuild` on")
    case .popularityViewWeight:
      Entry(.number(weight), "weight", default: "1", "what a view adds to a product's rank")
    case .popularityLikeWeight:
      Entry(.number(weight), "weight", default: "8", "what a like adds")
    case .popularityPurchaseWeight:
      Entry(.number(weight), "weight", default: "40", "what a purchase adds")
    case .popularityTick:
      Entry(
        .integer(10...3_600_000), "ms", default: "1000",
        "how often `serve` applies recorded events to counts and ranks")
    case .eventAddressLimit:
      Entry(
        .integer(1...60_000), "events", default: "100",
        "how many events of one product one address may send in a UTC day without a key")
    case .keyWriteLimit:
      Entry(
        .integer(1...1_000_000), "requests/s", default: "100",
        "how often one key may write, a call of events being one; after a second's rest as many at"
          + " once")
    case .corsOrigins:
      Entry(
        .origins, "origins", default: "none",
        "which web origins may call the API from a browser; `*` lets every origin in, for"
          + " development")
    case .metricsAccess:
      Entry(
        .choice(MetricsAccess.allCases.map(\.rawValue)), "who", default: "loopback",
        "who may read `/metrics`: this machine and holders of an admin's key (`loopback`), or"
          + " `everyone` who reaches the server")
    case .tabsStyle:
      Entry(
        .choice(SegmentedControlStyle.allCases.map(\.rawValue)), "style", default: "inset",
        "what the row of tabs looks like: a bar under the title, under the whole tab, or one that"
          + " follows a swipe slowly")
    case .tabsTheme:
      Entry(
        .color, "RRGGBB", default: "the style's own",
        "the colour of what is selected in the tabs: red, green and blue in hexadecimal")
    case .tabsMotion:
      Entry(
        .choice(TabsMotion.allCases.map(\.rawValue)), "motion", default: "full",
        "whether what moves in the tabs slides (`full`) or is there at once (`reduced`)")
    case .tabsBackground:
      Entry(
        .choice(TerminalBackground.allCases.map(\.rawValue)), "background",
        default: "what `COLORFGBG` says, else dark",
        "what the terminal's background is like, which the colours of the tabs are chosen for")
    case .headLimit:
      Entry(.integer(bytes), "bytes", default: "16384", "the longest request head; more is 431")
    case .targetLimit:
      Entry(.integer(bytes), "bytes", default: "8192", "the longest request target; more is 414")
    case .fieldLimit:
      Entry(.integer(1...10_000), "fields", default: "100", "the most header fields; more is 431")
    case .bodyLimit:
      Entry(.integer(bytes), "bytes", default: "1048576", "the longest body; more is 413")
    case .pendingOutputLimit:
      Entry(
        .integer(bytes), "bytes", default: "262144",
        "answers waiting on one connection past which no further request of it is read")
    case .connectionLimit:
      Entry(
        .integer(1...1_000_000), "connections", default: "20000",
        "how many connections may be open; one more is answered with 503")
    case .headTimeout:
      Entry(
        .integer(milliseconds), "ms", default: "15000",
        "from a request's first byte to the end of its head")
    case .requestTimeout:
      Entry(
        .integer(milliseconds), "ms", default: "30000",
        "from a request's first byte to the end of its body")
    case .idleTimeout:
      Entry(
        .integer(milliseconds), "ms", default: "60000",
        "how long a connection may lie idle between requests")
    case .writeTimeout:
      Entry(
        .integer(milliseconds), "ms", default: "30000", "how long sending may make no progress")
    case .answerTimeout:
      Entry(
        .integer(milliseconds), "ms", default: "30000",
        "how long a write may take before its answer is 503")
    case .drainTimeout:
      Entry(
        .integer(milliseconds), "ms", default: "10000",
        "how long a stopping server waits for requests in flight")
    case .trustedProxies:
      Entry(
        .peers, "addresses", default: "none",
        "proxies, beside those on this machine, whose `X-Forwarded-For` is believed")
    }
  }

  /// The environment variable of the key: `MARKET_HTTP_IDLE_TIMEOUT_MS`.
  var variable: String {
    "MARKET_" + rawValue.uppercased().map { $0 == "." ? "_" : String($0) }.joined()
  }
}

/// How much moves in the tabs.
enum TabsMotion: String, CaseIterable, Sendable {
  case full
  case reduced
}

/// Environment variables that are not keys of the configuration file.
enum EnvironmentVariable {
  /// The data folder.
  static let data = "MARKET_DATA"
  /// The configuration file, as `--config` names it.
  static let config = "MARKET_CONFIG"
}
