/// Takes a value's fields, one behind the other. A log implements it; ``FieldCodable`` types write to it.
public protocol FieldWriter {
  /// Begins an object.
  mutating func beginObject(_ names: FieldNames) -> FieldMark
  /// Begins a field, whose value is to be written next.
  ///
  /// - Parameter index: Its place among the object's names, `0 ..< names.count`. Fields are written in rising order.
  mutating func beginField(_ index: Int, of object: inout FieldMark)
  /// Ends an object.
  mutating func endObject(_ object: FieldMark)
  /// Begins an array.
  mutating func beginArray() -> FieldMark
  /// Ends an array.
  ///
  /// - Parameter count: How many items were written.
  mutating func endArray(_ array: FieldMark, count: Int)

  /// Writes a whole number.
  mutating func write(signed value: Int64)
  /// Writes a whole number.
  mutating func write(unsigned value: UInt64)
  /// Writes a text.
  mutating func write(_ value: String)
  /// Writes a truth value.
  mutating func write(_ value: Bool)
  /// Writes a number.
  mutating func write(_ value: Double)
  /// Writes a number.
  mutating func write(_ value: Float)
  /// Writes a value that encodes itself.
  ///
  /// - Throws: What the value throws.
  mutating func write(encoding value: some Encodable) throws
}

extension FieldWriter {
  /// Writes a field.
  ///
  /// - Parameters:
  ///   - index: The field's place among the object's names, `0 ..< names.count`; fields are written in rising order.
  ///   - value: What it holds.
  ///   - object: The object, which ``beginObject(_:)`` gave.
  /// - Throws: What the value throws.
  @inlinable @inline(__always)
  public mutating func field(_ index: Int, _ value: some FieldCodable, of object: inout FieldMark) throws {
    beginField(index, of: &object)
    try value.write(to: &self)
  }

  /// Writes a field that encodes itself.
  ///
  /// - Throws: What the value throws.
  @_disfavoredOverload @inlinable @inline(__always)
  public mutating func field(_ index: Int, _ value: some Encodable, of object: inout FieldMark) throws {
    beginField(index, of: &object)
    try write(encoding: value)
  }

  /// Writes a field if there is a value, as synthesised `Codable` does.
  ///
  /// - Throws: What the value throws.
  @inlinable @inline(__always)
  public mutating func field(_ index: Int, _ value: (some FieldCodable)?, of object: inout FieldMark) throws {
    if let value { try field(index, value, of: &object) }
  }

  /// Writes a field that encodes itself, if there is a value.
  ///
  /// - Throws: What the value throws.
  @_disfavoredOverload @inlinable @inline(__always)
  public mutating func field(_ index: Int, _ value: (some Encodable)?, of object: inout FieldMark) throws {
    guard let value else { return }
    beginField(index, of: &object)
    try write(encoding: value)
  }
}
