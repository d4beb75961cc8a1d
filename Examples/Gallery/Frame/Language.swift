/// The languages that the gallery speaks.
public enum Language: String, Sendable, CaseIterable {
  /// English.
  case english = "en"
  /// Chinese.
  case chinese = "zh"
}

/// A text in both languages.
public struct Phrase: Sendable {
  private let english: String
  private let chinese: String

  /// Gives a text in English and in Chinese.
  public init(_ english: String, _ chinese: String) {
    self.english = english
    self.chinese = chinese
  }

  /// The text in one of the languages: `title(language)`.
  public func callAsFunction(_ language: Language) -> String { language == .chinese ? chinese : english }
}
