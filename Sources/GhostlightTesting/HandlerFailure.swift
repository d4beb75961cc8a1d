public import EventStream
internal import Synchronization

/// A handler that threw where nobody had asked for anything: nobody was told, and a server that runs writes it into its log as an error.
public struct HandlerFailure: Error, CustomStringConvertible {
  /// The case of the event that was handled, such as `TodoEvent.rows`.
  public let event: String
  /// The event's identity.
  public let id: EventID
  /// What was thrown.
  public let error: any Error

  /// Whose handler it was, and what was thrown.
  public var description: String { "a handler of \(event) (\(id)) has failed: \(error)" }
}

/// Handlers that threw where nobody had asked for anything.
public struct HandlerFailures: Error, CustomStringConvertible {
  /// All of them, in the order in which they threw.
  public let all: [HandlerFailure]

  /// All of them, a line each.
  public var description: String { all.map(\.description).joined(separator: "\n") }
}

/// The failures of an app under test. Thread-safe.
final class FailureList: Sendable {
  private let list = Mutex<[HandlerFailure]>([])

  /// Adds what was thrown, but for what whoever has asked is told.
  var handler: FailureHandler {
    { [self] error, envelope in
      if envelope.isAsked { return }
      list.withLock { $0.append(HandlerFailure(event: envelope.name, id: envelope.id, error: error)) }
    }
  }

  var all: [HandlerFailure] { list.withLock { $0 } }

  func takeAll() -> [HandlerFailure] {
    list.withLock { list in
      defer { list = [] }
      return list
    }
  }
}
