import HTTPServer
import MarketCatalog
import Testing

@testable import MarketCLI

/// A command line and what it is read as.
struct ParsedCase: CustomTestStringConvertible, Sendable {
  let line: String
  let command: CommandName
  var toggles: Set<String> = []
  var values: [String: Value] = [:]
  var operands: [Value] = []

  var testDescription: String { "market-cli \(line)" }
  var words: [String] { line.split(separator: " ").map(String.init) }
}

/// A command line that is refused, and the two lines of the refusal.
struct RefusedCase: CustomTestStringConvertible, Sendable {
  let line: String
  let message: String
  let advice: String

  var testDescription: String { "market-cli \(line)" }
  var words: [String] { line.split(separator: " ").map(String.init) }
}

@Suite struct ArgumentParserTests {
  static let parsed: [ParsedCase] = [
    ParsedCase(line: "", command: .help),
    ParsedCase(line: "--help", command: .help, toggles: ["help"]),
    ParsedCase(line: "-h", command: .help, toggles: ["help"]),
    ParsedCase(line: "--version", command: .version, toggles: ["version"]),
    ParsedCase(line: "help seed", command: .help, operands: [.text("seed")]),
    ParsedCase(
      line: "vendor add --help", command: .help, toggles: ["help"],
      operands: [.text("vendor"), .text("add")]),
    ParsedCase(line: "vendor -h", command: .help, toggles: ["help"], operands: [.text("vendor")]),
    ParsedCase(line: "migrate", command: .migrateUp),
    ParsedCase(line: "migrate up", command: .migrateUp),
    ParsedCase(line: "migrate status", command: .migrateStatus),
    ParsedCase(line: "seed --count 7", command: .seed, values: ["count": .integer(7)]),
    ParsedCase(line: "seed --count=7", command: .seed, values: ["count": .integer(7)]),
    ParsedCase(
      line: "seed --count 7 --count 8", command: .seed, values: ["count": .integer(8)]),
    ParsedCase(
      line: "seed --as-of 1970-01-02", command: .seed,
      values: ["as-of": .moment(Timestamp(milliseconds: 86_400_000))]),
    ParsedCase(
      line: "--database sqlite:a.db -q seed --reset", command: .seed,
      toggles: ["quiet", "reset"],
      values: ["database": .storeAddress(.sqlite(path: "a.db"))]),
    ParsedCase(
      line: "seed --database=sqlite:a=b.db", command: .seed,
      values: ["database": .storeAddress(.sqlite(path: "a=b.db"))]),
    ParsedCase(
      line: "serve --listen [::1]:0 --threads 2", command: .serve,
      values: [
        "listen": .listenAddress(.ipv6(host: "::1", port: 0)), "threads": .integer(2),
      ]),
    ParsedCase(
      line: "import a.ndjson - --format ndjson", command: .importFiles,
      values: ["format": .text("ndjson")], operands: [.text("a.ndjson"), .text("-")]),
    ParsedCase(
      line: "import -- --odd-name.json", command: .importFiles,
      operands: [.text("--odd-name.json")]),
    ParsedCase(
      line: "vendor rename 3 별빛", command: .vendorRename,
      operands: [.integer(3), .text("별빛")]),
    ParsedCase(
      line: "product unlist 3 9", command: .productUnlist, operands: [.integer(3), .integer(9)]),
    ParsedCase(
      line: "product delete 3 --yes", command: .productDelete, toggles: ["yes"],
      operands: [.integer(3)]),
    ParsedCase(line: "events record -", command: .eventsRecord, operands: [.text("-")]),
    ParsedCase(line: "completions fish", command: .completions, operands: [.text("fish")]),
  ]

  @Test(arguments: parsed)
  func reads(_ expected: ParsedCase) throws {
    let arguments = try ArgumentParser.parse(expected.words)
    #expect(arguments.command == expected.command)
    #expect(arguments.toggles == expected.toggles)
    #expect(arguments.values == expected.values)
    #expect(arguments.operands == expected.operands)
  }

  static let refused: [RefusedCase] = [
    RefusedCase(
      line: "sed", message: "unknown command \"sed\"", advice: "did you mean: market-cli seed"),
    RefusedCase(
      line: "blorp", message: "unknown command \"blorp\"", advice: "see: market-cli help"),
    RefusedCase(
      line: "migrate statsu", message: "unknown subcommand \"statsu\" of migrate",
      advice: "did you mean: market-cli migrate status"),
    RefusedCase(
      line: "vendor", message: "vendor needs a subcommand",
      advice: "write one of: add, list, rename"),
    RefusedCase(
      line: "product unlist", message: "product unlist needs ID",
      advice: "see: market-cli help product unlist"),
    RefusedCase(
      line: "product hide 3", message: "unknown subcommand \"hide\" of product",
      advice: "see: market-cli help product"),
    RefusedCase(
      line: "seed --cuont 3", message: "unknown option --cuont of seed",
      advice: "did you mean --count? see: market-cli help seed"),
    RefusedCase(
      line: "seed --listen 127.0.0.1:1", message: "unknown option --listen of seed",
      advice: "see: market-cli help seed"),
    RefusedCase(
      line: "--count 3 seed", message: "unknown option --count",
      advice: "write it behind the command: market-cli seed --count"),
    RefusedCase(
      line: "seed -x", message: "unknown option -x of seed", advice: "see: market-cli help seed"),
    RefusedCase(
      line: "seed --count", message: "--count needs a value", advice: "write --count N"),
    RefusedCase(
      line: "seed --count --reset", message: "--count needs a value", advice: "write --count N"),
    RefusedCase(
      line: "seed --count=",
      message: "--count must be a whole number from 1 to 100000000, not \"\"",
      advice: "see: market-cli help seed"),
    RefusedCase(
      line: "seed --count -5",
      message: "--count must be a whole number from 1 to 100000000, not \"-5\"",
      advice: "see: market-cli help seed"),
    RefusedCase(
      line: "seed --reset=yes", message: "--reset takes no value", advice: "write --reset alone"),
    RefusedCase(
      line: "seed --as-of 2026-02-30",
      message: "--as-of must be a date such as 2026-01-31 or 2026-01-31T12:00:00Z, "
        + "not \"2026-02-30\"",
      advice: "see: market-cli help seed"),
    RefusedCase(
      line: "serve --listen 8080",
      message: "--listen must be an address such as 127.0.0.1:8080, [::]:8080 or "
        + "unix:/run/market.sock, not \"8080\"",
      advice: "see: market-cli help serve"),
    RefusedCase(
      line: "seed --database market.db",
      message: "--database must be a store's address such as sqlite:market.db, "
        + "not \"market.db\"",
      advice: "see: market-cli help seed"),
    RefusedCase(
      line: "export --format xml", message: "--format must be ndjson or csv, not \"xml\"",
      advice: "see: market-cli help export"),
    RefusedCase(
      line: "import", message: "import needs FILE", advice: "see: market-cli help import"),
    RefusedCase(
      line: "doctor now", message: "doctor takes no \"now\"", advice: "see: market-cli help doctor"
    ),
    RefusedCase(
      line: "vendor rename x 별", message: "ID must be a whole number of at least 1, not \"x\"",
      advice: "see: market-cli help vendor rename"),
    RefusedCase(
      line: "seed --\u{1B}[31m", message: "unknown option --\\u{1b}[31m of seed",
      advice: "see: market-cli help seed"),
  ]

  @Test(arguments: refused)
  func refuses(_ expected: RefusedCase) {
    let failure = #expect(throws: Failure.self) {
      try ArgumentParser.parse(expected.words)
    }
    #expect(failure?.status == .usage)
    #expect(failure?.message == expected.message)
    #expect(failure?.advice == expected.advice)
  }

  @Test func everyDefaultOfTheTablePassesItsOwnCheck() throws {
    for option in CommandTable.commands.flatMap(\.options) where option.key == nil {
      guard let text = option.defaultText else { continue }
      _ = try option.kind.value(of: text)
    }
    let arguments = try ArgumentParser.parse(["seed"])
    #expect(arguments.integer(.count) == 500)
    #expect(try ArgumentParser.parse(["export"]).text(.exportFormat) == "ndjson")
  }

  @Test func noCommandTakesTwoOptionsOfOneName() {
    for command in CommandTable.commands {
      let names = (command.options + Option.everywhere).map(\.name)
      #expect(Set(names).count == names.count, "\(command.name)")
    }
  }
}

@Suite struct SuggestionTests {
  /// A mistyped word and what was meant.
  struct Case: CustomTestStringConvertible, Sendable {
    let word: String
    let meant: String?
    var testDescription: String { "\(word) → \(meant ?? "nothing")" }
  }

  @Test(arguments: [
    Case(word: "sed", meant: "seed"),
    Case(word: "sevre", meant: "serve"),
    Case(word: "tab", meant: "tabs"),
    Case(word: "exprt", meant: "export"),
    Case(word: "imp", meant: "import"),
    Case(word: "zzz", meant: nil),
    Case(word: "x", meant: nil),
    Case(word: "", meant: nil),
  ])
  func nearest(_ expected: Case) {
    let names = CommandTable.commands.map(\.name)
    #expect(Suggestion.nearest(to: expected.word, among: names) == expected.meant)
  }

  @Test(arguments: [
    ("", "", 0), ("", "abc", 3), ("abc", "", 3), ("abc", "abc", 0), ("abc", "acb", 1),
    ("kitten", "sitting", 3), ("한글", "한굴", 1),
  ])
  func distance(left: String, right: String, distance: Int) {
    #expect(Suggestion.distance(from: Array(left), to: Array(right)) == distance)
  }
}
