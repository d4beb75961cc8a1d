internal import Synchronization

/// A value of a session rather than of one of its screens, such as whether its user has agreed to the terms of an order: what routes
/// depend on.
///
/// ```swift
/// func session(for visitor: Visitor) -> Session {
///   let hasAgreed = SessionValue(false)
///   return Session(
///     screens: Routes {
///       Path.terms ~> { TermsController(hasAgreed) }
///       Only(if: hasAgreed, otherwise: { _ in .terms }) { Path.order ~> { OrderController() } }
///     })
/// }
/// ```
///
/// A page that is loaded anew by its user has another session, and so has a second tab. What is to outlive that, as a basket is,
/// belongs to `Visitor.id`, in a server, with answers that are `Addressed`.
///
/// Make it with the session, in `LiveApp.session(for:)`, and it comes back with it. A changed program tells several of a session by their
/// types: those of the same type need names. Safe from any thread.
public final class SessionValue<Value: Codable & Sendable>: Sendable {
  private let state: Mutex<Value>
  /// What a changed program knows it by.
  let name: String

  /// Makes a value.
  ///
  /// - Parameter name: What tells it from others of its session, and is the same in the next program; its type unless given.
  public init(_ value: Value, name: String? = nil) {
    state = Mutex(value)
    self.name = name ?? "\(Value.self)"
    MadeValues.meanwhile?.add(self)
  }

  /// The value as it is now.
  public var value: Value {
    get { state.withLock { $0 } }
    set { state.withLock { $0 = newValue } }
  }
}

/// A ``SessionValue``, whatever it holds.
protocol AnySessionValue: AnyObject, Sendable {
  var name: String { get }
  func encoded(by coding: any SnapshotCoding) throws -> [UInt8]
  func decode(_ bytes: [UInt8], by coding: any SnapshotCoding) throws
}

extension SessionValue: AnySessionValue {
  func encoded(by coding: any SnapshotCoding) throws -> [UInt8] { try coding.encode(value) }
  func decode(_ bytes: [UInt8], by coding: any SnapshotCoding) throws {
    value = try coding.decode(Value.self, from: bytes)
  }
}

extension Session {
  /// Describes a session with the values that are made meanwhile.
  package static func collecting(_ make: () -> Session) -> Session {
    let made = MadeValues()
    var session = MadeValues.$meanwhile.withValue(made, operation: make)
    session.made = made.all
    return session
  }

  /// The values that its routes depend on, each once, in the order of the routes, and then the others that were made with it.
  var values: [any AnySessionValue] {
    var seen: Set<ObjectIdentifier> = []
    return (screens.all.flatMap { $0.conditions.compactMap(\.value) } + made).filter {
      seen.insert(ObjectIdentifier($0)).inserted
    }
  }
}

/// The values that have been made while a session was described, in order.
private final class MadeValues: Sendable {
  @TaskLocal static var meanwhile: MadeValues?

  private let values = Mutex<[any AnySessionValue]>([])

  func add(_ value: any AnySessionValue) { values.withLock { $0.append(value) } }
  var all: [any AnySessionValue] { values.withLock { $0 } }
}
