/// Who is told how what an ``Answer`` does ends.
@usableFromInline
struct AnswerWatch: Sendable {
  let onFailure: FailureHandler?
  let onSuccess: SuccessHandler?

  @usableFromInline
  func didAnswer(_ request: Envelope) { onSuccess?(request) }

  /// What comes of the server's end isn't told: nothing has gone wrong. Called in the task that answers.
  @usableFromInline
  func didFail(_ request: Envelope, with error: any Error) {
    // Nothing but the server's end cancels that task, and many a client has its own word for it: `NSURLErrorDomain -999`, say.
    if Task.isCancelled || error is CancellationError { return }
    if case AskError.ended = error { return }
    onFailure?(error, request)
  }
}

extension Place {
  @usableFromInline var watch: AnswerWatch {
    switch self {
    case .app(let stream): AnswerWatch(onFailure: stream.onFailure, onSuccess: stream.onSuccess)
    case .session(let stream): AnswerWatch(onFailure: stream.onFailure, onSuccess: stream.app.onSuccess)
    }
  }
}
