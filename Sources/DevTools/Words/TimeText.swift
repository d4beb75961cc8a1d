internal import EventStream

/// Times as these tools say them.
enum TimeText {
  /// The time of day in UTC, to the millisecond: `16:04:05.120`.
  static func clock(_ time: Timestamp) -> String {
    let milliseconds = Int((time.milliseconds % 86_400_000 + 86_400_000) % 86_400_000)
    let (hours, minutes) = (milliseconds / 3_600_000, milliseconds / 60_000 % 60)
    return "\(two(hours)):\(two(minutes)):\(two(milliseconds / 1000 % 60)).\(three(milliseconds % 1000))"
  }

  /// Day and time, to the second: `2026-11-21 16:04:05 UTC`.
  static func day(_ time: Timestamp) -> String { "\(date(time)) \(clock(time).prefix(8)) UTC" }

  /// Day and time, to the millisecond: `2026-11-21 16:04:05.120 UTC`.
  static func moment(_ time: Timestamp) -> String { "\(date(time)) \(clock(time)) UTC" }

  private static func date(_ time: Timestamp) -> String {
    let days = (time.milliseconds - ((time.milliseconds % 86_400_000 + 86_400_000) % 86_400_000)) / 86_400_000
    // Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms": civil_from_days.
    let shifted = days + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let month = (5 * dayOfYear + 2) / 153
    let date = (year: yearOfEra + era * 400 + (month >= 10 ? 1 : 0), month: month < 10 ? month + 3 : month - 9)
    let day = dayOfYear - (153 * month + 2) / 5 + 1
    return "\(date.year)-\(two(Int(date.month)))-\(two(Int(day)))"
  }

  /// How long it was from one event to another, as far as recorded times tell: the kernel's coarse clock goes on every few milliseconds,
  /// and may have been set back. `less than 5 ms`, `20 ms`, `3.4 s`.
  static func between(_ first: Timestamp, _ second: Timestamp, in words: TimeWords) -> String {
    let time = max(.zero, first.duration(to: second))
    if time < coarseness { return words.less(than: words.milliseconds("5")) }
    return time < .seconds(1) ? words.milliseconds("\(Int(time / .milliseconds(1)))") : length(time, in: words)
  }

  private static let coarseness = Duration.milliseconds(5)

  /// How long something took: `340 µs`, `1.2 ms`, `3.4 s`, `2 min 5 s`.
  static func length(_ time: Duration, in words: TimeWords) -> String {
    let (seconds, attoseconds) = time.components
    let microseconds = seconds * 1_000_000 + attoseconds / 1_000_000_000_000
    switch microseconds {
    case ..<1000: return words.microseconds("\(microseconds)")
    case ..<1_000_000: return words.milliseconds(tenths(microseconds, of: 1000))
    case ..<60_000_000: return words.seconds(tenths(microseconds, of: 1_000_000))
    default: return words.minutes(seconds / 60, seconds: seconds % 60)
    }
  }

  private static func tenths(_ number: Int64, of unit: Int64) -> String {
    "\(number / unit).\(number % unit * 10 / unit)"
  }

  private static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
  private static func three(_ number: Int) -> String { (number < 100 ? "0" : "") + two(number) }
}
