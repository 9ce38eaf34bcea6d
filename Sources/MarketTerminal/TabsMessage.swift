import MarketCatalog
import MarketViewModel

/// A screen's size in cells.
struct ScreenSize: Hashable, Sendable {
  var columns: Int
  var rows: Int
}

/// What happens to the view.
enum TabsMessage: Sendable {
  case input(InputEvent)
  case resized(ScreenSize)
  case answer(FeedMessage)
  /// The answer to ``TabsEffect/read(_:)``; nil when there is no such product.
  case product(Int64, Product?)
  case productFailed(Int64, StoreError)
  /// The source tells something by itself.
  case news(SourceNews)
  /// What is read from now on is the source that has taken the lost one's place.
  case reopened
}

/// What the view's owner has to do after an update, in order.
enum TabsEffect: Hashable, Sendable {
  case feed(FeedEffect)
  /// Read a product and answer with `product` or `productFailed`.
  case read(Int64)
  /// Make the reader anew, and answer with `reopened`, or with `news` that it is still lost.
  case reopen
  case quit
  case suspend
  /// Draw every cell, whatever the terminal is thought to show.
  case repaint
}
