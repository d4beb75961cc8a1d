internal import Synchronization

/// Those who await the answers to their requests.
final class Waiters: Sendable {
  typealias Resume = @Sendable (Result<(any Event, Envelope), any Error>) -> Void

  private let waiting = Lock<[UInt64: Resume]>([:])

  init() {}

  func add(_ request: UInt64, _ resume: @escaping Resume) { waiting.withLock { $0[request] = resume } }

  /// Answers one; the event is asked for only if somebody waits.
  func resume(_ request: UInt64, with event: () -> any Event, _ envelope: Envelope) {
    if let resume = take(request) { resume(.success((event(), envelope))) }
  }

  var isEmpty: Bool { waiting.withLock(\.isEmpty) }

  /// Somebody doesn't wait any more.
  func remove(_ request: UInt64) { _ = take(request) }

  func fail(_ request: UInt64, with error: any Error) { take(request)?(.failure(error)) }

  func failAll(with error: any Error) {
    let all = waiting.withLock { waiting in
      defer { waiting = [:] }
      return Array(waiting.values)
    }
    for resume in all { resume(.failure(error)) }
  }

  private func take(_ request: UInt64) -> Resume? { waiting.withLock { $0.removeValue(forKey: request) } }

  /// Sends a request and waits for exactly its answer.
  ///
  /// - Parameter send: Sends the request, calls what it is given before anybody can answer, and gives the request's id,
  ///   or `nil` if the stream has ended.
  func ask<Key: RequestKey>(
    _ key: Key.Type, timeout: Duration, clock: EventClock, _ send: (@escaping Accepted) -> EventID?
  ) async throws -> Key.Success {
    try Task.checkCancellation()
    let pending = PendingAnswer<Key.Root>()
    guard let request = send({ self.add($0.id.rawValue) { pending.finish($0) } })?.rawValue else {
      throw AskError.ended
    }
    let limit = Task {
      guard (try? await clock.wait(timeout)) != nil else { return }
      fail(request, with: AskError.timedOut(request: Key.Root.eventType.name(ofTag: Key.tag), after: timeout))
    }
    defer { limit.cancel() }
    let answer = try await withTaskCancellationHandler {
      try await pending.value()
    } onCancel: {
      fail(request, with: CancellationError())
    }
    return try Key.Answer.payload(of: answer).result.get()
  }
}
