internal import Synchronization

/// An answer that comes once, before or after somebody waits for it.
final class PendingAnswer<Root: Event>: Sendable {
  private enum State {
    case unanswered
    case awaited(CheckedContinuation<Root, any Error>)
    case answered(Result<Root, any Error>)
  }

  private let state = Lock<State>(.unanswered)

  func finish(_ result: Result<(any Event, Envelope), any Error>) {
    let answer: Result<Root, any Error> = result.flatMap { event, _ in
      (event as? Root).map { .success($0) } ?? .failure(AskError.ended)
    }
    let continuation = state.withLock { state -> CheckedContinuation<Root, any Error>? in
      defer { state = .answered(answer) }
      if case .awaited(let continuation) = state { return continuation }
      return nil
    }
    continuation?.resume(with: answer)
  }

  func value() async throws -> Root {
    try await withCheckedThrowingContinuation { continuation in
      let answer = state.withLock { state -> Result<Root, any Error>? in
        if case .answered(let answer) = state { return answer }
        state = .awaited(continuation)
        return nil
      }
      if let answer { continuation.resume(with: answer) }
    }
  }
}
