/// What can be asked of the program; each case has a file in Commands.
enum CommandName: Hashable, Sendable {
  case tabs
  case search
  case serve
  case seed
  case migrateUp
  case migrateStatus
  case migrateVerify
  case importFiles
  case export
  case productUnlist
  case productUnlisted
  case productRelist
  case productDelete
  case vendorAdd
  case vendorList
  case vendorRename
  case tokenCreate
  case tokenList
  case tokenRevoke
  case eventsRecord
  case popularityRebuild
  case popularityExplain
  case doctor
  case completions
  case help
  case version
}

/// A word that the command line takes besides flags.
struct Operand: Hashable, Sendable {
  /// What stands for it in help.
  let name: String
  let kind: ValueKind
  /// How many there may be.
  let count: ClosedRange<Int>

  init(_ name: String, _ kind: ValueKind = .text, count: ClosedRange<Int> = 1...1) {
    self.name = name
    self.kind = kind
    self.count = count
  }
}

/// One command with everything that it takes: what parsing, help and completions are made from.
struct CommandSpecification: Sendable {
  /// What a command line that stops here asks for.
  enum Action: Hashable, Sendable {
    case run(CommandName)
    /// One of the subcommands must follow.
    case needsSubcommand
  }

  let name: String
  /// What it does: a line without a full stop.
  let summary: String
  /// What else a user should know: sentences, of which help makes one paragraph.
  let details: [String]
  let action: Action
  let options: [Option]
  let operands: [Operand]
  let subcommands: [CommandSpecification]

  init(
    _ name: String, _ action: Action, _ summary: String, details: [String] = [],
    options: [Option] = [], operands: [Operand] = [], subcommands: [CommandSpecification] = []
  ) {
    self.name = name
    self.summary = summary
    self.details = details
    self.action = action
    self.options = options
    self.operands = operands
    self.subcommands = subcommands
  }
}

/// The table of all commands, in the order in which help shows them.
enum CommandTable {
  /// The name of the program.
  static let program = "market-cli"

  /// The commands that a newcomer wants, in the order in which help shows them.
  static let newcomers = ["tabs", "serve", "seed"]

  private static let productIDs = Operand("ID", .integer(1...Int64.max), count: 1...Int.max)

  static let commands: [CommandSpecification] = [
    CommandSpecification(
      "tabs", .run(.tabs), "show the feeds as tabs in the terminal",
      details: [
        "Left and right, Tab or the digits choose a tab, up and down a product, which Enter",
        "opens; ? lists every key, q leaves. The mouse clicks, drags and scrolls.",
        "Without a terminal, or with --plain, the first products of each feed are printed.",
        "Where there is no store yet, a demo shop is shown.",
      ],
      options: [
        .server, .page, .style, .theme, .background, .motion, .ascii, .plain, .limit, .svg, .moving,
        .columns,
        .rows, .asOf,
      ]),
    CommandSpecification(
      "search", .run(.search), "list the newest products that have some words",
      details: [
        "Each word must be somewhere in the name or the description, also inside of another",
        "word; upper and lower case, full width and half width are the same.",
        "Where there is no store yet, a demo shop is searched.",
      ],
      options: [.server, .searchLimit], operands: [Operand("WORD", count: 1...Int.max)]),
    CommandSpecification(
      "serve", .run(.serve), "serve the feeds over HTTP",
      details: [
        "Prints its address on standard output when it is ready. TERM, INT and HUP let requests",
        "in flight finish and end it with 0.",
      ],
      options: [.listen, .threads]),
    CommandSpecification(
      "seed", .run(.seed), "fill the store with a shop to look at",
      details: [
        "Makes the store when there is none. The same numbers and date give the same shop.",
        "A store that has seeded products already is left as it is.",
      ],
      options: [.count, .randomSeed, .asOf, .reset]),
    CommandSpecification(
      "migrate", .run(.migrateUp), "bring the store's schema up to date",
      details: ["Without a subcommand: up."], options: [.acceptLostEvents],
      subcommands: [
        CommandSpecification(
          "up", .run(.migrateUp), "apply every pending migration", options: [.acceptLostEvents]),
        CommandSpecification(
          "status", .run(.migrateStatus), "list every migration with its state"),
        CommandSpecification(
          "verify", .run(.migrateVerify),
          "compare checksums and the schema; 1 on a difference"),
      ]),
    CommandSpecification(
      "import", .run(.importFiles), "take in product files",
      details: [
        "A file goes in as a whole or not at all; faulty rows are reported one by one, the first",
        "1,000 of them. Importing a file again changes nothing. - reads standard input.",
      ],
      options: [.importFormat], operands: [Operand("FILE", .file, count: 1...Int.max)]),
    CommandSpecification(
      "export", .run(.export), "write every listed product to standard output",
      details: ["In the order of their ids; their counts stand in it as information."],
      options: [.exportFormat]),
    CommandSpecification(
      "product", .needsSubcommand, "take products out of the feeds, back into them, or away",
      subcommands: [
        CommandSpecification(
          "unlist", .run(.productUnlist), "take products out of the feeds, searches and exports",
          details: [
            "What was recorded of them is kept, and so is what they are known by: relist puts",
            "them back where their dates and their popularity say. All of the ids or none;",
            "a server may go on, and its next answer is without them.",
          ],
          operands: [productIDs]),
        CommandSpecification(
          "unlisted", .run(.productUnlisted), "show what is unlisted: id, last write, name"),
        CommandSpecification(
          "relist", .run(.productRelist), "list products again that were unlisted",
          details: ["All of the ids or none. A server may go on, and its next answer has them."],
          operands: [productIDs]),
        CommandSpecification(
          "delete", .run(.productDelete), "delete products for good",
          details: [
            "Their rows go, and what was recorded of them counts no more. All of the ids or",
            "none, and only with --yes; unlist can be undone.",
          ],
          options: [.yes], operands: [productIDs]),
      ]),
    CommandSpecification(
      "vendor", .needsSubcommand, "keep the sellers",
      subcommands: [
        CommandSpecification(
          "add", .run(.vendorAdd), "add a seller and print its id", operands: [Operand("NAME")]),
        CommandSpecification("list", .run(.vendorList), "list every seller by id"),
        CommandSpecification(
          "rename", .run(.vendorRename), "give a seller another name",
          operands: [Operand("ID", .integer(1...Int64.max)), Operand("NAME")]),
      ]),
    CommandSpecification(
      "token", .needsSubcommand, "keep the API keys of those who may write",
      subcommands: [
        CommandSpecification(
          "create", .run(.tokenCreate), "make a key and print it, this once",
          details: [
            "Only the key goes to standard output: KEY=$(market-cli token create …). The store",
            "keeps only a hash of it. Clients send it as Authorization: Bearer KEY.",
          ],
          options: [.tokenRole, .tokenVendor, .tokenExpires, .tokenName]),
        CommandSpecification("list", .run(.tokenList), "list every key by id, without its secret"),
        CommandSpecification(
          "revoke", .run(.tokenRevoke), "take a key back, from the next request on",
          operands: [Operand("ID", .integer(1...Int64.max))]),
      ]),
    CommandSpecification(
      "events", .needsSubcommand, "record what people do",
      subcommands: [
        CommandSpecification(
          "record", .run(.eventsRecord), "record views, likes and purchases from NDJSON",
          details: ["An event id counts once, however often it comes. - reads standard input."],
          operands: [Operand("FILE", .file)])
      ]),
    CommandSpecification(
      "popularity", .needsSubcommand, "make or explain the ranks of the popular feed",
      subcommands: [
        CommandSpecification(
          "rebuild", .run(.popularityRebuild), "make every rank anew from the recorded events",
          details: [
            "Gives the ranks that the events have given one by one, and with another half-life",
            "or other weights in the configuration those that they would have given: only this",
            "makes such a change count. A server may go on; its readers see all of it at once.",
          ],
          options: [.letCountsFall]),
        CommandSpecification(
          "explain", .run(.popularityExplain), "say why a product stands where it does",
          details: [
            "What its views, likes and purchases count for today, and what it needs to rise."
          ],
          operands: [Operand("ID", .integer(1...Int64.max))]),
      ]),
    CommandSpecification(
      "doctor", .run(.doctor), "check store, schema, disk and configuration",
      details: ["One line each; 1 when something is wrong."]),
    CommandSpecification(
      "completions", .run(.completions), "print a shell's completions",
      details: ["For bash: source <(market-cli completions bash)"],
      operands: [Operand("SHELL", .choice(["bash", "zsh", "fish"]))]),
    CommandSpecification(
      "help", .run(.help), "explain a command",
      operands: [Operand("COMMAND", count: 0...2)]),
    CommandSpecification("version", .run(.version), "print the program's version"),
  ]
}
