import Foundation
import MarketText
import Testing

/// Faults that users of other programs have reported, by their symptom: the real tabs in tmux.
///
/// The number is that of the table in docs/terminal-driver.md; `TerminalRecordTests` has those that only the
/// bytes show.
@Suite(.serialized) struct TerminalSymptomTests {
  /// The rows of the list at 80 × 24.
  private static let list = 3..<23
  private static func hangulThenASCII(_ index: Int) -> String {
    index < 40 ? "한글 상품 \(index)" : "ascii product \(index)"
  }

  /// The row of the underline at rest; the columns are a multiple of eight.
  private static func bar(_ page: Int, columns: Int = 80) -> String {
    let start = columns / 8 + page * columns / 2
    return String(repeating: "▁", count: start) + String(repeating: "▄", count: columns / 4)
      + String(repeating: "▁", count: columns * 3 / 4 - start)
  }

  private func isHangul(_ scalar: Unicode.Scalar) -> Bool {
    (0xAC00...0xD7A3).contains(scalar.value) || (0x1100...0x11FF).contains(scalar.value)
  }

  @Test(
    "1: a highlight that moves on leaves nothing behind on a wide glyph",
    .bug("https://github.com/ratatui/ratatui/issues/2652"))
  func aHighlightLeavesNothingBehind() throws {
    let session = try TabsShop(name: Self.hangulThenASCII).session()
    let first = try session.screen(styled: true).map(\.styledCells)
    for row in Self.list.dropFirst().prefix(5) {
      try session.press("Down")
      try session.show { $0[row].hasPrefix("▌한글") && $0[row - 1].hasPrefix(" 한글") }
      let screen = try session.screen(styled: true).map(\.styledCells)
      // Every row but the first was plain before, and is again.
      if row - 1 > Self.list.lowerBound { #expect(screen[row - 1] == first[row - 1]) }
      #expect(!screen[row - 1].contains { $0.isBold || $0.background != nil })
    }
    for _ in 0..<5 { try session.press("Up") }
    try session.show { $0[3].hasPrefix("▌") }
    #expect(try session.screen(styled: true).map(\.styledCells) == first)
  }

  @Test(
    "2: a cluster that terminals draw in one or two cells moves nothing after it",
    .bug("https://github.com/ratatui/ratatui/pull/2686"))
  func aDisputedClusterMovesNothing() throws {
    let probe = try TmuxSession("printf '❤️'; exec cat")
    var heart = 0
    #expect(
      try poll {
        heart = Int(try probe.show("#{cursor_x}")) ?? 0
        return heart > 0
      })
    let session = try TabsShop { $0 % 2 == 0 ? "❤️ 목걸이 \($0)" : "목걸이 \($0)" }.session()
    var screen = try session.showWhole()
    for step in 0..<8 {
      for row in Self.list {
        let hearts = screen[row].unicodeScalars.filter { $0 == "\u{2764}" }.count
        let cells = screen[row].cellWidth - hearts * (2 - heart)
        #expect(cells == 79, "step \(step), row \(row): \(screen[row])")
      }
      // One row at a time, so that those with a heart go where those without one were.
      try session.press("PageDown", "Down")
      screen = try session.showWhole { $0 != screen }
    }
  }

  @Test(
    "3: a wide glyph at the edge is never half drawn",
    .bug("https://github.com/ratatui/ratatui/issues/2526"))
  func everyWidthKeepsGlyphsAndPricesWhole() throws {
    let shop = try TabsShop(count: 30) { "한글로만쓴아주긴이름의상품이라서어디서나잘린다\($0)" }
    let session = try shop.session(columns: 81)
    // Both halves of a glyph come to the edge; TabsScreenTests has every width.
    for columns in stride(from: 81, through: 20, by: -3) {
      try session.resize(columns: columns, rows: 24)
      try session.showWhole { screen in
        screen.count >= 24
          && Self.list.allSatisfy { row in
            screen[row].cellWidth == columns - 1 && screen[row].hasSuffix(" 12,900원")
          }
      }
    }
  }

  @Test(
    "4: wide text is gone where narrow text follows",
    .bug("https://github.com/jesseduffield/lazygit/issues/1383"))
  func noHangulStaysBehind() throws {
    let session = try TabsShop(name: Self.hangulThenASCII).session()
    var screen = try session.showWhole()
    #expect(screen[4].contains("한글 상품 1"))
    // More is loaded on the way, so that each step is waited for.
    while !screen[4].contains("ascii product") {
      try session.press("PageDown")
      screen = try session.showWhole { $0 != screen }
    }
    for line in screen[4..<23] {
      let name = line.dropFirst().prefix(30)
      #expect(name.hasPrefix("ascii product ") && !name.unicodeScalars.contains(where: isHangul))
    }
  }

  @Test(
    "6: in a Korean locale nothing is counted or drawn double width; ASCII means ASCII",
    .bug("https://github.com/gdamore/tcell/issues/578"))
  func theLocaleChangesNothing() throws {
    let shop = try TabsShop()
    let plain = try shop.session()
    let korean = try shop.session(environment: ["LC_ALL": "ko_KR.UTF-8"])
    let wanted = try plain.screen()
    try korean.show { $0 == wanted }
    let ascii = try shop.session("--ascii")
    for line in try ascii.screen() {
      let others = line.unicodeScalars.filter { !$0.isASCII && !isHangul($0) }
      #expect(others.allSatisfy { "ﾊﾝｶﾞｰ🇰🇷❤️".unicodeScalars.contains($0) }, "\(line)")
    }
  }

  @Test(
    "7: a click selects the tab that is drawn there, in every column",
    .bug("https://github.com/sbom-tool/sbom-tools/pull/288"), arguments: [80, 40])
  func everyColumnBelongsToItsTab(columns: Int) throws {
    let shop = try TabsShop(count: 5)
    let session = try shop.session(columns: columns)
    let bars = [0, 1].map { Self.bar($0, columns: columns) }
    for x in 0..<columns {
      // From the other tab, so that a click that does nothing shows.
      let page = x * 2 / columns
      try session.press("\(2 - page)")
      try session.show { $0[1] == bars[1 - page] }
      try session.type("\u{1B}[<0;\(x + 1);1M\u{1B}[<0;\(x + 1);1m")
      try session.show { $0[1] == bars[page] }
    }
  }

  @Test(
    "9: a mouse report that comes in two parts is one click, and types nothing",
    .bug("https://github.com/anthropics/claude-code/issues/78855"))
  func aSplitReportIsOneClick() throws {
    let session = try TabsShop().session()
    let before = try session.screen()
    try session.type("\u{1B}[<0;60")
    // Longer than an Esc is waited for; nothing may have happened meanwhile.
    let end = Date(timeIntervalSinceNow: 0.2)
    while Date() < end { #expect(try session.screen() == before) }
    try session.type(";1M\u{1B}[<0;60;1m")
    try session.show { $0[1] == Self.bar(1) }
    // Had the digits been typed, the first tab would be selected.
    try session.type(String(repeating: "\u{1B}[<65;5;9M", count: 200))
    // All of them count, although most came before there was anything to scroll to.
    try session.show { $0[23].hasPrefix(" 141-160 / 160 ") }
    #expect(try session.screen()[1] == Self.bar(1))
    #expect(try session.flags() == TmuxSession.flagsInUse)
  }

  @Test(
    "10: one column and one row are survived",
    .bug("https://github.com/gitui-org/gitui/issues/198"))
  func theSmallestSizeIsSurvived() throws {
    let session = try TabsShop(count: 30).session()
    let before = try session.screen()
    try session.resize(columns: 1, rows: 1)
    #expect(try poll { try session.show("#{window_width}x#{window_height}") == "1x1" })
    try session.resize(columns: 80, rows: 24)
    try session.show { $0 == before }
    #expect(try session.flags() == TmuxSession.flagsInUse)
  }

  @Test(
    "12: without motion the underline is under its tab at once",
    .bug("https://github.com/Textualize/textual/issues/4814"))
  func withoutMotionTheUnderlineIsThereAtOnce() throws {
    let session = try TabsShop().session("--motion reduced --page popular")
    #expect(try session.screen()[1] == Self.bar(1))
    try session.press("Left")
    try session.show { $0[1] == Self.bar(0) }
  }

  @Test(
    "16: plain means no second screen, no decoration, no motion",
    .bug("https://github.com/openai/codex/issues/20489"))
  func plainIsPlain() throws {
    let shop = try TabsShop(count: 3)
    let session = try TmuxSession("\(shop.command) --plain; echo ended=$?; exec cat")
    try session.show { $0.contains("ended=0") }
    #expect(try session.flags() == TmuxSession.flagsAtRest)
    let lines = try session.screen().filter { !$0.isEmpty }
    #expect(lines.first == "최근 상품" && lines.contains("인기 상품"))
    let glyphs = lines.joined().unicodeScalars.filter { (0x2190...0x25FF).contains($0.value) }
    #expect(glyphs.isEmpty)
  }

  @Test(
    "17: the list stays where it is when it grows or is read anew",
    .bug("https://github.com/jmfederico/pi-web/pull/104"))
  func theListStaysWhereItIs() throws {
    let shop = try TabsShop()
    let session = try shop.session()
    try session.press("PageDown", "PageDown")
    let before = try session.showWhole { screen in
      screen[23].contains(" / 100+") && screen.contains { $0.hasPrefix("▌상품 39 ") }
    }
    let rows = before[Self.list]
    let isUnmoved = { (screen: [String]) in
      zip(screen[Self.list], rows).allSatisfy {
        $0.0.dropFirst().prefix(30) == $0.1.dropFirst().prefix(30)
      }
    }
    let first = before[23].firstNumber
    try shop.add((0..<7).map { "새 상품 \($0)" }, newerBy: 60)
    try session.press("r")
    // The seven before the first row are counted.
    try session.show { isUnmoved($0) && $0[23].firstNumber == first.map { $0 + 7 } }
    try session.press("Home")
    try session.show { $0[3].contains("새 상품 0") }
  }
}

extension String {
  /// The characters of a line that tmux gives with its styles; a space has no colour of its own.
  fileprivate var styledCells: [StyledCell] {
    var cells: [StyledCell] = []
    var style = StyledCell(text: " ")
    var rest = self[...]
    while let first = rest.first {
      if let match = rest.prefixMatch(of: /\u{1B}\[([0-9;]*)m/) {
        style.apply(match.output.1.split(separator: ";").compactMap { Int($0) })
        rest = rest[match.range.upperBound...]
        continue
      }
      var cell = style
      cell.text = first
      if first == " " { (cell.foreground, cell.isBold) = (nil, false) }
      cells.append(cell)
      rest = rest.dropFirst()
    }
    return cells
  }

  /// The first number in the text.
  fileprivate var firstNumber: Int? {
    Int(drop { !$0.isNumber }.prefix { $0.isNumber })
  }
}

/// A character with what is seen of its style.
private struct StyledCell: Hashable {
  var text: Character
  var foreground: [Int]?
  var background: [Int]?
  var isBold = false

  mutating func apply(_ parameters: [Int]) {
    switch parameters.first {
    case nil, 0: (foreground, background, isBold) = (nil, nil, false)
    case 1: isBold = true
    case 38: foreground = parameters
    case 39: foreground = nil
    case 48: background = parameters
    case 49: background = nil
    default: break
    }
  }
}
