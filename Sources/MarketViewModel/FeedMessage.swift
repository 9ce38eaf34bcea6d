public import MarketCatalog

/// Which segment is meant.
public enum SegmentChoice: Hashable, Sendable {
  /// The segment with this index, counted from 0; the selected one stays when there is none.
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

/// Who changes a control.
public enum Chooser: Hashable, Sendable {
  /// Someone at the screen; the change is announced.
  case user
  /// The program; the change is never announced, so that it cannot come back as a user's action.
  case program
}

/// What happens to a view of tabs.
public enum FeedMessage: Hashable, Sendable {
  /// The view is on the screen and shows this many rows, the nearest of ``FeedViewModel/rowLimits``.
  case appeared(rows: Int)
  /// The view shows another number of rows.
  case resized(rows: Int)
  /// A segment is selected, which ends a drag even if it is the one that was selected before.
  case selected(SegmentChoice, by: Chooser)
  /// A finger has moved the pages to this offset; the first of a row begins a drag.
  ///
  /// Offsets are those of ``SwipePager``.
  case dragged(offset: Double, pageWidth: Double)
  /// The finger has let go at an offset, and the pages would come to rest at the target.
  case released(offset: Double, target: Double, pageWidth: Double)
  /// The finger is taken away without a choice; the underline goes back.
  case dragCancelled
  /// The selected tab's list is scrolled so that this item, counted from 0, is at the top; the
  /// nearest possible one for an index outside.
  case scrolled(to: Int)
  /// The reader is near the end of the selected tab's list: for views that find that out by
  /// themselves. `scrolled` finds it out from the rows.
  case reachedEnd
  /// The selected tab's list is wanted anew.
  case refreshed
  /// What failed in the selected tab is tried again; ignored where nothing failed.
  case retried
  /// The selected tab hides sold-out products, or shows them again.
  case filtered(inStock: Bool, by: Chooser)
  /// A touch has ended somewhere on or beside the selected tab's in-stock switch of this size.
  case switchTouched(Point, in: Size)
  /// A slice has come.
  case loaded(FeedRequest.ID, FeedSlice)
  /// A slice could not be had.
  case failed(FeedRequest.ID, StoreError)
  /// A page's feed has a newer ranking than before; nothing is read before the reader wants it.
  case newRankingAvailable(Page, generation: Int64)
  /// The theme has another colour.
  case themeChanged(RGB)
  /// A segment has another title; ignored when there is none with this index, counted from 0.
  case titleChanged(String, segment: Int)
  /// The reader wants no movement, or wants it again.
  case motionReduced(Bool)
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

/// What a user has done to a control, for whoever else wants to know.
public enum FeedAnnouncement: Hashable, Sendable {
  /// A page was selected.
  case selected(Page)
  /// A page's in-stock switch was turned on or off.
  case filtered(Page, inStock: Bool)
}

/// What the owner of a view-model has to do after an update, in order.
public enum FeedEffect: Hashable, Sendable {
  /// Read a slice and answer with `loaded` or `failed`.
  case load(FeedRequest)
  /// The answer is not wanted any more; if it comes nevertheless it changes nothing.
  case cancel(FeedRequest.ID)
  /// A user, and not the program, has changed something.
  case announce(FeedAnnouncement)
}
