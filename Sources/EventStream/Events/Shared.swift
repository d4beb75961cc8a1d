/// A value that is kept once, however many hold it: a copy counts a reference.
///
/// For what is large, and goes to very many sessions or stays in each of them. It is changed like a value; whoever changes it
/// while others hold it gets one of their own. It is written, read and printed as the value itself, and what it consists of is read as its own.
@dynamicMemberLookup
public struct Shared<Value: Sendable>: Sendable {
  @usableFromInline
  // Safe because a holder changes it only while nobody else holds it.
  final class Storage: @unchecked Sendable {
    // Exclusivity is unchecked for the same reason: a list of a hundred is looked through for one of them.
    @exclusivity(unchecked) @usableFromInline var value: Value
    @usableFromInline init(_ value: Value) { self.value = value }
  }

  @usableFromInline var storage: Storage

  /// Begins to share a value.
  @inlinable
  public init(_ value: Value) { storage = Storage(value) }

  /// The value.
  @inlinable public var value: Value {
    _read { yield storage.value }
    _modify {
      if !isKnownUniquelyReferenced(&storage) { storage = Storage(storage.value) }
      yield &storage.value
    }
  }

  /// A part of the value.
  @inlinable public subscript<Part>(dynamicMember path: KeyPath<Value, Part>) -> Part { storage.value[keyPath: path] }

  /// Whether the two hold one value between them.
  public func isSame(as other: Shared) -> Bool { storage === other.storage }

  /// Whether nobody else holds it.
  mutating func isAlone() -> Bool { isKnownUniquelyReferenced(&storage) }
}

extension Shared: Equatable where Value: Equatable {
  /// Whether both hold the same, in one place or in two.
  @inlinable
  public static func == (a: Shared, b: Shared) -> Bool { a.storage === b.storage || a.storage.value == b.storage.value }
}

extension Shared: Hashable where Value: Hashable {
  /// Takes in the value.
  public func hash(into hasher: inout Hasher) { hasher.combine(value) }
}

extension Shared: Encodable where Value: Encodable {
  /// Writes the value.
  ///
  /// - Throws: What the value throws.
  public func encode(to encoder: any Encoder) throws { try value.encode(to: encoder) }
}

extension Shared: Decodable where Value: Decodable {
  /// Reads a value, which nobody else holds then.
  ///
  /// - Throws: What the value throws.
  public init(from decoder: any Decoder) throws { self.init(try Value(from: decoder)) }
}

// Not `CustomStringConvertible`: the description that this has of its own would stand in front of a part of the value that is called so.
extension Shared: TextOutputStreamable, CustomDebugStringConvertible, CustomReflectable {
  /// Prints the value.
  public func write(to target: inout some TextOutputStream) { target.write(String(describing: value)) }
  /// The value's.
  public var debugDescription: String { String(reflecting: value) }
  /// The value's.
  public var customMirror: Mirror { Mirror(reflecting: value) }
}
