import MarketText

/// The help over the list: every key with what it does, made from the table that the keys follow.
struct HelpPage {
  let look: TabsLook

  /// How many lines the help has.
  static let lineCount = KeyHelp.Topic.allCases.count + 2

  /// Draws the lines from `top` on into rows.
  func draw(top: Int, on grid: inout Grid, rows: Range<Int>) {
    let entries = KeyHelp.table + KeyHelp.mouse(look.words)
    let names = entries.map { CellText(look.isASCII ? $0.asciiKeys : $0.keys) }
    let margin = TabsLayout.margin(columns: grid.columns)
    let nameWidth = (names.map(\.width).max() ?? 0) + 2
    // Too narrow for two columns: the keys alone take their room, the words what is left.
    let wordsStart = margin + min(nameWidth, grid.columns / 2)
    for (y, line) in zip(rows, max(top, 0)..<Self.lineCount) {
      switch line {
      case 0:
        put(CellText(look.words.terms.help), margin, grid.columns - margin, look.heading, &grid, y)
      case 1: break
      default:
        put(names[line - 2], margin, wordsStart - 1, look.notice, &grid, y)
        put(
          CellText(look.words.terms.topics(entries[line - 2].topic)), wordsStart,
          grid.columns - margin, .standard, &grid, y)
      }
    }
  }

  private func put(
    _ text: CellText, _ start: Int, _ end: Int, _ style: Style, _ grid: inout Grid, _ y: Int
  ) {
    let fitting = text.truncated(to: end - start, ellipsis: look.ellipsis)
    grid.put(fitting, x: start, y: y, style: style)
  }
}
