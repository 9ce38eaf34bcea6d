/// Draws screens as a picture (SVG 1.1) that needs nothing but a monospace font.
///
/// Every cluster stands at the place of its cell and is as wide as its cells, whatever the font;
/// bars and blocks are rectangles. The same screens give the same bytes.
struct GridPicture {
  /// A screen and how long it is shown.
  struct Frame {
    var grid: Grid
    var milliseconds: Int
  }

  private static let cellWidth = 9
  private static let cellHeight = 20
  private static let margin = 12
  private static let font =
    "ui-monospace,SFMono-Regular,Menlo,Consolas,D2Coding,NanumGothicCoding,"
    + "'Noto Sans Mono CJK KR','Apple SD Gothic Neo','Malgun Gothic',monospace"

  private let foreground: TerminalColor
  private let background: TerminalColor
  /// What the picture says to those who hear it.
  private let title: String

  init(background: TerminalBackground = .dark, title: String) {
    let ink = TerminalColor(red: 24, green: 24, blue: 28)
    let paper = TerminalColor(red: 250, green: 250, blue: 252)
    switch background {
    case .dark:
      (foreground, self.background) = (TerminalColor(red: 222, green: 222, blue: 228), ink)
    case .light: (foreground, self.background) = (ink, paper)
    }
    self.title = title
  }

  /// A picture that stands still.
  func picture(of grid: Grid) -> String {
    picture(of: [Frame(grid: grid, milliseconds: 0)])
  }

  /// A picture that moves from frame to frame, again and again; all must be of one size.
  ///
  /// What is the same in every frame is drawn once. Who asked for reduced motion sees the first
  /// frame, as do programs that know no animation.
  func picture(of frames: [Frame]) -> String {
    guard let first = frames.first?.grid else { return "" }
    var body = ""
    var animation = FrameAnimation(durations: frames.map(\.milliseconds))
    for y in 0..<first.rows {
      var pictures: [(row: String, frames: [Int])] = []
      for (index, frame) in frames.enumerated() {
        if index > 0, frame.grid.isRow(y, sameIn: frames[index - 1].grid) {
          let same = pictures.firstIndex { $0.frames.last == index - 1 }
          if let same { pictures[same].frames.append(index) }
          continue
        }
        let row = row(y, of: frame.grid)
        if let same = pictures.firstIndex(where: { $0.row == row }) {
          pictures[same].frames.append(index)
        } else {
          pictures.append((row, [index]))
        }
      }
      for (row, shown) in pictures where !row.isEmpty {
        body += animation.group(of: row, shownIn: shown)
      }
    }
    return document(body, animation, first)
  }

  private func document(
    _ body: String, _ animation: FrameAnimation, _ grid: Grid
  ) -> String {
    let width = grid.columns * Self.cellWidth + 2 * Self.margin
    let height = grid.rows * Self.cellHeight + 2 * Self.margin
    return """
      <svg xmlns="http://www.w3.org/2000/svg" width="\(width)" height="\(height)" \
      viewBox="\(-Self.margin) \(-Self.margin) \(width) \(height)" role="img">
      <title>\(title.escapedForXML)</title>
      <style>
      text{font:15px \(Self.font);fill:\(foreground.hexadecimal)}
      .w{font-size:17px}
      .b{font-weight:bold}
      \(animation.rules)</style>
      <rect x="\(-Self.margin)" y="\(-Self.margin)" width="\(width)" height="\(height)" rx="8" \
      fill="\(background.hexadecimal)"/>
      \(body)</svg>

      """
  }

  // MARK: Rows

  private func row(_ y: Int, of grid: Grid) -> String {
    var output = ""
    var x = 0
    while x < grid.columns {
      let cell = grid[x, y]
      let run = Self.run(from: x, y, of: grid)
      let colors = colors(of: cell.style)
      if let behind = colors.behind {
        output += Self.rectangle(
          Block(x: 0, y: 0, width: 8, height: 8), columns: run, y: y, fill: behind)
      }
      if let block = Block(cell.text) {
        output += Self.rectangle(block, columns: run, y: y, fill: colors.front)
      } else if !cell.isBlank {
        output += text(
          run.map { grid[$0, y].text }.joined(), cell, columns: run, y: y, colors.front)
      }
      x = run.upperBound
    }
    return output
  }

  /// The cells from a place on that one element draws: a block again and again, a word of ASCII, or
  /// a single cluster.
  private static func run(from x: Int, _ y: Int, of grid: Grid) -> Range<Int> {
    let first = grid[x, y]
    var end = x + max(first.width, 1)
    let isRepeated = first.isBlank || Block(first.text)?.width == 8
    guard isRepeated || first.isASCII else { return x..<end }
    while end < grid.columns {
      let next = grid[end, y]
      guard next.style == first.style,
        isRepeated ? next.text == first.text : next.isASCII && !next.isBlank
      else { break }
      end += 1
    }
    return x..<end
  }

  private func colors(
    of style: Style
  ) -> (front: TerminalColor, behind: TerminalColor?) {
    let front = style.foreground ?? foreground
    let isReversed = style.attributes.contains(.reversed)
    let (ink, paper) =
      isReversed ? (style.background ?? background, front) : (front, style.background)
    let isDim = style.attributes.contains(.dim)
    return (isDim ? ink.mixed(with: paper ?? background) : ink, paper)
  }

  private static func rectangle(
    _ block: Block, columns: Range<Int>, y: Int, fill: TerminalColor
  ) -> String {
    let x = eighths(columns.lowerBound * cellWidth * 8 + block.x * cellWidth)
    let top = eighths(y * cellHeight * 8 + block.y * cellHeight)
    let width = eighths((columns.count - 1) * cellWidth * 8 + block.width * cellWidth)
    let height = eighths(block.height * cellHeight)
    return
      "<path fill=\"\(fill.hexadecimal)\" d=\"M\(x) \(top)h\(width)v\(height)h-\(width)z\"/>\n"
  }

  /// A number of eighths, without needless digits.
  private static func eighths(_ value: Int) -> String {
    let fraction = value % 8 * 125
    if fraction == 0 { return "\(value / 8)" }
    var digits = "\(1_000 + fraction)".dropFirst()
    while digits.last == "0" { digits.removeLast() }
    return "\(value / 8).\(digits)"
  }

  private func text(
    _ text: String, _ cell: GridCell, columns: Range<Int>, y: Int, _ color: TerminalColor
  ) -> String {
    var attributes =
      "x=\"\(columns.lowerBound * Self.cellWidth)\" y=\"\(y * Self.cellHeight + 15)\""
      + " textLength=\"\(columns.count * Self.cellWidth)\" lengthAdjust=\"spacingAndGlyphs\""
    let classes =
      (cell.width > 1 ? ["w"] : []) + (cell.style.attributes.contains(.bold) ? ["b"] : [])
    if !classes.isEmpty { attributes += " class=\"\(classes.joined(separator: " "))\"" }
    // The rule of the style sheet wins over an attribute.
    var style = color == foreground ? [] : ["fill:\(color.hexadecimal)"]
    if cell.style.attributes.contains(.underlined) { style.append("text-decoration:underline") }
    if !style.isEmpty { attributes += " style=\"\(style.joined(separator: ";"))\"" }
    return "<text \(attributes)>\(text.escapedForXML)</text>\n"
  }
}

/// The part of a cell that a block element fills, in eighths.
private struct Block {
  let x: Int
  let y: Int
  let width: Int
  let height: Int
}

extension Block {
  init?(_ text: String) {
    switch text {
    case "▁": self.init(x: 0, y: 7, width: 8, height: 1)
    case "▄": self.init(x: 0, y: 4, width: 8, height: 4)
    case "▖": self.init(x: 0, y: 4, width: 4, height: 4)
    case "▗": self.init(x: 4, y: 4, width: 4, height: 4)
    case "█": self.init(x: 0, y: 0, width: 8, height: 8)
    case "▌": self.init(x: 0, y: 0, width: 4, height: 8)
    case "▐": self.init(x: 4, y: 0, width: 4, height: 8)
    default: return nil
    }
  }
}

extension TerminalColor {
  /// `#rrggbb`.
  fileprivate var hexadecimal: String {
    "#"
      + [red, green, blue].map { part in
        (part < 16 ? "0" : "") + String(part, radix: 16)
      }.joined()
  }

  /// Half of this colour and half of another.
  fileprivate func mixed(with other: TerminalColor) -> TerminalColor {
    func half(_ one: UInt8, _ two: UInt8) -> UInt8 { UInt8((Int(one) + Int(two)) / 2) }
    return TerminalColor(
      red: half(red, other.red), green: half(green, other.green), blue: half(blue, other.blue))
  }
}

extension String {
  /// The text with the characters replaced that mean something in XML.
  fileprivate var escapedForXML: String {
    var output = ""
    for character in unicodeScalars {
      switch character {
      case "&": output += "&amp;"
      case "<": output += "&lt;"
      case ">": output += "&gt;"
      case "\"": output += "&quot;"
      // No document may hold these, not even escaped (XML 1.0, 2.2).
      case "\u{FFFE}", "\u{FFFF}": output += "\u{FFFD}"
      default: output.unicodeScalars.append(character)
      }
    }
    return output
  }
}
