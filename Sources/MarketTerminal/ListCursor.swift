import MarketCatalog

/// The current row of a list: the one that keys act on, always one that is on the screen.
struct ListCursor: Hashable, Sendable {
  /// The item, counted from 0; 0 when there is none.
  private(set) var index = 0
  /// How far below the top of the screen that is.
  private var row = 0
  private var id: Int64?

  /// Goes to an item; the nearest one for an index outside.
  mutating func move(to index: Int, in items: [ProductCard], top: Int) {
    self.index = min(max(index, 0), max(items.count - 1, 0))
    remember(items, top: top)
  }

  /// Finds its place again after the list or the screen has changed.
  ///
  /// Stays with its product where that is still on the screen, else on its row of the screen. At
  /// the start of the list it stays there, as what is new comes in above.
  mutating func follow(_ items: [ProductCard], top: Int, rows: Int) {
    let visible = top..<max(min(top + max(rows, 1), items.count), top + 1)
    if index > 0, items.indices.contains(index) ? items[index].id != id : true {
      index =
        items[min(visible.lowerBound, items.count)..<min(visible.upperBound, items.count)]
        .firstIndex { $0.id == id } ?? top + row
    }
    index = min(max(index, visible.lowerBound), visible.upperBound - 1)
    remember(items, top: top)
  }

  private mutating func remember(_ items: [ProductCard], top: Int) {
    row = index - top
    id = items.indices.contains(index) ? items[index].id : nil
  }
}

/// What a list shows: the item at the top and the current one, counted from 0, and whose that is.
struct ListPlace: Hashable, Sendable {
  let page: Page
  let top: Int
  let index: Int
  let id: Int64
}
