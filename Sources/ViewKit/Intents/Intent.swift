/// What a user can do with a view.
public enum IntentKind: String, Sendable, Hashable, Codable {
  /// Press it.
  case tap
  /// Change what it holds.
  case change
  /// Finish with it: Enter in an input, a form's own button.
  case submit
  /// Select a row, alone or beside those that are selected, or, with nothing, alone as the user's screen shows already; or tick a box
  /// with those of all rows that it is for.
  case select
  /// Move a row in front of another.
  case move
  /// Look at rows of a large table.
  case look
}

/// What an intent carries.
public enum IntentValue: Sendable, Hashable, Codable {
  /// Nothing.
  case none
  /// Text.
  case text(String)
  /// On or off.
  case flag(Bool)
  /// On or off, as a page guesses, which doesn't know yet what has become of something that its user had done before: he means the other
  /// way, whatever that is.
  case guess(Bool)
  /// Files that have been chosen anew, of which the first is about to come. A page can't say this: only who receives them.
  case fileChoice
  /// A file that has arrived whole. A page can't say this: only who has received the file.
  case file(UploadedFile)
  /// A file that wasn't taken. A page can't say this either.
  case fileProblem(FileProblem)
  /// A whole number.
  case number(Int)
  /// Consecutive whole numbers.
  case range(Range<Int>)
}

/// Where on the screen the user did something.
public enum IntentTarget: Sendable, Hashable {
  /// A view of the tree.
  case view(Int)
  /// A view in a row of a table.
  case row(table: Int, key: Int, part: Int)
}

/// A place is coded as a view's number, or as those of a table, a row and a part.
extension IntentTarget: Codable {
  /// Reads one number, or three.
  ///
  /// - Throws: `DecodingError` unless it is one of these.
  public init(from decoder: any Decoder) throws {
    let numbers = try decoder.singleValueContainer().decode([Int].self)
    switch numbers.count {
    case 1: self = .view(numbers[0])
    case 3: self = .row(table: numbers[0], key: numbers[1], part: numbers[2])
    default:
      throw DecodingError.dataCorrupted(
        .init(codingPath: decoder.codingPath, debugDescription: "expected 1 or 3 numbers, found \(numbers.count)"))
    }
  }

  /// Writes one number, or three.
  ///
  /// - Throws: What the encoder throws.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .view(let id): try container.encode([id])
    case .row(let table, let key, let part): try container.encode([table, key, part])
    }
  }
}

/// Something the user did.
public struct Intent: Sendable, Hashable, Codable {
  /// Where.
  public let target: IntentTarget
  /// What.
  public let kind: IntentKind
  /// With what.
  public let value: IntentValue

  /// Makes an intent.
  public init(_ target: IntentTarget, _ kind: IntentKind, _ value: IntentValue = .none) {
    self.target = target
    self.kind = kind
    self.value = value
  }
}

/// Why an intent was refused. It has changed nothing.
public enum IntentRefusal: Error, Sendable, Hashable, CustomStringConvertible {
  /// No such view is on the screen; it may have gone while the intent was on its way.
  case notOnScreen
  /// The view is there, but hidden, disabled, or under something.
  case notReachable
  /// The view can't do that.
  case notAllowed
  /// The value isn't of the view's kind.
  case wrongValue(expected: String)

  /// What was wrong.
  public var description: String {
    switch self {
    case .notOnScreen: "there is no such view on this screen"
    case .notReachable: "that view can't be used at the moment"
    case .notAllowed: "that view doesn't do that"
    case .wrongValue(let expected): "the value is not of the view's kind: expected \(expected)"
    }
  }
}
