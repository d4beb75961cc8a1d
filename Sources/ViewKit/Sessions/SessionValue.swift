internal import Synchronization

/// A value of a session rather than of one of its screens, such as whether its user has signed in: what routes depend on.
///
/// ```swift
/// func session(for visitor: Visitor) -> Session {
///   let isMember = SessionValue(false)
///   return Session(
///     screens: Routes {
///       Path.signIn ~> { SignInController(isMember) }
///       Only(if: isMember, otherwise: { _ in .signIn }) { Path.orders ~> { OrdersController() } }
///     })
/// }
/// ```
///
/// Make it with the session, and it comes back with it. Safe from any thread.
public final class SessionValue<Value: Codable & Sendable>: Sendable {
  private let state: Mutex<Value>

  /// Makes a value.
  public init(_ value: Value) { state = Mutex(value) }

  /// The value as it is now.
  public var value: Value {
    get { state.withLock { $0 } }
    set { state.withLock { $0 = newValue } }
  }
}

/// A ``SessionValue``, whatever it holds.
protocol AnySessionValue: AnyObject, Sendable {
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
  /// The values that its routes depend on, each once, in the order of the routes.
  var values: [any AnySessionValue] {
    var seen: Set<ObjectIdentifier> = []
    return screens.all.flatMap { $0.conditions.compactMap(\.value) }.filter {
      seen.insert(ObjectIdentifier($0)).inserted
    }
  }
}
