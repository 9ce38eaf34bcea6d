import MarketCatalog
import MarketText

/// Draws a product on one row: its name, likes, a mark when sold out, its age, the discount and the
/// price.
///
/// The fields have places of their own, so that a column of prices stays a column. On a narrow
/// screen they go one by one: the price of before, the discount, the age, the likes, the mark (the
/// row is faint all the same), at last the price.
struct ProductRow: Hashable {
  private let columns: Int
  private let look: TabsLook
  private let fields: ProductFields

  /// Makes rows for a width.
  init(columns: Int, look: TabsLook) {
    self.columns = columns
    self.look = look
    fields = ProductFields(columns: columns, words: look.words)
  }

  /// The cells of a product, as the row that keys act on or as any other.
  func cells(of item: ProductCard, age: Age, isCurrent: Bool) -> [GridCell] {
    var grid = Grid(columns: columns, rows: 1)
    var style = item.isSoldOut ? look.faint : .standard
    if isCurrent, fields.margin > 0 {
      grid.put(look.cursorMark, x: 0, y: 0, style: look.cursor)
      style.attributes.insert(.bold)
    } else if isCurrent {
      style.attributes.insert(.reversed)
    }
    let end = drawFields(item, age, style, on: &grid)
    grid.put(
      CellText(item.name).truncated(to: end - fields.margin, ellipsis: look.ellipsis),
      x: fields.margin, y: 0, style: style)
    return grid.row(0)
  }

  /// Draws what stands right of the name and returns where that must end.
  private func drawFields(
    _ item: ProductCard, _ age: Age, _ style: Style, on grid: inout Grid
  ) -> Int {
    let price = CellText(item.price.shown(isASCII: look.isASCII, in: look.words.language))
    var end = columns - fields.margin
    guard end - fields.margin - price.width - 1 >= ProductFields.leastName else { return end }
    func field(_ text: CellText?, _ width: Int, _ style: Style) {
      guard width > 0 else { return }
      end -= max(text?.width ?? 0, width)
      if let text { grid.put(text.padded(to: width, .right), x: end, y: 0, style: style) }
      end -= 1
    }
    field(price, fields.price, style)
    let percent = item.discountPercent
    field(percent.map { CellText(String($0) + "%") }, fields.percent, look.discount)
    let before =
      percent == nil
      ? nil
      : item.originalPrice?.shown(
        isASCII: look.isASCII, in: look.words.language)
    field(before.map { CellText($0) }, fields.originalPrice, look.faint)
    field(CellText(look.words.age(age)), fields.age, look.faint)
    field(item.isSoldOut ? CellText(look.words.terms.soldOut) : nil, fields.mark, look.faint)
    let likes = item.counts.likes
    field(likes > 0 ? CellText(look.likes(likes)) : nil, fields.likes, look.faint)
    return end
  }
}

/// The cells that the parts of a product's row take; 0 for those that have no place.
private struct ProductFields: Hashable {
  static let leastName = 6

  /// Blank at both ends, but for the mark of the current row.
  let margin: Int
  let price: Int
  let percent: Int
  let originalPrice: Int
  let age: Int
  let mark: Int
  let likes: Int

  init(columns: Int, words: TabsWords) {
    margin = TabsLayout.margin(columns: columns)
    price = columns >= 56 ? 12 : 8
    percent = columns >= 76 ? 4 : 0
    originalPrice = columns >= 104 ? 12 : 0
    age = columns >= 68 ? TabsWords.longestAge : 0
    mark = columns >= 32 ? words.terms.soldOut.cellWidth : 0
    likes = columns >= 56 ? 9 : 0
  }
}
