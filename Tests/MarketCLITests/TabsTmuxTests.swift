import Foundation
import Testing

/// The real program in a real terminal.
@Suite(.serialized) struct TabsTmuxTests {
  private let shop: TabsShop

  init() throws {
    shop = try TabsShop()
  }

  /// The view, once it shows products.
  private func started(columns: Int = 80, rows: Int = 24) throws -> TmuxSession {
    try shop.session(columns: columns, rows: rows)
  }

  /// Fails with the screen when one never became as wanted.
  private func expect(
    _ unexpected: [String]?, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    if let unexpected {
      Issue.record(
        "the screen stayed:\n\(unexpected.joined(separator: "\n"))", sourceLocation: sourceLocation)
    }
  }

  private static let recent = "▁▁▁▁▁▁▁▁▁▁▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄" + String(repeating: "▁", count: 50)
  private static let popular = String(repeating: "▁", count: 50) + "▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▁▁▁▁▁▁▁▁▁▁"

  private func isEnded(_ code: Int) -> ([String]) -> Bool {
    { screen in screen.contains("ended=\(code)") }
  }

  @Test func titlesAndNamesStandWhereTheyShould() throws {
    let session = try started()
    let screen = try session.screen()
    #expect(
      screen[0] == String(repeating: " ", count: 15) + "최근 상품"
        + String(repeating: " ", count: 31) + "인기 상품")
    #expect(screen[1] == Self.recent)
    #expect(screen[2].contains("재고 있음"))
    #expect(screen[3].hasPrefix("▌한글 "))
    for row in 3..<23 { #expect(screen[row].hasSuffix("12,900원"), "row \(row): \(screen[row])") }
    let styled = try session.screen(styled: true)
    #expect(styled[0].contains("\u{1B}[38;2;255;196;218m최근 상품"))
    #expect(try session.flags() == TmuxSession.flagsInUse)
  }

  @Test func theUnderlineFollowsTheKeys() throws {
    let session = try started()
    for (key, line) in [
      ("Right", Self.popular), ("Left", Self.recent), ("2", Self.popular), ("1", Self.recent),
      ("Tab", Self.popular), ("Tab", Self.recent), ("l", Self.popular), ("h", Self.recent),
    ] {
      try session.press(key)
      expect(try session.wait { $0[1] == line })
    }
  }

  struct LookCase: CustomTestStringConvertible, Sendable {
    let options: String
    var environment: [String: String] = [:]
    /// The bar's row on the second tab.
    let bar: String
    /// What colours it and the title, in decimal.
    let color: String
    var testDescription: String { "\(options) \(environment.keys.sorted())" }
  }

  @Test(arguments: [
    LookCase(
      options: "--style full", bar: String(repeating: " ", count: 40) + barOfATab,
      color: "41;171;227"),
    LookCase(
      options: "--style follow --theme 00ff80 --motion reduced",
      bar: String(repeating: "▁", count: 40) + barOfATab, color: "0;255;128"),
    LookCase(
      options: "--theme abcdef",
      environment: [
        "MARKET_TABS_STYLE": "follow", "MARKET_TABS_THEME": "00ff80",
        "MARKET_TABS_MOTION": "reduced",
      ],
      bar: String(repeating: "▁", count: 40) + barOfATab, color: "171;205;239"),
  ])
  func theLookIsTheOneThatIsAskedFor(_ sample: LookCase) throws {
    let session = try TmuxSession(shop.line(sample.options), environment: sample.environment)
    expect(try session.wait { $0.contains { $0.contains("12,900원") } })
    try session.press("Right")
    expect(try session.wait { $0[1] == sample.bar })
    let styled = try session.screen(styled: true)
    // Of the title its last word: what stands before it may share its colour.
    #expect(styled[0].contains("38;2;\(sample.color)m상품"))
    #expect(styled[1].contains("38;2;\(sample.color)m▄"))
  }

  private static let barOfATab = String(repeating: "▄", count: 40)

  @Test func aClickAndASplitReportSelectOnce() throws {
    let session = try started()
    try session.type("\u{1B}[<0;60")
    try session.type(";1M")
    expect(try session.wait { $0[1] == Self.popular })
    try session.type("\u{1B}[<0;1;1M\u{1B}[<0;1;1m")
    expect(try session.wait { $0[1] == Self.recent })
    try session.type(String(repeating: "\u{1B}[<65;5;9M", count: 200))
    expect(try session.wait { !$0[3].contains("한글") && $0[1] == Self.recent })
    #expect(try session.flags() == TmuxSession.flagsInUse)
  }

  @Test func scrollingLoadsMoreAndSwitchingKeepsThePlace() throws {
    let session = try started()
    #expect(try session.screen()[23].hasPrefix(" 1-20 / 50+"))
    try session.press("End")
    expect(try session.wait { $0[23].hasPrefix(" 141-160 / 160 ") })
    #expect(try session.screen()[22].contains("상품 160"))
    try session.press("Right")
    expect(try session.wait { $0[1] == Self.popular && $0[23].hasPrefix(" 1-20 ") })
    try session.press("Left")
    expect(try session.wait { $0[1] == Self.recent && $0[23].hasPrefix(" 141-160 / 160 ") })
    try session.press("Home")
    expect(try session.wait { $0[23].hasPrefix(" 1-20 / 160 ") })
  }

  @Test func aProductOpensAndTheListComesBack() throws {
    let session = try started()
    try session.press("Down", "Down", "Down", "Down")
    expect(try session.wait { $0[7].hasPrefix("▌상품 5 ") })
    let list = try session.screen()
    try session.press("Enter")
    expect(try session.wait { $0[2] == " 상품 5" && $0[7] == " 설명이 없습니다" })
    try session.press("?")
    expect(try session.wait { $0[2].hasPrefix(" 도움말") })
    try session.press("Escape")
    expect(try session.wait { $0[2] == " 상품 5" })
    try session.press("Escape")
    expect(try session.wait { $0 == list })
  }

  @Test func aHeldFingerHoldsTheBar() throws {
    let session = try started()
    // Five cells to the left of where it was pressed: two and a half for the bar.
    try session.type("\u{1B}[<0;60;10M\u{1B}[<32;55;10M")
    let held = String(repeating: "▁", count: 12) + "▗" + String(repeating: "▄", count: 19) + "▖"
    expect(try session.wait { $0[1].hasPrefix(held) })
    // Let go on the way: a finger that has come to rest would not turn the page.
    try session.type("\u{1B}[<32;54;10M\u{1B}[<0;54;10m")
    expect(try session.wait { $0[1] == Self.popular })
  }

  @Test(arguments: ["q", "C-c"]) func leavingRestoresTheTerminal(key: String) throws {
    let session = try started()
    try session.press(key)
    expect(try session.wait(for: isEnded(0)))
    #expect(try session.flags() == TmuxSession.flagsAtRest)
    let screen = try session.screen()
    #expect(!screen.contains { $0.contains("최근 상품") })
    // Echo is on again.
    try session.type("echoed")
    expect(try session.wait { $0.contains { $0.contains("echoed") } })
  }

  @Test(
    "8: a signal leaves neither mouse nor second screen on",
    .bug("https://github.com/Textualize/textual/issues/1171"),
    arguments: [
      SIGTERM, SIGHUP, SIGINT, SIGQUIT, SIGSEGV, SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE,
      SIGUSR1, SIGUSR2, SIGALRM, SIGVTALRM, SIGPROF, SIGXCPU, SIGSYS, SIGIO, SIGPWR,
    ])
  func aSignalRestoresTheTerminalAndEndsTheProgram(signal: Int32) throws {
    let session = try started()
    kill(try shop.process(), signal)
    expect(try session.wait(for: isEnded(128 + Int(signal))))
    #expect(try session.flags() == TmuxSession.flagsAtRest)
  }

  struct FaultCase: CustomTestStringConvertible, Sendable {
    let arguments: String
    /// The signals that it may come to, by the processor.
    let signals: [Int32]
    var testDescription: String { arguments }
  }

  @Test(
    "8: a fault leaves neither mouse nor second screen on",
    .bug("https://github.com/Textualize/textual/issues/1171"),
    arguments: [
      FaultCase(arguments: "worker trap", signals: [SIGILL, SIGTRAP]),
      FaultCase(arguments: "worker null", signals: [SIGSEGV]),
      FaultCase(arguments: "worker overflow", signals: [SIGSEGV]),
      FaultCase(arguments: "screen trap", signals: [SIGILL, SIGTRAP]),
      FaultCase(arguments: "screen overflow", signals: [SIGSEGV]),
    ])
  func aFaultOfTheProgramRestoresTheTerminal(_ sample: FaultCase) throws {
    let session = try TmuxSession(
      "\(RunningProgram.faultyTabs.path) \(sample.arguments); echo ended=$?; exec cat",
      environment: ["SWIFT_BACKTRACE": "enable=no"])
    expect(
      try session.wait { screen in
        sample.signals.contains { isEnded(128 + Int($0))(screen) }
      })
    #expect(try session.flags() == TmuxSession.flagsAtRest)
  }

  @Test(
    "13: stopping leaves the terminal in order, and going on draws it anew",
    .bug("https://github.com/charmbracelet/bubbletea/issues/1053"))
  func stoppingAndGoingOnLeavesTheTerminalInOrder() throws {
    let session = try TmuxSession(
      "PS1='$ ' exec bash --norc --noprofile -i",
      environment: ["BASH_SILENCE_DEPRECATION_WARNING": "1"])
    try session.type(shop.command + "\n")
    expect(try session.wait { $0[1] == Self.recent && $0[3].contains("12,900원") })
    try session.press("Right")
    expect(try session.wait { $0[1] == Self.popular && $0[23].hasPrefix(" 1-20 / 50+") })
    let before = try session.screen()
    for _ in 0..<2 {
      try session.press("C-z")
      expect(try session.wait { $0.contains { $0.contains("Stopped") } })
      #expect(try session.flags() == TmuxSession.flagsAtRest)
      try session.type("clear; fg\n")
      expect(try session.wait { $0 == before })
      #expect(try session.flags() == TmuxSession.flagsInUse)
    }
    try session.press("q")
    // What is typed before the prompt is thrown away with what was not read of the mouse.
    expect(try session.wait { $0.last { !$0.isEmpty } == "$" })
    try session.type("clear; echo ended=$?\n")
    expect(try session.wait(for: isEnded(0)))
  }

  @Test func everySizeIsSurvived() throws {
    let session = try started()
    // The tallest size asks for more products, which the status line counts.
    let before = try session.screen().dropLast(2)
    for (columns, rows) in [(1, 1), (2, 3), (200, 60), (5, 1), (3, 24), (80, 2), (80, 24)] {
      try session.resize(columns: columns, rows: rows)
    }
    expect(try session.wait { $0.count == 25 && $0.dropLast(2) == before })
    try session.press("q")
    expect(try session.wait(for: isEnded(0)))
  }

  @Test(
    "15: without a terminal there are lines",
    .bug("https://github.com/christopherkarani/ryk/issues/217"))
  func withoutATerminalThereAreLines() throws {
    let result = try market("tabs", "--database", shop.database, "--limit", "3")
    #expect(result.status == 0, "\(result.standardError)")
    let first = "  1. 한글" + String(repeating: " ", count: 41) + "12,900원"
    #expect(result.lines.prefix(3) == ["최근 상품", "=========", first])
    #expect(result.lines.count == 10)
    #expect(!result.standardOutput.contains("\u{1B}"))
  }

  @Test(
    "15: a dumb terminal gets lines",
    .bug("https://github.com/christopherkarani/ryk/issues/217"))
  func aDumbTerminalGetsLines() throws {
    let session = try TmuxSession(
      "TERM=dumb \(shop.command) --limit 3; echo ended=$?; exec cat")
    expect(try session.wait(for: isEnded(0)))
    #expect(try session.screen().contains("인기 상품"))
  }
}
