internal import EventLog

/// From where recorded sessions are gone on from, and by whom.
struct Continuation: Sendable {
  let log: any EventLog
  let decoder: EventDecoder
  let admission: Admission

  /// Whether somebody may, and a page of the server itself, or nobody's page, asks for it.
  func admits(_ requester: Requester) -> Bool { admission.admits(requester) && requester.isOfNoOtherSite }
}

/// Why a recorded session can't be gone on from.
enum ContinuationRefusal: Error, CustomStringConvertible {
  /// More has happened in it than is played for a page that waits.
  case tooLong
  /// What its user did has numbers that no page gives.
  case uncountable

  var description: String {
    switch self {
    case .tooLong: "more than \(RecordedMoment.limit) events have happened in the session before it"
    case .uncountable: "what the user did before it has numbers that no page gives; the recording is damaged or made up"
    }
  }

  static func words(_ error: any Error) -> String {
    switch error {
    case let error as ContinuationRefusal: error.description
    case let error as SessionRecording.Refusal: error.description
    case let error as EventLogError: error.description
    default: "\(error)"
    }
  }
}
