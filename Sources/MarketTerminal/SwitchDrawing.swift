import MarketText
import MarketViewModel

/// Draws the switch: a thumb on a round bar, to half a cell.
///
/// With colours the bar is the background of its cells and the thumb is made of half blocks.
/// Without, or in ASCII, the thumb is a letter on a line in brackets, which is `=` when on.
struct SwitchDrawing {
  /// The cells that the switch takes.
  static let width = 4
  /// The switch's size in the model, where a cell is one wide and two high.
  static let size = Size(width: Double(width), height: 2)

  /// What a thumb is drawn in where the bar is too light for its own colour.
  private static let darkThumb = RGB(red: 40, green: 40, blue: 46)

  // Measured once, as they are drawn in every frame.
  private static let block = CellText("█")
  private static let leftHalf = CellText("▌")
  private static let rightHalf = CellText("▐")
  private static let space = CellText(" ")

  let look: TabsLook

  /// Draws the switch as it is at a moment.
  func draw(_ control: Switch, at moment: Moment, on grid: inout Grid, x: Int, y: Int) {
    let thumb = control.thumbFrame(in: Self.size, at: moment)
    if look.isASCII || look.colors == .none {
      let line = control.isOn ? "=" : "-"
      // Between the brackets there are two places for the thumb.
      let isRight = thumb.x * 2 >= Self.size.width - thumb.width
      grid.put(CellText("[" + (isRight ? line + "O" : "O" + line) + "]"), x: x, y: y)
      return
    }
    // The bar turns into the theme's colour, whatever another front-end would choose.
    let bar = control.barColor.mixed(with: look.theme, part: control.thumbPosition(at: moment))
    let thumbColor = bar.isLight ? Self.darkThumb : control.thumbColor
    let style = Style(TerminalColor(thumbColor), on: TerminalColor(bar))
    let start = Int((thumb.x * 2).rounded())
    let halves = start..<(start + Int((thumb.width * 2).rounded()))
    for column in 0..<Self.width {
      let glyph =
        switch (halves.contains(column * 2), halves.contains(column * 2 + 1)) {
        case (true, true): Self.block
        case (true, false): Self.leftHalf
        case (false, true): Self.rightHalf
        case (false, false): Self.space
        }
      grid.put(glyph, x: x + column, y: y, style: style)
    }
  }
}

extension RGB {
  /// Whether the colour is nearer to white than to black, by the luma of ITU-R BT.601.
  fileprivate var isLight: Bool {
    Int(red) * 299 + Int(green) * 587 + Int(blue) * 114 > 160_000
  }
}
