/// A day of the Gregorian calendar, 1970-01-01…9999-12-31, without a time or a time zone.
///
/// Days are ordered from past to future, and are encoded as their ISO 8601 text, `"2026-02-28"`, whose alphabetical
/// order is the order of the days.
public struct CalendarDay: Sendable, Hashable {
  /// The year, 1970…9999.
  public let year: Int

  /// The month, 1…12.
  public let month: Int

  /// The day of the month, 1…31.
  public let day: Int

  /// Makes a day from its numbers, or gives `nil` if the calendar has no such day in 1970…9999.
  public init?(year: Int, month: Int, day: Int) {
    guard (1970...9999).contains(year), Self.exists(year: year, month: month, day: day) else { return nil }
    self.year = year
    self.month = month
    self.day = day
  }

  /// Reads a day from its ISO 8601 text: exactly four, two and two ASCII digits with hyphens between them.
  ///
  /// - Throws: ``TodoProblem/unreadable`` if the text has another form or the calendar has no such day,
  ///   ``TodoProblem/tooEarly`` if the day is before 1970.
  public init(iso text: String) throws(TodoProblem) {
    let bytes = Array(text.utf8)
    guard bytes.count == 10, bytes[4] == UInt8(ascii: "-"), bytes[7] == UInt8(ascii: "-"),
      let year = Self.number(bytes[0..<4]), let month = Self.number(bytes[5..<7]), let day = Self.number(bytes[8..<10]),
      Self.exists(year: year, month: month, day: day)
    else { throw .unreadable }
    guard let valid = Self(year: year, month: month, day: day) else { throw .tooEarly }
    self = valid
  }

  /// Gives the day of a moment, as it is in UTC: `nil` before 1970 and after 9999.
  ///
  /// - Parameter milliseconds: The moment, since 1970-01-01T00:00:00Z.
  public init?(containing milliseconds: Int64) {
    guard milliseconds >= 0, milliseconds / 86_400_000 < Self.days(before: 10_000) else { return nil }
    var left = Int(milliseconds / 86_400_000)
    // No year has more days than 366, so this one isn't too late; and it is some years too early at most.
    var year = 1970 + left / 366
    while Self.days(before: year + 1) <= left { year += 1 }
    left -= Self.days(before: year)
    var month = 1
    for length in Self.lengths(of: year) {
      if left < length { break }
      left -= length
      month += 1
    }
    self.init(year: year, month: month, day: left + 1)
  }

  /// How many days there are from 1970 until a year begins.
  private static func days(before year: Int) -> Int {
    func leaps(before year: Int) -> Int { (year - 1) / 4 - (year - 1) / 100 + (year - 1) / 400 }
    return 365 * (year - 1970) + leaps(before: year) - leaps(before: 1970)
  }

  private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
    var value = 0
    for digit in digits {
      guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(digit) else { return nil }
      value = value * 10 + Int(digit - UInt8(ascii: "0"))
    }
    return value
  }

  private static func exists(year: Int, month: Int, day: Int) -> Bool {
    guard (1...12).contains(month) else { return false }
    return (1...lengths(of: year)[month - 1]).contains(day)
  }

  /// How many days each month of a year has.
  private static func lengths(of year: Int) -> [Int] {
    let isLeap = year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400))
    return [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
  }
}

extension CalendarDay: Comparable {
  /// Whether the first day comes before the second.
  public static func < (first: CalendarDay, second: CalendarDay) -> Bool {
    (first.year, first.month, first.day) < (second.year, second.month, second.day)
  }
}

extension CalendarDay: CustomStringConvertible {
  /// The ISO 8601 text: `"2026-02-28"`, always ten ASCII characters.
  public var description: String {
    "\(year)-\(month < 10 ? "0" : "")\(month)-\(day < 10 ? "0" : "")\(day)"
  }
}

extension CalendarDay: Codable {
  /// Reads a day from a single string.
  ///
  /// - Throws: `DecodingError` if the value isn't a string, or isn't a day in 1970…9999.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let text = try container.decode(String.self)
    do throws(TodoProblem) {
      self = try CalendarDay(iso: text)
    } catch {
      throw DecodingError.dataCorruptedError(
        in: container,
        debugDescription: "\"\(text)\" is no day; write one from 1970-01-01 to 9999-12-31 as YYYY-MM-DD.")
    }
  }

  /// Writes the day as a single string.
  ///
  /// - Throws: Whatever the encoder throws.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}
