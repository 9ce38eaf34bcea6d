public import MarketCatalog

/// A market behind the HTTP API as a store that can be read, for threads that may block.
///
/// To a front-end it is like any other store's reader, and like one it belongs to the thread that
/// uses it.
public struct RemoteStore: FeedReading, ProductReading {
  /// How the server is asked.
  public let settings: ClientSettings
  private let transport: any BlockingTransport

  /// Makes a store; nothing is sent yet.
  ///
  /// - Parameters:
  ///   - settings: How the server is asked.
  ///   - transport: What carries the calls; answers that the server calls unchanged are kept and
  ///     used again.
  public init(_ settings: ClientSettings, over transport: any BlockingTransport) {
    self.settings = settings
    self.transport = RevalidatingTransport(transport)
  }

  /// Runs a call.
  public func answer<Answer>(to call: Call<Answer>) throws(ClientError) -> Answer {
    let request = call.request(settings)
    let response: ClientResponse
    do {
      response = try transport.send(request)
    } catch {
      throw .transport(error)
    }
    return try call.answer(from: response.limited(by: request))
  }

  /// One slice of a feed; the server's clock decides about cursors, not `now`.
  public func slice(_ query: FeedQuery, at now: Timestamp) throws(StoreError) -> FeedSlice {
    try storeAnswer(to: .slice(query))
  }

  /// The listed product with the given id, or nil; its source is the API itself.
  public func product(_ id: Int64) throws(StoreError) -> Product? {
    // The API refuses what no product has.
    guard id >= 1 else { return nil }
    return try storeAnswer(to: .product(id))
  }

  /// The listed products among the ids, in the order of the ids: a call for each hundred.
  public func products(_ ids: [Int64]) throws(StoreError) -> [ProductCard] {
    var rest = ids.filter { $0 >= 1 }[...]
    var cards: [ProductCard] = []
    while !rest.isEmpty {
      let part = Array(rest.prefix(Call<[ProductCard]>.idLimit))
      rest = rest.dropFirst(part.count)
      cards += try storeAnswer(to: .products(part))
    }
    return cards
  }

  private func storeAnswer<Answer>(to call: Call<Answer>) throws(StoreError) -> Answer {
    do {
      return try answer(to: call)
    } catch {
      throw error.storeError
    }
  }
}
