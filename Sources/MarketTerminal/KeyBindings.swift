import MarketViewModel

/// What a key asks for.
enum TabsCommand: Hashable, Sendable {
  case select(SegmentChoice)
  /// The tab before the selected one, and the last before the first.
  case selectBackwards
  /// Move the current row by this many rows, or scroll a page that has none.
  case moveRows(Int)
  /// Move by this many screens.
  case moveScreens(Int)
  case moveToStart
  case moveToEnd
  case toggleInStock
  case reload
  case open
  /// Back to the list.
  case back
  case help
  case quit
  case suspend
  /// Draw the whole screen again, as after another program wrote over it.
  case repaint
}

/// A key and what it asks for.
struct KeyBinding: Hashable, Sendable {
  let event: InputEvent
  let command: TabsCommand

  init(_ event: InputEvent, _ command: TabsCommand) {
    self.event = event
    self.command = command
  }
}

/// A line of the help, with the bindings of the keys that it names.
struct KeyHelp: Sendable {
  /// What the keys of a line do.
  enum Topic: CaseIterable, Sendable {
    case neighbors
    case numbers
    case cycle
    case rows
    case screens
    case ends
    case inStock
    case reload
    case open
    case back
    case help
    case quit
    case suspend
    case repaint
    // The mouse.
    case click
    case drag
    case wheel
  }

  /// The keys as the help names them.
  let keys: String
  /// The same in ASCII.
  let asciiKeys: String
  let topic: Topic
  let bindings: [KeyBinding]

  init(_ keys: String, ascii: String? = nil, _ topic: Topic, _ bindings: [KeyBinding] = []) {
    self.keys = keys
    asciiKeys = ascii ?? keys
    self.topic = topic
    self.bindings = bindings
  }

  /// Every key, in the order of the help.
  static let table: [KeyHelp] = [
    KeyHelp(
      "← →  h l", ascii: "Left Right  h l", .neighbors,
      [
        KeyBinding(.key(.left), .select(.previous)), KeyBinding(.key(.right), .select(.next)),
        KeyBinding(.character("h"), .select(.previous)),
        KeyBinding(.character("l"), .select(.next)),
      ]),
    KeyHelp(
      "1 2", .numbers,
      (0..<9).map {
        KeyBinding(.character(Unicode.Scalar(UInt8(0x31 + $0))), .select(.index($0)))
      }),
    KeyHelp(
      "Tab  Shift-Tab", .cycle,
      [
        KeyBinding(.key(.tab), .select(.cycle)), KeyBinding(.key(.backTab), .selectBackwards),
      ]),
    KeyHelp(
      "↑ ↓  k j", ascii: "Up Down  k j", .rows,
      [
        KeyBinding(.key(.up), .moveRows(-1)), KeyBinding(.key(.down), .moveRows(1)),
        KeyBinding(.character("k"), .moveRows(-1)), KeyBinding(.character("j"), .moveRows(1)),
      ]),
    KeyHelp(
      "PgUp PgDn", .screens,
      [
        KeyBinding(.key(.pageUp), .moveScreens(-1)), KeyBinding(.key(.pageDown), .moveScreens(1)),
        KeyBinding(.control("b"), .moveScreens(-1)), KeyBinding(.control("f"), .moveScreens(1)),
      ]),
    KeyHelp(
      "Home End  g G", .ends,
      [
        KeyBinding(.key(.home), .moveToStart), KeyBinding(.key(.end), .moveToEnd),
        KeyBinding(.character("g"), .moveToStart), KeyBinding(.character("G"), .moveToEnd),
      ]),
    KeyHelp("Space", .inStock, [KeyBinding(.character(" "), .toggleInStock)]),
    KeyHelp("r", .reload, [KeyBinding(.character("r"), .reload)]),
    KeyHelp("Enter", .open, [KeyBinding(.key(.enter), .open)]),
    KeyHelp(
      "Esc", .back, [KeyBinding(.key(.escape), .back), KeyBinding(.key(.backspace), .back)]),
    KeyHelp("?", .help, [KeyBinding(.character("?"), .help)]),
    KeyHelp(
      "q  Ctrl-C", .quit,
      [
        KeyBinding(.character("q"), .quit), KeyBinding(.control("c"), .quit),
        KeyBinding(.control("d"), .quit),
      ]),
    KeyHelp("Ctrl-Z", .suspend, [KeyBinding(.control("z"), .suspend)]),
    KeyHelp("Ctrl-L", .repaint, [KeyBinding(.control("l"), .repaint)]),
  ]

  /// What the mouse does, for the help.
  static func mouse(_ words: TabsWords) -> [KeyHelp] {
    [
      KeyHelp(words.terms.click, .click), KeyHelp(words.terms.drag, .drag),
      KeyHelp(words.terms.wheel, .wheel),
    ]
  }

  fileprivate static let commands = Dictionary(
    table.flatMap(\.bindings).map { ($0.event, $0.command) },
    uniquingKeysWith: { first, _ in first })
}

extension InputEvent {
  /// The command behind a key, or nil; what the mouse means depends on the screen.
  var command: TabsCommand? {
    if case .character(let scalar) = self {
      return KeyHelp.commands[.character(scalar.onLatinKeyboard)]
    }
    return KeyHelp.commands[self]
  }
}

extension Unicode.Scalar {
  /// The letter on the same key of a Latin keyboard for a letter of the Korean one.
  ///
  /// Someone who was just typing Korean has the input method still on: ㅂ is q there. Letters that
  /// no command uses stay as they are.
  fileprivate var onLatinKeyboard: Unicode.Scalar {
    switch self {
    case "ㅂ": "q"
    case "ㄱ": "r"
    case "ㅗ": "h"
    case "ㅓ": "j"
    case "ㅏ": "k"
    case "ㅣ": "l"
    case "ㅎ": "g"
    default: self
    }
  }
}
