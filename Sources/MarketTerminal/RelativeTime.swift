import MarketCatalog

/// How long ago a moment was, in the largest unit that fits.
enum Age: Hashable {
  case justNow
  case ago(Int64, Unit)

  /// A unit of an age.
  enum Unit: Hashable {
    case minutes
    case hours
    case days
    case weeks
    case months
    case years
  }
}

extension Timestamp {
  /// How long ago the moment was.
  ///
  /// Months count 30 days and years 365. What lies ahead, as on a machine whose clock is slow, is
  /// just now.
  func age(at now: Timestamp) -> Age {
    let (elapsed, isOverflowing) = now.milliseconds.subtractingReportingOverflow(milliseconds)
    let seconds = isOverflowing ? (milliseconds < 0 ? Int64.max : 0) : elapsed / 1_000
    let minutes = seconds / 60
    let hours = minutes / 60
    let days = hours / 24
    return switch days {
    case ..<0: .justNow
    case 0 where minutes < 1: .justNow
    case 0 where hours < 1: .ago(minutes, .minutes)
    case 0: .ago(hours, .hours)
    case ..<7: .ago(days, .days)
    case ..<30: .ago(days / 7, .weeks)
    case ..<365: .ago(days / 30, .months)
    default: .ago(days / 365, .years)
    }
  }
}
