import MarketCatalog
import MarketText

/// Draws a product on one row: its name, likes, a mark when sold out, its age, the discount and the
/// price.
///
/// The fields have places of their own, so that a column of prices stays a column. On a narrow
/// screen they go one by one: the price of before, the discount, the age, the likes, the mark (the
/// row is faint all the same), at last the price.
struct ProductRow {
  private let columns: Int
  private let look: TabsLook
  private let now: Timestamp
  private let fields: ProductFields

  /// Makes rows for a width; ages are counted from `now`.
  init(columns: Int, look: TabsLook, now: Timestamp) {
    self.columns = columns
    self.look = look
    self.now = now
    fields = ProductFields(columns: columns)
  }

  /// Draws a product, as the row that keys act on or as any other.
  ///
  /// The row begins at column `x`; what lies outside the screen is left out.
  func draw(_ item: ProductCard, isCurrent: Bool, on grid: inout Grid, x: Int, y: Int) {
    var style = item.isSoldOut ? Style.faint : .standard
    if isCurrent, fields.margin > 0 {
      grid.put(look.cursorMark, x: x, y: y, style: look.cursor)
      style.attributes.insert(.bold)
    } else if isCurrent {
      style.attributes.insert(.reversed)
    }
    let end = drawFields(item, style, on: &grid, x: x, y: y)
    grid.put(
      CellText(item.name).truncated(to: end - fields.margin, ellipsis: look.ellipsis),
      x: x + fields.margin, y: y, style: style)
  }

  /// Draws what stands right of the name and returns where that must end.
  private func drawFields(
    _ item: ProductCard, _ style: Style, on grid: inout Grid, x: Int, y: Int
  ) -> Int {
    let price = CellText(item.price.shown(isASCII: look.isASCII))
    var end = columns - fields.margin
    guard end - fields.margin - price.width - 1 >= ProductFields.leastName else { return end }
    func field(_ text: CellText?, _ width: Int, _ style: Style) {
      guard width > 0 else { return }
      end -= max(text?.width ?? 0, width)
      if let text { grid.put(text.padded(to: width, .right), x: x + end, y: y, style: style) }
      end -= 1
    }
    field(price, fields.price, style)
    let percent = item.discountPercent
    field(percent.map { CellText(String($0) + "%") }, fields.percent, look.discount)
    let before = percent == nil ? nil : item.originalPrice?.shown(isASCII: look.isASCII)
    field(before.map { CellText($0) }, fields.originalPrice, .faint)
    field(CellText(item.createdAt.age(at: now)), fields.age, .faint)
    field(item.isSoldOut ? CellText(TabsWords.soldOut) : nil, fields.mark, .faint)
    let likes = item.counts.likes
    field(likes > 0 ? CellText(look.likes(likes)) : nil, fields.likes, .faint)
    return end
  }
}

/// The cells that the parts of a product's row take; 0 for those that have no place.
private struct ProductFields {
  static let leastName = 6

  /// Blank at both ends, but for the mark of the current row.
  let margin: Int
  let price: Int
  let percent: Int
  let originalPrice: Int
  let age: Int
  let mark: Int
  let likes: Int

  init(columns: Int) {
    margin = TabsLayout.margin(columns: columns)
    price = columns >= 56 ? 12 : 8
    percent = columns >= 76 ? 4 : 0
    originalPrice = columns >= 104 ? 12 : 0
    age = columns >= 68 ? TabsWords.longestAge : 0
    mark = columns >= 32 ? TabsWords.soldOut.cellWidth : 0
    likes = columns >= 56 ? 9 : 0
  }
}
