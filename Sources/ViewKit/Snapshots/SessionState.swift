/// Marks what a snapshot of a session keeps of a controller.
///
/// ```swift
/// final class CounterController: Controller {
///   @SessionState private var count = 0
///   private let number = Label()
///
///   override func didRestoreState() { number.text = "\(count)" }
/// }
/// ```
///
/// A session that is brought back without a snapshot is played from its beginning, which takes the longer the longer it has
/// lived. With one, what is marked so is there at once, and ``Controller/didRestoreState()`` shows it. What views hold comes back
/// by itself: what was typed, what is ticked, folded out or selected. A presenter, a service or another object of the controller's
/// own is a ``SessionPart``, and marks what is its own.
///
/// Nothing depends on the mark being where it belongs: a snapshot is tried when it is taken, and used only if the session that
/// comes out of it is like the one that it was taken from, in every view and every property. Otherwise there is none, and
/// the log of the server tells why.
@propertyWrapper
public final class SessionState<Value: Codable & Sendable> {
  /// The value.
  public var wrappedValue: Value

  /// Marks a value.
  public init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
}

/// How a snapshot's values are written and read.
public protocol SnapshotCoding: Sendable {
  /// Writes a value.
  ///
  /// - Throws: What the value throws.
  func encode<Value: Encodable>(_ value: Value) throws -> [UInt8]

  /// Reads a value back.
  ///
  /// - Throws: What the value throws, and if this isn't one.
  func decode<Value: Decodable>(_ type: Value.Type, from bytes: [UInt8]) throws -> Value
}

/// A ``SessionState``, whatever its value is.
protocol AnySessionState: AnyObject {
  func encoded(by coding: any SnapshotCoding) throws -> [UInt8]
  func decode(_ bytes: [UInt8], by coding: any SnapshotCoding) throws
}

extension SessionState: AnySessionState {
  func encoded(by coding: any SnapshotCoding) throws -> [UInt8] { try coding.encode(wrappedValue) }

  func decode(_ bytes: [UInt8], by coding: any SnapshotCoding) throws {
    wrappedValue = try coding.decode(Value.self, from: bytes)
  }
}
