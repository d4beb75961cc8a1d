public import EventMacros
internal import TodoMVCModels

/// What went wrong. The screen has words for it.
public enum TodoTrouble: AnswerFailure, Sendable, Equatable, Codable {
  /// The title has more characters than this.
  case tooLong(limit: Int)
  /// The title's characters have more bytes than this, for some carry marks without end.
  case tooLarge(byteLimit: Int)
  /// The list has as many todos as it may.
  case tooMany(limit: Int)
  /// The list can't be read or changed just now.
  case unavailable

  public init(_ error: any Error) {
    self =
      switch TodoFailure(error) {
      case .tooLong(let limit): .tooLong(limit: limit)
      case .tooLarge(let byteLimit): .tooLarge(byteLimit: byteLimit)
      case .tooMany(let limit): .tooMany(limit: limit)
      case .unopenable, .unavailable: .unavailable
      }
  }
}
