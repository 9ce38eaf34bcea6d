import MarketViewModel

/// What a key asks for.
enum TabsCommand: Hashable, Sendable {
  case select(SegmentChoice)
  /// Scroll by this many rows.
  case scrollRows(Int)
  /// Scroll by this many screens.
  case scrollScreens(Int)
  case scrollToStart
  case scrollToEnd
  case toggleInStock
  case reload
  case quit
  case suspend
}

extension InputEvent {
  /// The command behind a key, or nil; what the mouse means depends on the screen.
  var command: TabsCommand? {
    switch self {
    case .key(let key): key.command
    case .control("c"), .control("d"): .quit
    case .control("z"): .suspend
    case .control("f"): .scrollScreens(1)
    case .control("b"): .scrollScreens(-1)
    case .control, .mouse: nil
    case .character(let scalar): Self.command(for: scalar.onLatinKeyboard)
    }
  }

  private static func command(for scalar: Unicode.Scalar) -> TabsCommand? {
    switch scalar {
    case "h": .select(.previous)
    case "l": .select(.next)
    case "j": .scrollRows(1)
    case "k": .scrollRows(-1)
    case "g": .scrollToStart
    case "G": .scrollToEnd
    case " ": .toggleInStock
    case "r": .reload
    case "q": .quit
    case "1"..."9": .select(.index(Int(scalar.value) - 0x31))
    default: nil
    }
  }
}

extension Key {
  fileprivate var command: TabsCommand? {
    switch self {
    case .left: .select(.previous)
    case .right: .select(.next)
    case .tab: .select(.cycle)
    case .backTab: .select(.previous)
    case .up: .scrollRows(-1)
    case .down: .scrollRows(1)
    case .pageUp: .scrollScreens(-1)
    case .pageDown: .scrollScreens(1)
    case .home: .scrollToStart
    case .end: .scrollToEnd
    case .enter, .escape, .backspace: nil
    }
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
