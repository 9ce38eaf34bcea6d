import MarketCatalog

/// What it means that a store's ranks are made with other values than are configured.
///
/// The store's are used then, by every process: scores of two half-lives cannot be compared, so
/// that one event at another half-life would outrank everything, or nothing ever again.
struct ArithmeticNotice {
  /// The settings that differ, each with both values.
  let differences: String

  /// Compares what is configured with what the store keeps; nil when they are the same, or the store
  /// has no ranks.
  init?(configured: Popularity, kept: Popularity?) {
    guard let kept, kept != configured else { return nil }
    differences = Self.settings
      .filter { $0.value(kept) != $0.value(configured) }
      .map { setting in
        let (new, old) = (setting.value(configured), setting.value(kept))
        return "\(setting.key.rawValue) \(new.plain), not \(old.plain)"
      }
      .joined(separator: ", ")
  }

  /// What is configured, what the store goes on with, and how to change it: one line.
  func text(databaseFlag: String) -> String {
    "configured: \(differences); ranks stay as the store makes them, also for new events, until: "
      + "market-cli popularity rebuild\(databaseFlag)"
  }

  /// The settings of an arithmetic, with their values in the unit of the configuration.
  private static let settings: [(key: ConfigurationKey, value: @Sendable (Popularity) -> Double)] =
    [
      (.popularityHalfLife, { Double($0.halfLife) / 3_600_000 }),
      (.popularityViewWeight, { $0.weights.view }),
      (.popularityLikeWeight, { $0.weights.like }),
      (.popularityPurchaseWeight, { $0.weights.purchase }),
    ]

  /// An arithmetic in one line, by the keys of the configuration.
  static func told(_ popularity: Popularity) -> String {
    settings
      .map { setting in
        let name = setting.key.rawValue.split(separator: ".").last.map(String.init) ?? ""
        return "\(name) \(setting.value(popularity).plain)"
      }
      .joined(separator: ", ")
  }
}

extension ArithmeticNotice {
  /// Says on standard error, once, that the store ranks by other values than are configured, if it
  /// does.
  static func note(
    _ reader: some RankArithmeticReading, _ settings: Settings, _ standardError: StandardError
  ) throws {
    let notice = ArithmeticNotice(
      configured: settings.popularity, kept: try reader.rankArithmetic())
    if let notice { standardError.note(notice.text(databaseFlag: settings.databaseFlag)) }
  }
}
