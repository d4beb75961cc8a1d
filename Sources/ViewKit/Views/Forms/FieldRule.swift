/// What a ``Field`` asks of its content, and what it says where that isn't so.
///
/// ```swift
/// let title = Field("Title", .line(), .required("A title is required."), .atMost(80, "At most 80 characters."))
/// let seats = Field("Seats", NumberField(minimum: 1, maximum: 9), .required("How many?"))
/// ```
public struct FieldRule<Entry> {
  private let isKept: (Entry) -> Bool
  private let words: String
  /// Whether it asks for something where there may be nothing: its field says so before it is broken.
  let isRequirement: Bool

  /// Makes a rule.
  ///
  /// - Parameters:
  ///   - words: What the user is told: what is wrong, and how to mend it.
  ///   - isKept: Whether an entry is as it should be.
  public init(_ words: String, _ isKept: @escaping (Entry) -> Bool) {
    self.init(words, isRequirement: false, isKept)
  }

  private init(_ words: String, isRequirement: Bool, _ isKept: @escaping (Entry) -> Bool) {
    self.words = words
    self.isRequirement = isRequirement
    self.isKept = isKept
  }

  /// What is wrong with an entry; `nil` for nothing.
  public func problem(with entry: Entry) -> String? { isKept(entry) ? nil : words }
}

extension FieldRule where Entry == String {
  /// Something other than white space must be entered.
  public static func required(_ words: String) -> FieldRule {
    FieldRule(words, isRequirement: true) { $0.contains { !$0.isWhitespace } }
  }

  /// At most so many characters.
  public static func atMost(_ count: Int, _ words: String) -> FieldRule { FieldRule(words) { $0.count <= count } }

  /// Nothing, or at least so many characters.
  public static func atLeast(_ count: Int, _ words: String) -> FieldRule {
    FieldRule(words) { $0.isEmpty || $0.count >= count }
  }
}

extension FieldRule where Entry == Bool {
  /// It must be ticked.
  public static func required(_ words: String) -> FieldRule { FieldRule(words, isRequirement: true) { $0 } }
}

extension FieldRule {
  /// Something must be entered or chosen.
  public static func required<Wrapped>(_ words: String) -> FieldRule where Entry == Wrapped? {
    FieldRule(words, isRequirement: true) { $0 != nil }
  }
}
