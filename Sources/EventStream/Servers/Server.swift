/// A long-lived coordinator made of observers: it hears events and sends others, and knows nothing but the stream.
///
/// ```swift
/// struct TodoStore: Server {
///   let database: TodoDatabase
///   var observers: some Observers {
///     Answer(\StoreEvent.readTodos) { query in try await database.page(matching: query) }
///   }
/// }
/// ```
///
/// Start it with ``AppStream/start(_:)`` for the whole app, or give it to a session.
public protocol Server: Sendable {
  /// What ``observers`` is made of.
  associatedtype Body: Observers
  /// What the server hears and does; asked for once, when it starts.
  @ObserversBuilder var observers: Body { get }
}

/// One observer or several in order.
public protocol Observers: Sendable {
  /// Subscribes at `place`, and gives everything that must end with the server to `server`.
  func start(at place: Place, for server: RunningServer)
}

/// Builds a server's observers from a list of them.
@resultBuilder
public enum ObserversBuilder {
  /// A single observer.
  public static func buildExpression<Single: Observers>(_ single: Single) -> Single { single }
  /// A list of observers.
  public static func buildBlock<each Single: Observers>(_ single: repeat each Single) -> ObserverList<
    repeat each Single
  > {
    ObserverList(repeat each single)
  }
  /// Observers under a condition.
  public static func buildOptional<Some: Observers>(_ some: Some?) -> Some? { some }
  /// Observers of a condition's one branch.
  public static func buildEither<A: Observers, B: Observers>(first: A) -> EitherObservers<A, B> { .first(first) }
  /// Observers of a condition's other branch.
  public static func buildEither<A: Observers, B: Observers>(second: B) -> EitherObservers<A, B> { .second(second) }
}

/// Several observers, in order.
public struct ObserverList<each Single: Observers>: Observers {
  private let singles: (repeat each Single)

  init(_ singles: repeat each Single) { self.singles = (repeat each singles) }

  /// Begins to observe at a place, for as long as the server runs.
  public func start(at place: Place, for server: RunningServer) {
    repeat (each singles).start(at: place, for: server)
  }
}

/// The observers of one branch or the other.
public enum EitherObservers<First: Observers, Second: Observers>: Observers {
  /// Those of the first branch.
  case first(First)
  /// Those of the second branch.
  case second(Second)

  /// Begins to observe at a place, for as long as the server runs.
  public func start(at place: Place, for server: RunningServer) {
    switch self {
    case .first(let observers): observers.start(at: place, for: server)
    case .second(let observers): observers.start(at: place, for: server)
    }
  }
}

extension Optional: Observers where Wrapped: Observers {
  /// Begins to observe at a place, for as long as the server runs.
  public func start(at place: Place, for server: RunningServer) { self?.start(at: place, for: server) }
}
