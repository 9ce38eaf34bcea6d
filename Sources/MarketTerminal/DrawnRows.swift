import MarketCatalog

/// The rows of products that were drawn before: a product that is shown again is not drawn again.
///
/// Measuring texts is most of the work of a screen, and between two screens most products stay.
struct DrawnRows {
  private struct Row {
    let item: ProductCard
    let age: Age
    let isCurrent: Bool
    let cells: [GridCell]
  }

  /// How many rows are kept: two lists on a screen of a hundred rows, a megabyte at 80 columns.
  private static let limit = 200

  private var drawer: ProductRow?
  private var rows: [Int64: Row] = [:]

  /// A product's row as `drawer` draws it at a moment; one that is as wide as a screen.
  ///
  /// A drawer for another width or look than the last one begins anew.
  mutating func cells(
    of item: ProductCard, isCurrent: Bool, at now: Timestamp, by drawer: ProductRow
  ) -> [GridCell] {
    if drawer != self.drawer || rows.count >= Self.limit {
      rows.removeAll(keepingCapacity: true)
      self.drawer = drawer
    }
    let age = item.createdAt.age(at: now)
    if let row = rows[item.id], row.isCurrent == isCurrent, row.age == age, row.item == item {
      return row.cells
    }
    let cells = drawer.cells(of: item, age: age, isCurrent: isCurrent)
    rows[item.id] = Row(item: item, age: age, isCurrent: isCurrent, cells: cells)
    return cells
  }
}
