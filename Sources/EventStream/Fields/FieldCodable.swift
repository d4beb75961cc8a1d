/// A value that writes and reads its fields itself, one behind the other: many times quicker than through `Codable`'s containers.
///
/// What comes out is what `Codable` would have written, so that a value may be written in one way and read in the other. A log
/// uses it for what events carry. Attach `@FieldCodable` to a struct, or to an enum with raw values, and it is written for you.
///
/// ```swift
/// @FieldCodable
/// struct Todo: Codable, Equatable, Sendable {
///   var id: Int
///   var title: String
/// }
/// ```
public protocol FieldCodable: Codable {
  /// Writes the value.
  ///
  /// - Throws: What a field throws that encodes itself through `Codable`.
  func write(to writer: inout some FieldWriter) throws

  /// Reads the value.
  ///
  /// - Throws: ``FieldMismatch`` if what is there isn't what ``write(to:)`` writes today: fields have come or gone since, or they
  ///   stand in another order. Then the value is read through `Codable`, which takes more of them and says what is wrong.
  init(reading reader: inout some FieldReader) throws(FieldMismatch)
}

/// What is there isn't written as it would be today. No more is said: who meets it reads the value through `Codable`.
public struct FieldMismatch: Error {
  /// Makes one.
  @inlinable public init() {}
}

/// The names of a type's fields, in the order in which they are written. One object for each type, in a `static let`; never freed.
public final class FieldNames: Sendable {
  /// The names.
  public let names: [String]
  /// The object's number in this process: dense, from 0.
  package let index: Int

  /// An object without fields.
  public static let none = FieldNames()

  /// - Parameter names: Different from each other.
  public init(_ names: String...) {
    self.names = names
    // A place is taken at once, for two threads may each meet a type for the first time.
    index = registry.withLock { registered in
      registered.append(nil)
      return registered.count - 1
    }
    registry.withLock { [index] in $0[index] = self }
  }
}

// Keeps them: marks refer to them without counting.
private let registry = Lock<[FieldNames?]>([])

/// An object or an array that is being written or read.
public struct FieldMark {
  /// Where it begins.
  @usableFromInline package let start: Int
  /// Of what is written, how many fields or items it has so far; of what is read, how many follow, or -1 for as many as come.
  @usableFromInline package var count: Int
  /// The number of each of its fields, as the log has it.
  @usableFromInline package let numbers: UnsafePointer<UInt64>?
  // Unmanaged because names are never freed.
  @usableFromInline package let names: Unmanaged<FieldNames>?

  @inlinable
  package init(start: Int, count: Int, numbers: UnsafePointer<UInt64>? = nil, names: FieldNames? = nil) {
    self.start = start
    self.count = count
    self.numbers = numbers
    self.names = names.map { .passUnretained($0) }
  }
}
