public import MarketCatalog

/// Which segment is meant.
public enum SegmentChoice: Hashable, Sendable {
  /// The segment with this index, counted from 0; ignored when there is none.
  case index(Int)
  /// The segment before the selected one; the first stays.
  case previous
  /// The segment after the selected one; the last stays.
  case next
  /// The segment after the selected one, and the first after the last.
  case cycle
  /// The segment drawn under a point of a control of the given width.
  case point(x: Double, width: Double)
}

/// Who selects a segment.
public enum Chooser: Hashable, Sendable {
  /// Someone at the screen; the change is announced.
  case user
  /// The program; the change is never announced, so that it cannot come back as a user's action.
  case program
}

/// What happens to a view of tabs.
public enum FeedMessage: Hashable, Sendable {
  /// The view is on the screen and shows this many rows.
  case appeared(rows: Int)
  /// The view shows another number of rows.
  case resized(rows: Int)
  /// A segment is selected.
  case selected(SegmentChoice, by: Chooser)
  /// The selected tab's list is scrolled so that this item, counted from 0, is at the top; the
  /// nearest possible one for an index outside.
  case scrolled(to: Int)
  /// The selected tab's list is wanted anew.
  case refreshed
  /// What failed in the selected tab is tried again; ignored where nothing failed.
  case retried
  /// The selected tab hides sold-out products, or shows them again.
  case filtered(inStock: Bool)
  /// A slice has come.
  case loaded(FeedRequest.ID, FeedSlice)
  /// A slice could not be had.
  case failed(FeedRequest.ID, StoreError)
}

/// A slice that the view-model asks for.
public struct FeedRequest: Hashable, Sendable {
  /// What an answer is known by.
  public struct ID: Hashable, Sendable {
    /// The tab that asks.
    public let page: Page
    /// The number of the request within the tab, rising.
    public let number: Int64
  }

  /// What the answer must carry.
  public let id: ID
  /// What is asked for.
  public let query: FeedQuery
}

/// What the owner of a view-model has to do after an update, in order.
public enum FeedEffect: Hashable, Sendable {
  /// Read a slice and answer with `loaded` or `failed`.
  case load(FeedRequest)
  /// The answer is not wanted any more; if it comes nevertheless it changes nothing.
  case cancel(FeedRequest.ID)
  /// A user selected this page.
  case announce(Page)
}
