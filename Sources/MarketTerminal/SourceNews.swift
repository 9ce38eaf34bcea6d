public import MarketCatalog

/// What a view is told of its source while it is shown.
public enum SourceNews: Hashable, Sendable {
  /// A page's feed has a ranking of this number, which may be the one that is shown.
  case ranking(Page, generation: Int64)
  /// The source was removed or replaced; what is shown is of the one that was there.
  case lost
  /// The source is as it was.
  case found
}

/// Where whoever listens to a source reports what it hears.
public struct NewsDesk: Sendable {
  /// A descriptor that can be read as soon as nobody wants news any more.
  public let endDescriptor: Int32
  private let take: @Sendable (SourceNews) -> Void

  init(endDescriptor: Int32, _ take: @escaping @Sendable (SourceNews) -> Void) {
    self.endDescriptor = endDescriptor
    self.take = take
  }

  /// Tells the view something; from any thread.
  public func report(_ news: SourceNews) { take(news) }
}
