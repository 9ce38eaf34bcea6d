import MarketCatalog
import MarketViewModel

/// What the mouse does.
extension TabsState {
  mutating func mouse(_ event: MouseEvent) -> [TabsEffect] {
    switch event {
    case .pressed(let x, let y): return press(x, y)
    case .dragged(let x, let y):
      if gesture?.target == .wheel || isPageShown { return [] }
      gesture?.move(toX: x, y: y, at: moment)
      return followGesture()
    case .released(let x, let y): return release(x, y)
    case .scrolledUp: return scroll(by: -3)
    case .scrolledDown: return scroll(by: 3)
    // Turned to the right it moves the pages to the left, so that the next one comes in.
    case .scrolledLeft: return turnWheel(1)
    case .scrolledRight: return turnWheel(-1)
    }
  }

  private mutating func press(_ x: Int, _ y: Int) -> [TabsEffect] {
    let effects = gesture?.isSwiping == true ? endSwipe() : []
    let layout = layout
    if layout.headerRows.contains(y) {
      let selected = select(.point(x: Double(x), width: Double(layout.columns)))
      gesture = SwipeGesture(.header, x: x, y: y)
      return effects + selected
    }
    var target = SwipeGesture.Target.elsewhere
    if isPageShown {
      if y == layout.statusRow { target = .wayBack }
      let line = y - layout.pageRows.lowerBound + (pagePlace?.rows.lowerBound ?? 0)
      if !isHelpShown, layout.pageRows.contains(y),
        product?.retryLines(columns: pageColumns)?.contains(line) == true
      {
        target = .notice
      }
    } else if y == layout.switchRow, layout.switchColumns?.contains(x) == true {
      target = .inStockSwitch
    } else if y == layout.switchRow, FeedNotice(self) != nil {
      target = .notice
    } else if ProductList.retryRows(model.feed, in: layout.listRows)?.contains(y) == true {
      target = .notice
    } else if layout.listRows.contains(y) {
      let index = model.feed.topIndex + y - layout.listRows.lowerBound
      if model.feed.items.indices.contains(index) {
        target = .item(index, wasCurrent: index == currentIndex(of: model.page))
        cursors[model.pageIndex].move(
          to: index, in: model.feed.items, top: model.feed.topIndex)
      }
    }
    gesture = SwipeGesture(target, x: x, y: y)
    return effects
  }

  private mutating func release(_ x: Int, _ y: Int) -> [TabsEffect] {
    guard let gesture, gesture.target != .wheel else { return [] }
    if gesture.isSwiping { return endSwipe() }
    self.gesture = nil
    switch gesture.target {
    case .inStockSwitch:
      guard let columns = layout.switchColumns, let row = layout.switchRow else { return [] }
      // The middle of the cell, which is two high in the switch's own measure.
      let point = Point(x: Double(x - columns.lowerBound) + 0.5, y: Double(y - row) * 2 + 1)
      return send(.switchTouched(point, in: SwitchDrawing.size))
    case .item(let index, let wasCurrent):
      let isStill = index == currentIndex(of: model.page) && gesture.isOnRow(y)
      return wasCurrent && isStill && !isPageShown ? open() : []
    case .notice: return gesture.isOnRow(y) ? reload() : []
    case .wayBack: return gesture.isOnRow(y) ? goBack() : []
    case .header, .elsewhere, .wheel: return []
    }
  }

  private mutating func turnWheel(_ direction: Double) -> [TabsEffect] {
    if isPageShown { return [] }
    if gesture?.target != .wheel { gesture = .wheel }
    gesture?.turn(direction, columns: size.columns, at: moment)
    return followGesture()
  }

  /// Moves the pages to where the gesture holds them.
  private mutating func followGesture() -> [TabsEffect] {
    guard let gesture, gesture.isSwiping else { return [] }
    listsMove = true
    return send(
      .dragged(
        offset: gesture.offset(page: model.pageIndex, columns: size.columns),
        pageWidth: Double(size.columns)))
  }

  /// Lets the pages settle.
  mutating func endSwipe() -> [TabsEffect] {
    guard let gesture, gesture.isSwiping else { return [] }
    self.gesture = nil
    let page = model.pageIndex
    return send(
      .released(
        offset: gesture.offset(page: page, columns: size.columns),
        target: gesture.target(page: page, columns: size.columns, at: moment),
        pageWidth: Double(size.columns)))
  }
}
