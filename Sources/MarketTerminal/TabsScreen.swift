import MarketCatalog
import MarketText
import MarketViewModel

/// Draws the view: a pure function from the state to a screen.
struct TabsScreen {
  let capabilities: TerminalCapabilities
  var background = TerminalBackground.dark

  /// The screen for a state, of the state's size.
  func render(_ state: TabsState) -> Grid {
    var drawnRows = DrawnRows()
    return render(state, keeping: &drawnRows)
  }

  /// The same screen, with what was drawn for the ones before.
  func render(_ state: TabsState, keeping drawnRows: inout DrawnRows) -> Grid {
    let layout = state.layout
    let look = look(for: state)
    var grid = Grid(columns: layout.columns, rows: state.size.rows)
    drawTitles(of: state.model, look, on: &grid)
    drawBody(state, layout, look, on: &grid, keeping: &drawnRows)
    if let row = layout.statusRow {
      StatusLine(state: state, look: look).draw(on: &grid, y: row)
    }
    drawMovingParts(state, layout, look, on: &grid)
    return grid
  }

  /// Draws again what moves, on the screen of the same state at an earlier moment.
  ///
  /// Gives the same as ``render(_:)`` as long as nothing but time has passed and the lists rest.
  func redraw(_ state: TabsState, on grid: inout Grid) {
    drawMovingParts(state, state.layout, look(for: state), on: &grid)
  }

  private func look(for state: TabsState) -> TabsLook {
    TabsLook(
      capabilities: capabilities, theme: state.model.control.themeColor, words: state.words,
      background: background)
  }

  // MARK: The control

  private func drawTitles(of model: FeedViewModel, _ look: TabsLook, on grid: inout Grid) {
    let control = model.control
    for (index, title) in control.titles.enumerated() {
      let span = control.segment(index, width: Double(grid.columns))
      // The first cell that a click would give to the segment.
      let start = Int(span.start.rounded(.up))
      let width = Int(span.end.rounded(.up)) - start
      let text = CellText(title).truncated(to: width, ellipsis: look.ellipsis)
      let x = start + (width - text.width) / 2
      let end = grid.put(text, x: x, y: 0, style: look.title(control.titleAppearance(index)))
      // Quietly, where it moves nothing.
      if model[Page.allCases[index]].hasNewRanking, end + 2 <= start + width {
        grid.put(look.newMark, x: end + 1, y: 0, style: look.notice)
      }
    }
  }

  private func drawMovingParts(
    _ state: TabsState, _ layout: TabsLayout, _ look: TabsLook, on grid: inout Grid
  ) {
    let control = state.model.control
    if layout.headerRows.contains(1) {
      let isMoving = control.isAnimating(at: state.moment)
      let position = control.underlinePosition(at: state.moment)
      SegmentUnderline(look: look, hasTrack: control.style.hasTrack).draw(
        control.underline(at: position, width: Double(layout.columns)),
        heading: isMoving ? Double(control.selectedIndex) - position : 0, on: &grid, y: 1)
    }
    if let row = layout.switchRow, let columns = layout.switchColumns, !state.isPageShown {
      SwitchDrawing(look: look).draw(
        state.model.feed.inStockSwitch, at: state.moment, on: &grid, x: columns.lowerBound, y: row)
    }
  }

  // MARK: Below it

  private func drawBody(
    _ state: TabsState, _ layout: TabsLayout, _ look: TabsLook, on grid: inout Grid,
    keeping drawnRows: inout DrawnRows
  ) {
    let place = state.pagePlace
    if let top = place?.rows.lowerBound {
      if let page = state.product, !state.isHelpShown {
        ProductPageDrawing(look: look, showsWaiting: state.showsWaiting).draw(
          page, top: top, on: &grid, rows: layout.pageRows)
      } else {
        HelpPage(look: look).draw(top: top, on: &grid, rows: layout.pageRows)
      }
    } else {
      SwitchRow(state: state, look: look).draw(on: &grid)
      drawLists(state, layout, look, on: &grid, keeping: &drawnRows)
    }
    if let place { drawMarks(place, layout, look, on: &grid) }
  }

  /// Says at the edge where a page that covers the list has more than is shown.
  private func drawMarks(
    _ place: (rows: Range<Int>, count: Int), _ layout: TabsLayout, _ look: TabsLook,
    on grid: inout Grid
  ) {
    guard let last = layout.pageRows.last, TabsLayout.margin(columns: grid.columns) > 0 else {
      return
    }
    let x = grid.columns - 1
    if place.rows.lowerBound > 0 {
      grid.put(look.moreAbove, x: x, y: layout.pageRows.lowerBound, style: look.faint)
    }
    if place.rows.upperBound < place.count {
      grid.put(look.moreBelow, x: x, y: last, style: look.faint)
    }
  }

  /// Draws the selected list, or the two between which a swipe is.
  private func drawLists(
    _ state: TabsState, _ layout: TabsLayout, _ look: TabsLook, on grid: inout Grid,
    keeping drawnRows: inout DrawnRows
  ) {
    let position = state.listPosition
    for page in Page.allCases {
      let x = Int(((Double(page.rawValue) - position) * Double(layout.columns)).rounded())
      guard abs(x) < layout.columns else { continue }
      ProductList(state: state, page: page, look: look).draw(
        on: &grid, rows: layout.listRows, x: x, keeping: &drawnRows)
    }
  }
}

extension SegmentedControlStyle {
  /// Whether the underline stands on a line that runs across.
  fileprivate var hasTrack: Bool {
    switch self {
    case .inset, .follow: true
    case .full: false
    }
  }
}
