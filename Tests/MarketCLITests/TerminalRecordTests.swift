import Foundation
import Testing

/// What the real tabs write, byte for byte, to a terminal that records it and answers nothing.
///
/// The numbers are those of the table in docs/terminal-driver.md.
@Suite(.serialized) struct TerminalRecordTests {
  private static let right = "\u{1B}[C"
  private static let left = "\u{1B}[D"

  @Test(
    "5: names in decomposed Hangul are written composed",
    .bug("https://github.com/kovidgoyal/kitty/issues/8433"))
  func hangulIsComposed() throws {
    let terminal = try TabsShop().recorded()
    #expect(terminal.text.contains("한글"))
    let jamo = terminal.text.unicodeScalars.filter { (0x1100...0x11FF).contains($0.value) }
    #expect(jamo.isEmpty)
  }

  @Test(
    "11: a burst of sizes never shows an empty screen",
    .bug("https://github.com/can1357/oh-my-pi/issues/2088"))
  func noFrameIsEmpty() throws {
    let terminal = try TabsShop().recorded()
    #expect(terminal.read { terminal.frames.last?.text.contains("원") == true })
    let before = terminal.frames.count
    for columns in [60, 100, 70] { terminal.resize(columns: columns, rows: 24) }
    // The last column of the last size is drawn to, and no further one.
    #expect(
      terminal.read {
        terminal.frames.dropFirst(before).contains {
          $0.text.contains("\u{1B}[2H") && $0.text.contains("원")
        }
      })
    for frame in terminal.frames.dropFirst(before) {
      #expect(frame.text.contains("12,900원"))
      #expect(!frame.text.contains("\u{1B}[2J") && !frame.text.contains("\u{1B}[J"))
    }
    let outside = terminal.text.replacing(/\u{1B}\[\?2026h(?s:.*?)\u{1B}\[\?2026l/, with: "")
    #expect(!outside.contains("\u{1B}[2J") && !outside.contains("\u{1B}[J"))
  }

  @Test(
    "12: the bar moves at once, however much the other tab must show",
    .bug("https://github.com/Textualize/textual/pull/3876"))
  func theFirstMovementIsSoon() throws {
    let terminal = try TabsShop(count: 10_000).recorded()
    var times: [Duration] = []
    // The best of several within a minute, as other programs may want the processor too.
    let end = ContinuousClock.now + .seconds(60)
    while times.count < 8 || (times.min() ?? .zero) >= Self.soon && ContinuousClock.now < end {
      #expect(terminal.read(seconds: 0.3) { false } == false)
      let before = terminal.frames.count
      let start = ContinuousClock.now
      terminal.type(times.count % 2 == 0 ? Self.right : Self.left)
      try #require(
        terminal.read { terminal.frames.dropFirst(before).contains { $0.text.contains("▄") } })
      let frame = terminal.frames.dropFirst(before).first { $0.text.contains("▄") }
      times.append(start.duration(to: try #require(frame).time))
    }
    #expect(times.min() ?? .seconds(1) < Self.soon, "\(times)")
  }

  private static let soon = Duration.milliseconds(50)

  @Test("the first frame that moves to a tab not seen before has its products")
  func theFirstFrameIsWhole() throws {
    // Nothing of one tab's products stands on the other, so that they must be written.
    let shop = try TabsShop(count: 40) { $0 < 20 ? "한글 상품" : "ascii product" }
    try shop.like(21...40)
    // Once within a minute, as other programs may want the processor too.
    let end = ContinuousClock.now + .seconds(60)
    var isWhole = false
    while !isWhole && ContinuousClock.now < end {
      let terminal = try shop.recorded()
      let before = terminal.frames.count
      #expect(!terminal.text.contains("ascii product"))
      terminal.type(Self.right)
      try #require(
        terminal.read { terminal.frames.dropFirst(before).contains { $0.text.contains("▄") } })
      isWhole = terminal.frames.dropFirst(before).first?.text.contains("ascii product") == true
    }
    #expect(isWhole)
  }

  @Test(
    "14: nothing waits for an answer of the terminal, and every frame is in brackets all the same",
    .bug("https://github.com/tmux/tmux/issues/5470"))
  func nothingIsAsked() throws {
    let terminal = try TabsShop().recorded()
    terminal.type(Self.right)
    #expect(terminal.read { terminal.frames.count >= 4 })
    let questions = [
      "$p", "\u{1B}[c", "\u{1B}[>c", "\u{1B}[6n", "\u{1B}[5n", "\u{1B}P", "\u{1B}[?u", "\u{1B}[14t",
    ]
    for question in questions {
      #expect(!terminal.text.contains(question), "\(question.debugDescription)")
    }
    for frame in terminal.frames.dropFirst() { #expect(frame.text.hasPrefix("\u{1B}[?2026h")) }
    #expect(terminal.frames.first?.text.contains("\u{1B}[?2026h") == true)
  }

  struct Colors: CustomTestStringConvertible, Sendable {
    let environment: [String: String]
    /// How a foreground of the theme is written, or nil for no colour at all.
    let theme: String?
    var testDescription: String { "\(environment.sorted { $0.key < $1.key })" }
  }

  @Test(
    "18: no colour is written that the terminal has not promised",
    .bug("https://github.com/SaladDay/cc-switch-cli/pull/319"),
    arguments: [
      Colors(environment: ["TERM": "xterm"], theme: "95"),
      Colors(environment: ["TERM": "xterm-256color"], theme: "38;5;224"),
      Colors(environment: ["TERM": "xterm", "COLORTERM": "truecolor"], theme: "38;2;255;196;218"),
      Colors(
        environment: ["TERM": "xterm-256color", "COLORTERM": "truecolor", "NO_COLOR": "1"],
        theme: nil),
      Colors(environment: ["TERM": "vt100"], theme: nil),
    ])
  func colorsAreThoseOfTheTerminal(_ sample: Colors) throws {
    let terminal = try TabsShop().recorded(environment: sample.environment)
    let parameters = terminal.text.matches(of: /\u{1B}\[([0-9;]*)m/).map { String($0.output.1) }
    #expect(parameters.contains { sample.theme.map($0.contains) ?? true })
    let isDirect = sample.theme?.hasPrefix("38;2") == true
    let isIndexed = sample.theme?.hasPrefix("38;5") == true
    for parameter in parameters {
      #expect(isDirect || !parameter.contains("8;2;"), "\(parameter)")
      #expect(isIndexed || !parameter.contains("8;5;"), "\(parameter)")
      if sample.theme == nil {
        let numbers = parameter.split(separator: ";").compactMap { Int($0) }
        #expect(numbers.allSatisfy { $0 < 30 || $0 == 39 || $0 == 49 }, "\(parameter)")
      }
    }
  }

  @Test(
    "19: no links, which older terminals show as text",
    .bug("https://github.com/tmux/tmux/issues/3660"))
  func thereAreNoLinks() throws {
    let terminal = try TabsShop().recorded()
    terminal.type("\r")
    #expect(terminal.read { terminal.text.contains("설명") })
    #expect(!terminal.text.contains("\u{1B}]"))
  }

  // MARK: Terminals in trouble

  @Test func aClosedTerminalEndsTheProgram() throws {
    let terminal = try TabsShop().recorded()
    terminal.hangUp()
    #expect(terminal.result() == 128 + SIGHUP)
  }

  @Test func aTerminalThatTakesNothingIsWaitedForAndDrawnWhole() throws {
    let shop = try TabsShop()
    let terminal = try PseudoTerminal(
      [RunningProgram.marketCLI.path] + shop.arguments, columns: 200, rows: 60,
      environment: ["COLORTERM": "truecolor"], isNonblocking: true)
    // More than a terminal holds: the write is cut, and goes on once there is room.
    #expect(terminal.read { terminal.frames.contains { $0.text.contains("q 종료") } })
    let whole = terminal.frames.max { $0.text.utf8.count < $1.text.utf8.count }
    #expect((whole?.text.utf8.count ?? 0) > 4_096)
    terminal.type("q")
    #expect(terminal.read { terminal.text.hasSuffix("\u{1B}[?1049l") })
    #expect(terminal.result() == 0)
  }

  @Test func aStoppedTerminalCannotKeepTheProgram() throws {
    let terminal = try TabsShop().recorded()
    // Nobody reads from now on; the frames fill the terminal.
    for number in 0..<400 { terminal.type(number % 2 == 0 ? Self.right : Self.left) }
    terminal.send(SIGTERM)
    #expect(terminal.result() == 128 + SIGTERM)
  }

  @Test func aSlideIsAFewSmallFrames() throws {
    // Once within a minute, as frames fall out while other programs have the processor.
    let end = ContinuousClock.now + .seconds(60)
    var slide: [PseudoTerminal.Frame] = []
    repeat {
      let terminal = try TabsShop().recorded()
      #expect(terminal.read(seconds: 0.5) { false } == false)
      let before = terminal.frames.count
      terminal.type(Self.right)
      #expect(terminal.read(seconds: 1) { false } == false)
      slide = Array(terminal.frames.dropFirst(before))
      #expect(slide.count <= 12)
    } while !isOfSmallFrames(slide) && ContinuousClock.now < end
    #expect(isOfSmallFrames(slide), "\(slide.map { $0.text.debugDescription })")
  }

  /// Whether it is a movement: the first frame recolours the titles and may bring the other list; the
  /// rest is the bar alone.
  private func isOfSmallFrames(_ slide: [PseudoTerminal.Frame]) -> Bool {
    let small = slide.filter { !$0.text.contains("원") }
    return slide.count >= 4 && small.count >= slide.count - 2
      && small.dropFirst().allSatisfy { $0.text.utf8.count <= 200 }
  }
}
