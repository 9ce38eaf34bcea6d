/// A moment in UTC, in whole milliseconds since 1970-01-01T00:00:00Z.
public struct Timestamp: Hashable, Comparable, Sendable {
  /// Milliseconds since the epoch; negative before 1970.
  public var milliseconds: Int64

  /// Makes a moment from milliseconds since the epoch.
  public init(milliseconds: Int64) {
    self.milliseconds = milliseconds
  }

  /// The moments that RFC 3339 can write: the years 0001 to 9999.
  public static let writable: ClosedRange<Timestamp> =
    Timestamp(milliseconds: -62_135_596_800_000)...Timestamp(milliseconds: 253_402_300_799_999)

  /// Milliseconds in a day of UTC, which has no leap seconds here, as in POSIX.
  public static let millisecondsPerDay: Int64 = 86_400_000

  /// Orders moments by time.
  public static func < (left: Timestamp, right: Timestamp) -> Bool {
    left.milliseconds < right.milliseconds
  }

  /// The number of the UTC day since 1970-01-01, counted from 0.
  public var day: Int64 {
    let quotient = milliseconds / Self.millisecondsPerDay
    return milliseconds % Self.millisecondsPerDay < 0 ? quotient - 1 : quotient
  }

  /// The moment moved by a number of milliseconds, stopping at the ends of `Int64`.
  public func advanced(byMilliseconds delta: Int64) -> Timestamp {
    let (sum, overflow) = milliseconds.addingReportingOverflow(delta)
    return Timestamp(milliseconds: overflow ? (delta < 0 ? .min : .max) : sum)
  }
}

// MARK: - RFC 3339

extension Timestamp {
  /// The moment as RFC 3339 in UTC with milliseconds, as `2026-01-02T03:04:05.678Z`.
  public var rfc3339: String {
    var bytes: [UInt8] = []
    appendRFC3339(to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The number of bytes of ``rfc3339``.
  public static let rfc3339Count = 24

  /// Appends the ASCII bytes of ``rfc3339``; a moment outside ``writable`` is written as the
  /// nearest one inside.
  public func appendRFC3339(to bytes: inout [UInt8]) {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: Self.rfc3339Count) { text in
      text.initialize(repeating: UInt8(ascii: "-"))
      writeRFC3339(to: text)
      bytes.append(contentsOf: text)
    }
  }

  /// Writes what ``appendRFC3339(to:)`` appends into the first ``rfc3339Count`` bytes of an
  /// initialized buffer, for writers that have room already.
  public func writeRFC3339(to text: UnsafeMutableBufferPointer<UInt8>) {
    let moment = min(max(self, Self.writable.lowerBound), Self.writable.upperBound)
    let day = moment.day
    let date = CivilDate(day: day)
    let timeOfDay = UInt32(
      truncatingIfNeeded: moment.milliseconds - day * Self.millisecondsPerDay)
    func put(_ value: UInt32, at position: Int) {
      text[position] = UInt8(truncatingIfNeeded: 48 + value / 10)
      text[position + 1] = UInt8(truncatingIfNeeded: 48 + value % 10)
    }
    let year = UInt32(truncatingIfNeeded: date.year)
    put(year / 100, at: 0)
    put(year % 100, at: 2)
    text[4] = UInt8(ascii: "-")
    put(UInt32(truncatingIfNeeded: date.month), at: 5)
    text[7] = UInt8(ascii: "-")
    put(UInt32(truncatingIfNeeded: date.day), at: 8)
    text[10] = UInt8(ascii: "T")
    put(timeOfDay / 3_600_000, at: 11)
    text[13] = UInt8(ascii: ":")
    put(timeOfDay / 60_000 % 60, at: 14)
    text[16] = UInt8(ascii: ":")
    put(timeOfDay / 1_000 % 60, at: 17)
    text[19] = UInt8(ascii: ".")
    let fraction = timeOfDay % 1_000
    text[20] = UInt8(truncatingIfNeeded: 48 + fraction / 100)
    put(fraction % 100, at: 21)
    text[23] = UInt8(ascii: "Z")
  }

  /// Reads an RFC 3339 date and time, or a date alone, which means its first moment in UTC.
  ///
  /// A fraction of any length is cut to milliseconds; an offset is applied; a time without an
  /// offset, which other systems write, is taken as UTC. A leap second (`:60`) becomes the next
  /// second. Anything else, also a moment outside ``writable``, gives nil.
  public init?(rfc3339 text: some StringProtocol) {
    var scanner = ASCIIScanner(bytes: Array(text.utf8))
    guard let year = scanner.digits(4), scanner.skip("-"),
      let month = scanner.digits(2), scanner.skip("-"),
      let day = scanner.digits(2),
      year >= 1, (1...12).contains(month), day >= 1,
      day <= CivilDate.daysInMonth(month, year: year)
    else { return nil }
    var milliseconds = CivilDate(year: year, month: month, day: day).dayNumber
    milliseconds *= Self.millisecondsPerDay
    if !scanner.isAtEnd {
      guard scanner.skip("T") || scanner.skip("t") || scanner.skip(" "),
        let hour = scanner.digits(2), scanner.skip(":"),
        let minute = scanner.digits(2), scanner.skip(":"),
        let second = scanner.digits(2),
        hour < 24, minute < 60, second < 61
      else { return nil }
      milliseconds += Int64(hour * 3_600_000 + minute * 60_000 + second * 1_000)
      if scanner.skip(".") {
        guard let fraction = scanner.fractionOfThousand() else { return nil }
        milliseconds += Int64(fraction)
      }
      guard let offsetMinutes = scanner.offsetMinutes(), scanner.isAtEnd else { return nil }
      milliseconds -= Int64(offsetMinutes) * 60_000
    }
    let moment = Timestamp(milliseconds: milliseconds)
    guard Self.writable.contains(moment) else { return nil }
    self = moment
  }
}

/// Reads fixed-form ASCII text from left to right.
private struct ASCIIScanner {
  let bytes: [UInt8]
  var position = 0

  init(bytes: [UInt8]) {
    self.bytes = bytes
  }

  var isAtEnd: Bool { position == bytes.count }

  mutating func skip(_ character: Unicode.Scalar) -> Bool {
    guard position < bytes.count, UInt32(bytes[position]) == character.value else { return false }
    position += 1
    return true
  }

  mutating func digit() -> Int? {
    guard position < bytes.count, (48...57).contains(bytes[position]) else { return nil }
    position += 1
    return Int(bytes[position - 1]) - 48
  }

  mutating func digits(_ count: Int) -> Int? {
    var value = 0
    for _ in 0..<count {
      guard let digit = digit() else { return nil }
      value = value * 10 + digit
    }
    return value
  }

  /// At least one digit; the first three count, the rest is cut.
  mutating func fractionOfThousand() -> Int? {
    guard let first = digit() else { return nil }
    var value = first * 100
    var weight = 10
    while let digit = digit() {
      value += digit * weight
      weight /= 10
    }
    return value
  }

  mutating func offsetMinutes() -> Int? {
    if isAtEnd || skip("Z") || skip("z") { return 0 }
    let sign: Int
    if skip("+") {
      sign = 1
    } else if skip("-") {
      sign = -1
    } else {
      return nil
    }
    guard let hours = digits(2), skip(":"), let minutes = digits(2), hours < 24, minutes < 60
    else { return nil }
    return sign * (hours * 60 + minutes)
  }
}

/// A date of the proleptic Gregorian calendar, by the day-count arithmetic of Howard Hinnant's
/// "chrono-Compatible Low-Level Date Algorithms".
struct CivilDate: Hashable {
  var year: Int
  var month: Int
  var day: Int

  init(year: Int, month: Int, day: Int) {
    self.year = year
    self.month = month
    self.day = day
  }

  /// The date of a day since 1970-01-01; for years 1 and later.
  init(day dayNumber: Int64) {
    // Years from 1 to 9999 need 22 bits, which divide faster than 64.
    let shifted = UInt32(truncatingIfNeeded: dayNumber + 719_468)
    let era = shifted / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra =
      (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    day = Int(dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
    month = Int(shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9)
    year = Int(yearOfEra + era * 400) + (month <= 2 ? 1 : 0)
  }

  /// Days since 1970-01-01; for years 1 and later.
  var dayNumber: Int64 {
    let shiftedYear = Int64(month <= 2 ? year - 1 : year)
    let era = shiftedYear / 400
    let yearOfEra = shiftedYear - era * 400
    let dayOfYear = Int64((153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1)
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * 146_097 + dayOfEra - 719_468
  }

  static func daysInMonth(_ month: Int, year: Int) -> Int {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }
}
