/// What is wrong with one field, for the presentation to put into the user's words.
public enum TodoProblem: Error, Sendable, Hashable, Codable {
  /// Nothing visible is written in a field that needs something.
  case required

  /// The text has more than `limit` characters.
  case tooLong(limit: Int)

  /// The text has few enough characters, but they take more than `byteLimit` bytes of UTF-8.
  case tooLarge(byteLimit: Int)

  /// The day is before 1970-01-01.
  case tooEarly

  /// The text isn't a day of the form `YYYY-MM-DD`.
  case unreadable
}

extension TodoProblem: CustomStringConvertible {
  /// What to do about it, in English.
  public var description: String {
    switch self {
    case .required: "write something here"
    case .tooLong(let limit): "use at most \(limit) characters"
    case .tooLarge(let byteLimit): "use at most \(byteLimit) bytes, with fewer combining marks"
    case .tooEarly: "choose a day from 1970 on"
    case .unreadable: "write a day as YYYY-MM-DD"
    }
  }
}
