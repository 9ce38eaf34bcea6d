import MarketCatalog
import MarketData

/// One flag of the command line.
struct Option: Hashable, Sendable {
  /// The long name, without its two hyphens.
  let name: String
  /// A letter for a single hyphen, or nil.
  let letter: Character?
  /// What stands for the value in help, or nil for a switch, which has none.
  let valueName: String?
  /// What the value may be.
  let kind: ValueKind
  /// The value when nothing gives another, or nil.
  let defaultText: String?
  /// The setting that the flag overrides, or nil for a flag that stands for itself.
  let key: ConfigurationKey?
  /// What it does: a line of help without a full stop.
  let summary: String

  /// A flag without a value.
  static func toggle(_ name: String, _ letter: Character? = nil, _ summary: String) -> Option {
    Option(
      name: name, letter: letter, valueName: nil, kind: .text, defaultText: nil, key: nil,
      summary: summary)
  }

  /// A flag with a value.
  static func value(
    _ name: String, _ valueName: String, _ kind: ValueKind, default defaultText: String? = nil,
    _ summary: String
  ) -> Option {
    Option(
      name: name, letter: nil, valueName: valueName, kind: kind, defaultText: defaultText,
      key: nil, summary: summary)
  }

  /// A flag that overrides a setting.
  static func setting(
    _ name: String, _ valueName: String, _ key: ConfigurationKey, _ summary: String
  ) -> Option {
    let entry = key.entry
    return Option(
      name: name, letter: nil, valueName: valueName, kind: entry.kind,
      defaultText: entry.defaultText, key: key, summary: summary)
  }

  /// `--name`.
  var flag: String { "--" + name }
}

extension Option {
  static let config = Option.value(
    "config", "FILE", .file, "the configuration file; $MARKET_CONFIG does the same")
  static let database = Option.setting("database", "URL", .database, "the store, as sqlite:PATH")
  static let quiet = Option.toggle(
    "quiet", "q", "no notes and no progress; results and errors stay")
  static let help = Option.toggle("help", "h", "what a command does and takes")
  static let version = Option.toggle("version", nil, "the program's version")

  static let count = Option.value(
    "count", "N", .integer(1...100_000_000), default: "500", "how many products")
  static let randomSeed = Option.value(
    "random-seed", "S", .integer(0...Int64.max), default: "1",
    "another number gives another shop")
  static let asOf = Option.value(
    "as-of", "DATE", .moment, "the day on which the shop is looked at; today by default")
  static let reset = Option.toggle("reset", nil, "remove what was seeded before, and nothing else")

  static let yes = Option.toggle("yes", nil, "do it: it cannot be undone")

  static let acceptLostEvents = Option.toggle(
    "accept-lost-events", nil,
    "go on without recorded events whose file is lost; counts and ranks stay")

  static let letCountsFall = Option.toggle(
    acceptLostEvents.name, nil,
    "let counts fall to what is recorded, where recorded events are lost")

  static let importFormat = Option.value(
    "format", "F", .choice(ProductFormat.allCases.map(\.name)),
    "read the files as this format instead of telling it from their content")
  static let exportFormat = Option.value(
    "format", "F", .choice(ExportFormat.allCases.map(\.rawValue)),
    default: ExportFormat.ndjson.rawValue, "how a product is written")

  static let listen = Option.setting(
    "listen", "ADDRESS", .listen, "where to listen: HOST:PORT, [::]:PORT or unix:PATH")
  static let threads = Option.setting("threads", "N", .threads, "how many event loops")

  static let server = Option.value(
    "server", "URL", .serverAddress,
    "show the market of a server: http://HOST:PORT, https://HOST or unix:PATH")
  static let page = Option.value(
    "page", "PAGE", .choice(Page.allCases.map(\.feed.name)), default: Page.first.feed.name,
    "the tab to begin with; with --plain the only one")
  static let style = Option.setting(
    "style", "STYLE", .tabsStyle,
    "the row of tabs: a short bar, one as wide as the tab, or one that settles slowly")
  static let theme = Option.setting(
    "theme", "RRGGBB", .tabsTheme, "the colour of what is selected, in hexadecimal")
  static let motion = Option.setting(
    "motion", "MOTION", .tabsMotion, "slide, or be there at once: full or reduced")
  static let background = Option.setting(
    "background", "BG", .tabsBackground,
    "what the colours are chosen for: a dark or a light terminal")
  static let plain = Option.toggle(
    "plain", nil, "print the first products of each feed as lines; also without a terminal")
  static let svg = Option.toggle(
    "svg", nil, "print a picture of the tabs (SVG) instead of showing them")
  static let moving = Option.toggle(
    "moving", nil, "with --svg: a picture in which the bar slides to the other tab and back")
  static let columns = Option.value(
    "columns", "N", .integer(1...1_000), default: "80", "with --svg: the cells of a row")
  static let rows = Option.value(
    "rows", "N", .integer(1...1_000), default: "24", "with --svg: the rows")
  static let ascii = Option.toggle("ascii", nil, "draw with ASCII characters only")
  static let limit = Option.value(
    "limit", "N", .integer(1...1_000_000), default: "20",
    "with --plain: how many products of each feed")

  static let searchLimit = Option.value(
    "limit", "N", .integer(1...1_000_000), default: "20", "how many products at most")

  static let tokenRole = Option.value(
    "role", "ROLE", .choice(TokenCommand.Role.allCases.map(\.rawValue)),
    "what the key is for: everything, or what concerns the products of one seller; needed")
  static let tokenVendor = Option.value(
    "vendor", "ID", .integer(1...Int64.max), "with --role vendor: the seller, by its id")
  static let tokenExpires = Option.value(
    "expires", "DATE", .moment, "from when on the key is refused; never by default")
  static let tokenName = Option.value(
    "name", "TEXT", .text, "what you call the key, to know it again in the list")

  /// The options that every command takes.
  static let everywhere: [Option] = [config, database, quiet, help, version]
}
