internal import EventStream
internal import WebServer

/// Why a question of the tools has no answer.
enum DevToolsFailure: AnswerFailure, CustomStringConvertible {
  /// The log has no such session.
  case unknownSession(String)
  /// What the log has of a session opens no screen.
  case missingBeginning
  /// What another module says of it, in its own words.
  case other(String)

  init(_ error: any Error) {
    switch error {
    case let failure as DevToolsFailure: self = failure
    case SessionRecording.Refusal.unknown(let session): self = .unknownSession(session)
    case SessionRecording.Refusal.withoutBeginning: self = .missingBeginning
    default: self = .other("\(error)")
    }
  }

  static func isForOperator(_ error: any Error) -> Bool {
    if case .other = Self(error) { !(error is SessionRecording.Refusal) } else { false }
  }

  var description: String { Words(language: .english).reason(self) }
}
