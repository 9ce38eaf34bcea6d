import MarketCatalog
import MarketViewModel
import TestSupport

/// A model with a store behind it that answers when told to, and a clock that stands still.
struct FeedBench {
  var model: FeedViewModel
  let store: InMemoryStore
  var now = Moment(seconds: 100)
  var pending: [FeedRequest] = []
  var announced: [FeedAnnouncement] = []

  init(
    products: Int, seed: UInt64 = 1, style: SegmentedControlStyle = .inset,
    reducesMotion: Bool = false
  ) {
    var random = SplitMix64(seed: seed)
    store = InMemoryStore.random(count: products, using: &random)
    model = FeedViewModel(limit: 20, style: style, reducesMotion: reducesMotion)
  }

  mutating func send(_ message: FeedMessage) {
    for effect in model.update(message, at: now) {
      switch effect {
      case .load(let request): pending.append(request)
      case .cancel(let id): pending.removeAll { $0.id == id }
      case .announce(let announcement): announced.append(announcement)
      }
    }
  }

  mutating func wait(seconds: Double) {
    now = Moment(nanoseconds: now.nanoseconds + Int64(seconds * 1e9))
  }

  /// Answers the oldest request; false when there is none.
  @discardableResult
  mutating func answer(failing error: StoreError? = nil) -> Bool {
    guard !pending.isEmpty else { return false }
    let request = pending.removeFirst()
    do throws(StoreError) {
      if let error { throw error }
      send(.loaded(request.id, try store.slice(request.query, at: Timestamp(milliseconds: 0))))
    } catch {
      send(.failed(request.id, error))
    }
    return true
  }

  mutating func settle() {
    while answer() {}
  }
}
