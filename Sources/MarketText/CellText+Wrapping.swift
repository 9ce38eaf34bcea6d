extension CellText {
  /// The text in lines of at most `limit` cells, cut at spaces where there are some, else between
  /// clusters.
  ///
  /// The space at which a line is cut belongs to neither. A cluster that is wider than a line has
  /// one of its own. At least one line, which is empty for an empty text; a limit below 1 is 1.
  public func wrapped(to limit: Int) -> [CellText] {
    lineRanges(to: limit).map { CellText(clusters: Array(clusters[$0])) }
  }

  /// Where the lines of ``wrapped(to:)`` are in ``clusters``, in order and each behind the one before.
  public func lineRanges(to limit: Int) -> [Range<Int>] {
    let limit = max(limit, 1)
    var lines: [Range<Int>] = []
    var start = clusters.startIndex
    while start < clusters.endIndex {
      let end = lineEnd(from: start, limit)
      guard end < clusters.endIndex else {
        lines.append(start..<end)
        break
      }
      if clusters[end].isSpace {
        lines.append(start..<end)
        start = end + 1
      } else if let space = clusters[start..<end].lastIndex(where: \.isSpace), space > start {
        lines.append(start..<space)
        start = space + 1
      } else {
        lines.append(start..<end)
        start = end
      }
    }
    return lines.isEmpty ? [0..<0] : lines
  }

  /// The place behind the last cluster that fits into a line, and behind the first in any case.
  private func lineEnd(from start: Int, _ limit: Int) -> Int {
    var end = start
    var left = limit
    while end < clusters.endIndex {
      left -= clusters[end].width
      if left < 0 { break }
      end += 1
    }
    return max(end, start + 1)
  }
}

extension TextCluster {
  fileprivate var isSpace: Bool { text == " " }
}
