internal import Foundation

/// Reads the header `Retry-After`: seconds, or a date in the form of RFC 9110.
enum RetryAfter {
  static func duration(_ text: String) -> Duration? { duration(text, now: Date()) }

  /// The pause that a header asks for; `nil` if it says nothing that can be read.
  static func duration(_ text: String, now: Date) -> Duration? {
    let text = text.trimmingCharacters(in: .whitespaces)
    if let seconds = UInt32(text) { return .seconds(Int64(seconds)) }
    let format = DateFormatter()
    format.locale = Locale(identifier: "en_US_POSIX")
    format.timeZone = TimeZone(secondsFromGMT: 0)
    format.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
    guard let date = format.date(from: text) else { return nil }
    return .seconds(max(0, Int64(date.timeIntervalSince(now).rounded(.up))))
  }
}
