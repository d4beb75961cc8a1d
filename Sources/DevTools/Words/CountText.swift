internal import Foundation

extension Int {
  /// The number with its thousands set apart, as both languages of the tools write it.
  var grouped: String {
    self < 1_000 ? String(self) : formatted(.number.grouping(.automatic).locale(Locale(identifier: "en_US")))
  }
}
