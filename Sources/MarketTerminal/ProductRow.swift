import MarketCatalog
import MarketText

/// Draws a product on one row: its name, likes, a mark when sold out, and its price.
///
/// The fields have places of their own, so that a column of prices stays a column. On a narrow
/// screen the likes go first, then the mark (the row is faint all the same), then the price.
struct ProductRow {
  private let columns: Int
  private let isASCII: Bool

  init(columns: Int, isASCII: Bool) {
    self.columns = columns
    self.isASCII = isASCII
  }

  private var showsLikes: Bool { columns >= 56 }
  private var showsMark: Bool { columns >= 32 }
  private var priceField: Int { columns >= 56 ? 14 : 10 }
  private static let likesField = 10
  private static let leastName = 6

  func draw(_ item: ProductCard, on grid: inout Grid, y: Int) {
    let style = item.isSoldOut ? Style.faint : .standard
    let margin = columns >= 20 ? 1 : 0
    var end = columns - margin
    let price = CellText(item.price.shown(isASCII: isASCII))
    if end - margin - price.width - 1 >= Self.leastName {
      end -= max(price.width, priceField)
      grid.put(price.padded(to: columns - margin - end, .right), x: end, y: y, style: style)
      end -= 1
      if showsMark {
        let mark = CellText(TabsWords.soldOut)
        end -= mark.width
        if item.isSoldOut { grid.put(mark, x: end, y: y, style: style) }
        end -= 1
      }
      if showsLikes {
        end -= Self.likesField
        if item.counts.likes > 0 {
          let likes = (isASCII ? "<3 " : "♥ ") + abbreviated(item.counts.likes)
          grid.put(CellText(likes).fitted(to: Self.likesField, .right), x: end, y: y, style: .faint)
        }
        end -= 1
      }
    }
    grid.put(
      CellText(item.name).truncated(to: end - margin, ellipsis: isASCII ? "..." : "…"), x: margin,
      y: y, style: style)
  }
}
