/// A line of text measured in terminal cells.
///
/// Ambiguous characters count one cell always. Where terminals disagree the rule here is the one
/// of the newest Unicode tables; ``TextCluster/isWidthDisputed`` marks those places.
public struct CellText: Hashable, Sendable {
  /// The grapheme clusters in order; together they are ``text``.
  public private(set) var clusters: [TextCluster]
  /// The cells that all clusters take.
  public private(set) var width: Int

  /// Measures a text after making it displayable (``Swift/String/displayable``).
  public init(_ text: String) {
    clusters = []
    width = 0
    if text.isPrintableASCII {
      clusters = text.utf8.map(TextCluster.init(ascii:))
      width = clusters.count
      return
    }
    if text.unicodeScalars.allSatisfy(\.alwaysStandsAlone) {
      // Most Korean texts: nothing to bring to form C, and no cluster of several scalars.
      clusters = text.unicodeScalars.map(TextCluster.init(alone:))
      width = clusters.reduce(0) { $0 + $1.width }
      return
    }
    text.displayable.forEachCluster { cluster in
      clusters.append(cluster)
      width += cluster.width
    }
  }

  init(clusters: [TextCluster]) {
    self.clusters = clusters
    width = clusters.reduce(0) { $0 + $1.width }
  }

  /// The text that is shown.
  public var text: String {
    clusters.reduce(into: "") { $0 += $1.text }
  }

  /// Which side of a field a text keeps to.
  public enum Alignment: Hashable, Sendable {
    /// Spaces follow the text.
    case left
    /// Half of the spaces stand before the text, the odd one after it.
    case center
    /// Spaces stand before the text.
    case right
  }

  /// The text cut between clusters so that it takes at most `limit` cells.
  ///
  /// A text that is cut ends with the ellipsis, itself cut when even that does not fit; below one
  /// cell nothing is left.
  public func truncated(to limit: Int, ellipsis: String = "…") -> CellText {
    if width <= limit { return self }
    let mark = CellText(ellipsis)
    if mark.width > limit { return CellText(clusters: Self.prefix(of: mark.clusters, limit)) }
    return CellText(
      clusters: Self.prefix(of: clusters, limit - mark.width) + mark.clusters)
  }

  /// The text with spaces around it so that it takes at least `cells` cells.
  public func padded(to cells: Int, _ alignment: Alignment = .left) -> CellText {
    let missing = cells - width
    if missing <= 0 { return self }
    let before: Int
    switch alignment {
    case .left: before = 0
    case .center: before = missing / 2
    case .right: before = missing
    }
    let space = TextCluster(ascii: UInt8(ascii: " "))
    return CellText(
      clusters: Array(repeating: space, count: before) + clusters
        + Array(repeating: space, count: missing - before))
  }

  /// The text cut or padded so that it takes exactly `cells` cells; empty below one cell.
  public func fitted(
    to cells: Int, _ alignment: Alignment = .left, ellipsis: String = "…"
  ) -> CellText {
    truncated(to: cells, ellipsis: ellipsis).padded(to: cells, alignment)
  }

  private static func prefix(of clusters: [TextCluster], _ limit: Int) -> [TextCluster] {
    var left = limit
    let end = clusters.firstIndex { cluster in
      left -= cluster.width
      return left < 0
    }
    return Array(clusters[..<(end ?? clusters.endIndex)])
  }
}

extension String {
  /// The cells that the text takes in a terminal once it is ``displayable``.
  public var cellWidth: Int {
    if isPrintableASCII { return utf8.count }
    var width = 0
    displayable.forEachCluster { width += $0.width }
    return width
  }
}
