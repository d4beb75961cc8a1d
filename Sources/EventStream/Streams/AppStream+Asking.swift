extension AppStream {
  /// Sends a request and waits for exactly its answer.
  ///
  /// ```swift
  /// let page = try await stream.ask(\StoreEvent.readTodos, query)
  /// ```
  ///
  /// - Parameters:
  ///   - path: The request's case.
  ///   - payload: What it carries.
  ///   - timeout: How long to wait for the answer.
  ///   - cause: The event being handled, if there is one.
  /// - Throws: The answer's failure; ``AskError/timedOut(request:after:)``; ``AskError/ended`` when the stream ends;
  ///   `CancellationError` when the asking task is cancelled. Whoever answers late finds nobody waiting.
  public func ask<Key: RequestKey>(
    _ path: CasePath<Key>, _ payload: Key.Payload, timeout: Duration = .seconds(30), causedBy cause: Envelope? = nil
  ) async throws -> Key.Success {
    try await waiters.ask(Key.self, timeout: timeout, clock: clock) { accepted in
      send(Key.event(payload), Key.Root.eventType, at: clock.now, causedBy: cause, accepted: accepted)
    }
  }
}
