public import EventMacros
internal import TodoMVCModels

/// What went wrong, as the screen says it.
public struct TodoTrouble: AnswerFailure, Sendable {
  /// What to tell the user.
  public let text: String

  public init(_ error: any Error) {
    switch TodoFailure(error) {
    case .unavailable: text = "The list can’t be reached just now. Please try again in a moment."
    case let failure: text = failure.description
    }
  }
}
