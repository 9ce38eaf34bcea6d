import MarketCatalog

/// When each product of the seed shop was put up: over two years, oldest first, often many at once.
struct SeedCalendar {
  private let count: Int
  private let randomSeed: UInt64
  private let start: Timestamp
  private let blockCount: Int

  /// How far back the first product was put up: 730 days, in milliseconds.
  static let span: Int64 = 730 * Timestamp.millisecondsPerDay
  /// Products that share one stretch of time.
  private static let blockSize = 12

  init(count: Int, randomSeed: UInt64, asOf: Timestamp) {
    self.count = count
    self.randomSeed = randomSeed
    start = asOf.advanced(byMilliseconds: -Self.span)
    blockCount = max((count + Self.blockSize - 1) / Self.blockSize, 1)
  }

  /// The moment of a product's creation; never before that of the product before it.
  ///
  /// `draw` is any number from 0 to just below 1 of the product's own.
  func createdAt(_ index: Int, draw: Double) -> Timestamp {
    let block = index / Self.blockSize
    let place = Double(index % Self.blockSize)
    let size = Double(Self.blockSize)
    let begin = edge(block)
    let width = Double(edge(block + 1) - begin)
    var random = SeedRandom(seed: randomSeed, stream: 1, index: block)
    let kind = random.below(100)
    let moment = random.unit()
    let offset: Int64
    if kind < 35 {
      // One upload for the whole stretch.
      offset = Self.wholeSecond(begin, Int64(width * moment))
    } else if kind < 60 {
      // One upload for the first half, the rest one by one.
      offset =
        place < size / 2
        ? Self.wholeSecond(begin, Int64(width * 0.4 * moment))
        : Int64(width * (place + draw) / size)
    } else {
      offset = Int64(width * (place + draw) / size)
    }
    return start.advanced(byMilliseconds: begin + offset)
  }

  /// Milliseconds from the start to a block; blocks become three times as dense towards the end, as
  /// a growing shop's do, and the last ends a second before the end.
  private func edge(_ block: Int) -> Int64 {
    let part = Double(block) / Double(blockCount)
    return Int64(Double(Self.span - 1_000) * (1.5 * part - 0.5 * part * part))
  }

  /// The offset cut so that begin + offset is a whole second, unless that were before the block.
  private static func wholeSecond(_ begin: Int64, _ offset: Int64) -> Int64 {
    max((begin + offset) / 1_000 * 1_000 - begin, 0)
  }
}
