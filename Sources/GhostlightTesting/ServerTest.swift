public import EventStream

/// A server under test: send one event, expect one event.
///
/// ```swift
/// let test = ServerTest(ModelServer(try .inMemory()))
/// let answer = try await test.send(StoreEvent.requestReadTodo(7), expecting: \StoreEvent.found)
/// ```
public final class ServerTest: Sendable {
  /// The stream that the server hears and sends on.
  public let stream = AppStream()

  /// Starts a server, alone on a stream of its own.
  public init(_ server: some Server) { stream.start(server) }

  /// Sends an event and waits for the next one of a case.
  ///
  /// - Throws: ``ServerTestError`` if none comes in time.
  public func send<Key: CaseKey>(
    _ event: some Event, expecting path: CasePath<Key>, within limit: Duration = .seconds(5)
  ) async throws -> Key.Payload {
    let (payloads, continuation) = AsyncStream.makeStream(of: Key.Payload.self)
    let subscription = stream.observe(path) { continuation.yield($0) }
    let timeout = Task {
      try await Task.sleep(for: limit)
      continuation.finish()
    }
    defer {
      timeout.cancel()
      subscription.cancel()
    }
    stream.send(event)
    for await payload in payloads { return payload }
    throw ServerTestError(expected: Key.Root.eventType.name(ofTag: Key.tag), sent: event.name, limit: limit)
  }
}

/// The expected event didn't come.
public struct ServerTestError: Error, CustomStringConvertible {
  /// The case that was expected.
  public let expected: String
  /// The case that was sent.
  public let sent: String
  /// How long was waited.
  public let limit: Duration

  /// What was expected.
  public var description: String { "sent \(sent) and expected \(expected), but none came within \(limit)" }
}
