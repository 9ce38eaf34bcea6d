import MarketCatalog

extension Timestamp {
  /// How long ago the moment was, in the largest unit that fits: `방금`, `3분 전`, `2주 전`.
  ///
  /// Months count 30 days and years 365. What lies ahead, as on a machine whose clock is slow, is
  /// just now. At most ``TabsWords/longestAge`` cells up to 9,999 years.
  func age(at now: Timestamp) -> String {
    let (elapsed, isOverflowing) = now.milliseconds.subtractingReportingOverflow(milliseconds)
    let seconds = isOverflowing ? (milliseconds < 0 ? Int64.max : 0) : elapsed / 1_000
    let minutes = seconds / 60
    let hours = minutes / 60
    let days = hours / 24
    return switch days {
    case ..<0: TabsWords.justNow
    case 0 where minutes < 1: TabsWords.justNow
    case 0 where hours < 1: TabsWords.ago(minutes, .minutes)
    case 0: TabsWords.ago(hours, .hours)
    case ..<7: TabsWords.ago(days, .days)
    case ..<30: TabsWords.ago(days / 7, .weeks)
    case ..<365: TabsWords.ago(days / 30, .months)
    default: TabsWords.ago(days / 365, .years)
    }
  }
}
