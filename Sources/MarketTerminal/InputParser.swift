/// Turns bytes from a terminal into events, wherever reads cut them apart.
///
/// Knows the control sequences of ECMA-48 and the mouse reports of xterm's mode 1006. Sequences it
/// does not know, answers of the terminal and pasted texts give nothing; none of their bytes is
/// ever taken for a key.
struct InputParser: Hashable, Sendable {
  private enum State: Hashable {
    case ground
    /// After ESC.
    case escape
    /// After an ESC that was given up as a key.
    case lateEscape
    /// After ESC O.
    case singleShift
    /// After ESC [.
    case control
    /// In a string that ESC ] P X ^ or _ began.
    case string
    /// In such a string after ESC.
    case stringEscape
    /// In a mouse report of three bytes, which mode 1006 replaces.
    case oldMouse(left: Int)
    /// In a pasted text, with the number of bytes of its end that have come.
    case paste(matched: Int)
    /// In a character of several bytes.
    case character(value: UInt32, left: Int)
  }

  private var state = State.ground
  private var parameters: [UInt8] = []

  /// No sequence that means something here is longer.
  private static let parameterLimit = 32
  private static let pasteEnd = Array("\u{1B}[201~".utf8)

  /// How long to wait for the rest of what has begun, in milliseconds, before ``flush()`` is due;
  /// nil when nothing has.
  var patience: Int? {
    switch state {
    case .ground, .lateEscape: nil
    case .escape: 50
    // No key begins like a mouse report, so that the rest of one may take its time.
    case .control where parameters.first == UInt8(ascii: "<"): 5_000
    case .singleShift, .control, .string, .stringEscape, .oldMouse, .character: 1_000
    // What of a long paste comes after this is typed; without an end no key would ever work again.
    case .paste: 5_000
    }
  }

  /// Takes bytes in and gives the events that they complete, in order.
  mutating func parse(_ bytes: some Sequence<UInt8>) -> [InputEvent] {
    var events: [InputEvent] = []
    for byte in bytes {
      if state == .escape, !Self.continuesEscape(byte) {
        // A key with Alt means nothing here: it was Esc, and soon after it another key.
        state = .ground
        events.append(.key(.escape))
      }
      if let event = take(byte) { events.append(event) }
    }
    return events
  }

  /// Gives up on what has begun: a lone ESC was the key, the rest of a sequence will not come.
  ///
  /// Should it come after all, as over a slow line, it is still not taken for keys.
  mutating func flush() -> [InputEvent] {
    if state == .escape {
      state = .lateEscape
      return [.key(.escape)]
    }
    state = .ground
    return []
  }

  /// Whether a byte after ESC goes on with a sequence.
  private static func continuesEscape(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "["), UInt8(ascii: "O"), UInt8(ascii: "]"), UInt8(ascii: "P"),
      UInt8(ascii: "X"), UInt8(ascii: "^"), UInt8(ascii: "_"), 0x1B:
      true
    default: false
    }
  }

  private mutating func take(_ byte: UInt8) -> InputEvent? {
    switch state {
    case .ground: return ground(byte)
    case .escape: return escape(byte)
    case .lateEscape:
      state = .ground
      return byte == UInt8(ascii: "[") ? escape(byte) : ground(byte)
    case .singleShift:
      state = .ground
      parameters = []
      return byte == 0x1B ? ground(byte) : Self.key(final: byte, number: nil).map { .key($0) }
    case .control: return control(byte)
    case .string:
      if byte == 0x07 { state = .ground }
      if byte == 0x1B { state = .stringEscape }
    case .stringEscape:
      state = byte == UInt8(ascii: "\\") ? .ground : .string
    case .oldMouse(let left):
      state = left > 1 ? .oldMouse(left: left - 1) : .ground
    case .paste(let matched):
      paste(byte, matched)
    case .character(let value, let left):
      return character(byte, value, left)
    }
    return nil
  }

  // MARK: Characters

  private mutating func ground(_ byte: UInt8) -> InputEvent? {
    switch byte {
    case 0x1B: state = .escape
    case 0x09: return .key(.tab)
    case 0x0A, 0x0D: return .key(.enter)
    case 0x7F, 0x08: return .key(.backspace)
    case 0x01...0x1A: return .control(Unicode.Scalar(byte + 0x60))
    case 0x20..<0x7F: return .character(Unicode.Scalar(byte))
    case 0xC2...0xDF: state = .character(value: UInt32(byte & 0x1F), left: 1)
    case 0xE0...0xEF: state = .character(value: UInt32(byte & 0x0F), left: 2)
    case 0xF0...0xF4: state = .character(value: UInt32(byte & 0x07), left: 3)
    default: break
    }
    return nil
  }

  private mutating func character(_ byte: UInt8, _ value: UInt32, _ left: Int) -> InputEvent? {
    state = .ground
    guard (0x80...0xBF).contains(byte) else { return ground(byte) }
    let value = value << 6 | UInt32(byte & 0x3F)
    if left == 1 { return Unicode.Scalar(value).map { .character($0) } }
    state = .character(value: value, left: left - 1)
    return nil
  }

  // MARK: Sequences

  private mutating func escape(_ byte: UInt8) -> InputEvent? {
    state = .ground
    switch byte {
    case UInt8(ascii: "["):
      state = .control
      parameters = []
    case UInt8(ascii: "O"): state = .singleShift
    case UInt8(ascii: "]"), UInt8(ascii: "P"), UInt8(ascii: "X"), UInt8(ascii: "^"),
      UInt8(ascii: "_"):
      state = .string
    case 0x1B:
      state = .escape
      return .key(.escape)
    default: break  // Taken for a key before.
    }
    return nil
  }

  private mutating func control(_ byte: UInt8) -> InputEvent? {
    switch byte {
    case 0x20...0x3F:
      if parameters.count <= Self.parameterLimit { parameters.append(byte) }
      return nil
    case 0x40...0x7E:
      state = .ground
      return parameters.count > Self.parameterLimit ? nil : sequence(final: byte)
    case 0x1B:
      state = .escape
      return nil
    default:
      state = .ground
      return nil
    }
  }

  private mutating func sequence(final: UInt8) -> InputEvent? {
    if final == UInt8(ascii: "M"), parameters.isEmpty {
      state = .oldMouse(left: 3)
      return nil
    }
    if parameters.first == UInt8(ascii: "<") { return mouse(final: final) }
    let number = Self.numbers(parameters[...]).first ?? nil
    if final == UInt8(ascii: "~"), number == 200 {
      state = .paste(matched: 0)
      return nil
    }
    return Self.key(final: final, number: number).map { .key($0) }
  }

  private static func key(final: UInt8, number: Int?) -> Key? {
    switch (final, number) {
    case (UInt8(ascii: "A"), _): .up
    case (UInt8(ascii: "B"), _): .down
    case (UInt8(ascii: "C"), _): .right
    case (UInt8(ascii: "D"), _): .left
    case (UInt8(ascii: "H"), _), (UInt8(ascii: "~"), 1), (UInt8(ascii: "~"), 7): .home
    case (UInt8(ascii: "F"), _), (UInt8(ascii: "~"), 4), (UInt8(ascii: "~"), 8): .end
    case (UInt8(ascii: "~"), 5): .pageUp
    case (UInt8(ascii: "~"), 6): .pageDown
    case (UInt8(ascii: "Z"), _): .backTab
    case (UInt8(ascii: "M"), nil): .enter
    default: nil
    }
  }

  /// A report of mode 1006: `<button;column;row` with `M` for a press and `m` for a release.
  private func mouse(final: UInt8) -> InputEvent? {
    let numbers = Self.numbers(parameters.dropFirst())
    guard numbers.count == 3, let button = numbers[0], let column = numbers[1],
      let row = numbers[2], column > 0, row > 0
    else { return nil }
    let isRelease = final == UInt8(ascii: "m")
    guard isRelease || final == UInt8(ascii: "M") else { return nil }
    let place = (x: column - 1, y: row - 1)
    // Bits 2 to 4 are Shift, Alt and Control, bit 5 is motion, bits 6 and 7 more buttons, of which
    // 64 to 67 are the wheel.
    let isShifted = button & 0b100 != 0
    switch (button & ~0b1_1100, isRelease) {
    case (0, false): return .mouse(.pressed(x: place.x, y: place.y))
    case (32, false): return .mouse(.dragged(x: place.x, y: place.y))
    // Some do not say which button, or that it moved at the same time.
    case (0, true), (3, true), (32, true), (35, true):
      return .mouse(.released(x: place.x, y: place.y))
    case (64, false): return .mouse(isShifted ? .scrolledLeft : .scrolledUp)
    case (65, false): return .mouse(isShifted ? .scrolledRight : .scrolledDown)
    case (66, false): return .mouse(.scrolledLeft)
    case (67, false): return .mouse(.scrolledRight)
    default: return nil
    }
  }

  /// The numbers between semicolons; nil for one that is missing or no number.
  private static func numbers(_ bytes: ArraySlice<UInt8>) -> [Int?] {
    bytes.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false).map {
      Int(String(decoding: $0, as: UTF8.self))
    }
  }

  private mutating func paste(_ byte: UInt8, _ matched: Int) {
    let end = Self.pasteEnd
    if byte == end[matched] {
      state = matched + 1 == end.count ? .ground : .paste(matched: matched + 1)
    } else {
      state = .paste(matched: byte == end[0] ? 1 : 0)
    }
  }
}
