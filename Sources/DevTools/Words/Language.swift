/// The languages that the tools speak, English first.
enum Language: String, CaseIterable, Sendable {
  case english = "en"
  case chinese = "zh"

  /// Of two texts the one in this language.
  func says(_ english: String, _ chinese: String) -> String { self == .chinese ? chinese : english }
}
