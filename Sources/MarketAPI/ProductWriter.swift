public import MarketCatalog

/// A write of one product that was asked for over HTTP.
public enum ProductWrite: Hashable, Sendable {
  /// Lists the product again, or unlists it.
  case setListed(Bool, id: Int64)
}

/// Writes products for the API, on a thread of its own.
public struct ProductWriter: Sendable {
  /// Does one write at a time, each a transaction of its own, so that no one pays for another's fault;
  /// gives the product as readers see it then, or nil for one that is not listed.
  public typealias Queue = WriteQueue<ProductWrite, Product?>

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
        var products: [Product?] = []
        for write in writes {
          switch write {
          case .setListed(let isListed, let id):
            _ = try writer.setListed(isListed, of: [id], at: clock())
            products.append(isListed ? try reader.product(id) : nil)
          }
        }
        return products
      }
    }
  }
}
