public import MarketCatalog

/// A write of one product that was asked for over HTTP.
public struct ProductWrite: Sendable {
  /// What is written.
  public enum Change: Hashable, Sendable {
    /// Lists the product again, or unlists it.
    case setListed(Bool, id: Int64)
  }

  /// What is written.
  var change: Change
  /// Which version of the product it is meant for; nil for any.
  var condition: WriteCondition?
}

/// What became of a write of one product.
public enum ProductWriteReport: Sendable {
  /// It is on disk: the product as readers see it then, or nil for one that is not listed.
  case written(Product?)
  /// Nothing is written, since the product was another version, or, when it was not listed, none.
  case conditionFailed(isListed: Bool)
}

/// Writes products for the API, on a thread of its own.
public struct ProductWriter: Sendable {
  /// Does one write at a time, each a transaction of its own, so that no one pays for another's fault.
  public typealias Queue = WriteQueue<ProductWrite, ProductWriteReport>

  /// Where writes go.
  public var queue: Queue

  /// Makes a writer over a queue.
  public init(queue: Queue) {
    self.queue = queue
  }

  /// The writes that may wait.
  private static let waitingLimit = 1_000

  /// Starts the queue of a store.
  ///
  /// - Parameters:
  ///   - clock: Gives the present.
  ///   - open: Opens the store's writer, and a reader beside it, in the queue's thread.
  /// - Returns: The queue, to be closed when the server has ended.
  /// - Throws: What `open` throws.
  public static func makeQueue(
    clock: @escaping @Sendable () -> Timestamp,
    opening open:
      @escaping @Sendable () throws(StoreError) -> (
        writer: any ProductListing, reader: any ProductReading
      )
  ) throws(StoreError) -> Queue {
    try Queue(waitingLimit: waitingLimit, batchLimit: 1) { () throws(StoreError) in
      let (writer, reader) = try open()
      return { (writes) throws(StoreError) in
        var reports: [ProductWriteReport] = []
        for write in writes { reports.append(try perform(write, writer, reader, at: clock())) }
        return reports
      }
    }
  }

  private static func perform(
    _ write: ProductWrite, _ writer: any ProductListing, _ reader: any ProductReading,
    at now: Timestamp
  ) throws(StoreError) -> ProductWriteReport {
    switch write.change {
    case .setListed(let isListed, let id):
      if let condition = write.condition {
        // The reader sees what the write changes, since no other write can come between.
        var product: Product?
        let isDone = try writer.setListed(isListed, of: id, at: now) { () throws(StoreError) in
          product = try reader.product(id)
          return condition.holds(for: product)
        }
        guard isDone else { return .conditionFailed(isListed: product != nil) }
      } else {
        _ = try writer.setListed(isListed, of: [id], at: now)
      }
      return .written(isListed ? try reader.product(id) : nil)
    }
  }
}
