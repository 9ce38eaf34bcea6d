import Glibc
import HTTPServer
import MarketAPI
import MarketCatalog
import MarketTerminal
import MarketViewModel

/// The settings of one run: for each key the flag's value, else the variable's, else the file's,
/// else none.
struct Settings: Sendable {
  /// Where a setting came from.
  enum Origin: Hashable, Sendable {
    case flag(String)
    case variable(String)
    case file(String)
  }

  /// What was set, and by what; a key without an entry has its default.
  let values: [ConfigurationKey: (value: Value, origin: Origin)]
  /// The configuration file that was read, or nil.
  let filePath: String?
  private let environment: Environment

  /// Gathers the settings.
  ///
  /// - Parameters:
  ///   - arguments: The command line.
  ///   - environment: The environment.
  /// - Throws: ``Failure`` naming the variable, or the file and the key, that is wrong.
  init(arguments: Arguments, environment: Environment) throws(Failure) {
    self.environment = environment
    try environment.requireText(
      in: ConfigurationKey.allCases.map(\.variable) + [
        EnvironmentVariable.config, EnvironmentVariable.data, "XDG_DATA_HOME", "HOME",
      ])
    let named = arguments.text(.config) ?? environment[EnvironmentVariable.config]
    let file = try ConfigurationFile.find(named: named)
    filePath = file?.path
    var values: [ConfigurationKey: (value: Value, origin: Origin)] = [:]
    if let file {
      for (key, value) in file.values { values[key] = (value, .file(file.path)) }
    }
    for key in ConfigurationKey.allCases {
      guard let text = environment[key.variable] else { continue }
      do {
        values[key] = (try key.entry.kind.value(of: text), .variable(key.variable))
      } catch {
        throw Failure(
          .configuration, "\(key.variable) \(error.detail)",
          advice: "correct or unset the variable; config/README.md lists every one")
      }
    }
    for option in Self.settingOptions {
      guard let key = option.key, let value = arguments.values[option.name] else { continue }
      values[key] = (value, .flag(option.flag))
    }
    self.values = values
  }

  private static let settingOptions: [Option] =
    [.database] + CommandTable.commands.flatMap { $0.options.filter { $0.key != nil } }

  // MARK: - The store

  /// The folder in which the store lies unless an address says otherwise.
  ///
  /// A relative `XDG_DATA_HOME` is ignored, as the XDG Base Directory Specification asks.
  var dataFolder: String {
    get throws(Failure) {
      if let folder = environment[EnvironmentVariable.data] { return folder }
      if let folder = environment["XDG_DATA_HOME"], folder.hasPrefix("/") {
        return folder + "/market"
      }
      if let home = environment["HOME"] { return home + "/.local/share/market" }
      throw Failure(
        .configuration, "there is no data folder: MARKET_DATA and HOME are not set",
        advice: "set MARKET_DATA to a folder, or name a store with --database sqlite:PATH")
    }
  }

  /// Where the store is.
  var store: StoreAddress {
    get throws(Failure) {
      if case .storeAddress(let address)? = values[.database]?.value { return address }
      return .sqlite(path: try dataFolder + "/market.db")
    }
  }

  /// How long cursors live.
  var cursorPolicy: CursorPolicy {
    integer(.cursorLifetime).map { CursorPolicy(lifetimeMilliseconds: $0 * 1_000) }
      ?? CursorPolicy()
  }

  /// How events make products popular.
  var popularity: Popularity {
    let standard = Popularity()
    return Popularity(
      halfLifeMilliseconds: number(.popularityHalfLife).map { Int64($0 * 3_600_000) }
        ?? standard.halfLife,
      weights: Popularity.Weights(
        view: number(.popularityViewWeight) ?? standard.weights.view,
        like: number(.popularityLikeWeight) ?? standard.weights.like,
        purchase: number(.popularityPurchaseWeight) ?? standard.weights.purchase))
  }

  // MARK: - Events

  /// Milliseconds from one tick to the next.
  var tickInterval: Int64 { integer(.popularityTick) ?? 1_000 }

  /// How many events of one product an address may send in a day without a key.
  var eventAddressLimit: Int { Int(integer(.eventAddressLimit) ?? 100) }

  /// How many writes a second one key may ask for.
  var keyWriteLimit: Int { Int(integer(.keyWriteLimit) ?? 100) }

  /// The proxies that say truly whom they speak for.
  var trustedProxies: Set<PeerAddress> {
    if case .peers(let proxies)? = values[.trustedProxies]?.value { proxies } else { [] }
  }

  // MARK: - The tabs

  /// What the row of tabs looks like.
  var tabsStyle: SegmentedControlStyle {
    text(.tabsStyle).flatMap { SegmentedControlStyle(rawValue: $0) } ?? .inset
  }

  /// The colour of what is selected; nil for the style's own.
  var tabsTheme: RGB? {
    if case .color(let color)? = values[.tabsTheme]?.value { color } else { nil }
  }

  /// How much moves.
  var tabsMotion: TabsMotion {
    text(.tabsMotion).flatMap { TabsMotion(rawValue: $0) } ?? .full
  }

  /// What the colours are chosen for; nil for what the terminal tells.
  var tabsBackground: TerminalBackground? {
    text(.tabsBackground).flatMap { TerminalBackground(rawValue: $0) }
  }

  // MARK: - The server

  /// The origins that browsers may call from.
  var corsOrigins: [String] {
    if case .list(let origins)? = values[.corsOrigins]?.value { origins } else { [] }
  }

  /// Who may read `/metrics`.
  var metricsAccess: MetricsAccess {
    text(.metricsAccess).flatMap { MetricsAccess(rawValue: $0) } ?? .loopback
  }

  /// Where to listen, with how many loops and within which limits.
  var server: ServerConfiguration {
    var address = ListenAddress.ipv4(host: "127.0.0.1", port: 8_080)
    if case .listenAddress(let named)? = values[.listen]?.value { address = named }
    let threads = integer(.threads) ?? Int64(Self.processorCount)
    var server = ServerConfiguration(address: address, threads: Int(threads))
    if let limit = integer(.headLimit) { server.headLimit = Int(limit) }
    if let limit = integer(.targetLimit) { server.targetLimit = Int(limit) }
    if let limit = integer(.fieldLimit) { server.fieldLimit = Int(limit) }
    if let limit = integer(.bodyLimit) { server.bodyLimit = Int(limit) }
    if let limit = integer(.pendingOutputLimit) { server.pendingOutputLimit = Int(limit) }
    if let limit = integer(.connectionLimit) { server.connectionLimit = Int(limit) }
    server.headTimeout = integer(.headTimeout) ?? server.headTimeout
    server.requestTimeout = integer(.requestTimeout) ?? server.requestTimeout
    server.idleTimeout = integer(.idleTimeout) ?? server.idleTimeout
    server.writeTimeout = integer(.writeTimeout) ?? server.writeTimeout
    server.answerTimeout = integer(.answerTimeout) ?? server.answerTimeout
    server.drainTimeout = integer(.drainTimeout) ?? server.drainTimeout
    return server
  }

  /// How many processors are on line, at most as many as there may be threads.
  static var processorCount: Int {
    min(max(sysconf(Int32(_SC_NPROCESSORS_ONLN)), 1), 256)
  }

  private func integer(_ key: ConfigurationKey) -> Int64? {
    if case .integer(let value)? = values[key]?.value { value } else { nil }
  }

  private func text(_ key: ConfigurationKey) -> String? {
    if case .text(let value)? = values[key]?.value { value } else { nil }
  }

  private func number(_ key: ConfigurationKey) -> Double? {
    if case .number(let value)? = values[key]?.value { value } else { nil }
  }
}
