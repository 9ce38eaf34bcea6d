/// Finds what someone meant who mistyped a word.
enum Suggestion {
  /// The candidate nearest to the word, or nil when none is near enough to be what was meant.
  static func nearest(to word: String, among candidates: [String]) -> String? {
    let allowed = max(word.count / 3, 1)
    var best: (candidate: String, distance: Int)?
    for candidate in candidates {
      let isPrefix = word.count >= 2 && candidate.hasPrefix(word)
      let distance = isPrefix ? 1 : distance(from: Array(word), to: Array(candidate))
      if distance <= allowed, distance < best?.distance ?? .max {
        best = (candidate, distance)
      }
    }
    return best?.candidate
  }

  /// The number of insertions, deletions, replacements and swaps of neighbours between two words
  /// (optimal string alignment).
  static func distance(from left: [Character], to right: [Character]) -> Int {
    var beforeLast = Array(0...right.count)
    var last = beforeLast
    for row in 1...max(left.count, 1) where !left.isEmpty {
      var current = [row]
      for column in 1...max(right.count, 1) where !right.isEmpty {
        let differs = left[row - 1] != right[column - 1]
        var cost = min(
          last[column] + 1, current[column - 1] + 1, last[column - 1] + (differs ? 1 : 0))
        if row > 1, column > 1, left[row - 1] == right[column - 2],
          left[row - 2] == right[column - 1]
        {
          cost = min(cost, beforeLast[column - 2] + 1)
        }
        current.append(cost)
      }
      beforeLast = last
      last = current
    }
    return last[right.count]
  }
}
