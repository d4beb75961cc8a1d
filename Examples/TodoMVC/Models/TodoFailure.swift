public import EventMacros

/// Why a list couldn't be read or changed. Nothing has changed then.
public enum TodoFailure: Error, Sendable, Equatable, Codable {
  /// The title has more characters than this.
  case tooLong(limit: Int)
  /// The title has more bytes of UTF-8 than this.
  case tooLarge(byteLimit: Int)
  /// The list has as many todos as it may.
  case tooMany(limit: Int)
  /// The database's file can't be opened, and for which reason.
  case unopenable(String)
  /// The database can't be used just now; the text is for the operator.
  case unavailable(String)
}

extension TodoFailure: AnswerFailure {
  public init(_ error: any Error) {
    self = error as? TodoFailure ?? .unavailable(String(describing: error))
  }

  public static func isForOperator(_ error: any Error) -> Bool {
    switch Self(error) {
    case .unopenable, .unavailable: true
    case .tooLong, .tooLarge, .tooMany: false
    }
  }
}

extension TodoFailure: CustomStringConvertible {
  /// What was wrong, and how to mend it, in English.
  public var description: String {
    switch self {
    case .tooLong(let limit): "A todo may have at most \(limit) characters; write less."
    case .tooLarge(let limit): "A todo may have at most \(limit) bytes; use fewer marks on one letter."
    case .tooMany(let limit): "A list may have at most \(limit) todos; delete some first."
    case .unopenable(let reason): "The list's database can't be opened: \(reason)"
    case .unavailable(let detail): "The list's database can't be used just now: \(detail)"
    }
  }
}
