/// Gives a value's fields back, one behind the other. A log implements it; ``FieldCodable`` types read from it.
///
/// Whatever isn't there as expected is a ``FieldMismatch``; what was read up to then is thrown away.
public protocol FieldReader {
  /// Begins an object.
  mutating func beginObject(_ names: FieldNames) throws(FieldMismatch) -> FieldMark
  /// Whether the object's next field is the one asked for. If so, its value is to be read next.
  ///
  /// - Parameter index: Its place among the object's names.
  mutating func isNext(_ index: Int, of object: inout FieldMark) throws(FieldMismatch) -> Bool
  /// Ends an object, of which every field must have been read.
  mutating func endObject(_ object: FieldMark) throws(FieldMismatch)
  /// Begins an array.
  mutating func beginArray() throws(FieldMismatch) -> FieldMark
  /// Whether there is another item, to be read next. If not, the array has ended.
  mutating func hasItem(of array: inout FieldMark) throws(FieldMismatch) -> Bool

  /// Reads a whole number.
  mutating func signed() throws(FieldMismatch) -> Int64
  /// Reads a whole number.
  mutating func unsigned() throws(FieldMismatch) -> UInt64
  /// Reads a text.
  mutating func string() throws(FieldMismatch) -> String
  /// Reads a truth value.
  mutating func bool() throws(FieldMismatch) -> Bool
  /// Reads a number.
  mutating func double() throws(FieldMismatch) -> Double
  /// Reads a number.
  mutating func float() throws(FieldMismatch) -> Float
  /// Reads a value that decodes itself.
  mutating func decoded<Value: Decodable>() throws(FieldMismatch) -> Value
}

extension FieldReader {
  /// Reads a field.
  @inlinable @inline(__always)
  public mutating func field<Value: FieldCodable>(
    _ index: Int, of object: inout FieldMark
  ) throws(FieldMismatch) -> Value {
    guard try isNext(index, of: &object) else { throw FieldMismatch() }
    return try Value(reading: &self)
  }

  /// Reads a field that decodes itself.
  @_disfavoredOverload @inlinable @inline(__always)
  public mutating func field<Value: Decodable>(
    _ index: Int, of object: inout FieldMark
  ) throws(FieldMismatch) -> Value {
    guard try isNext(index, of: &object) else { throw FieldMismatch() }
    return try decoded()
  }

  /// Reads a field if it is there.
  @inlinable @inline(__always)
  public mutating func optionalField<Value: FieldCodable>(
    _ index: Int, of object: inout FieldMark
  ) throws(FieldMismatch) -> Value? {
    guard try isNext(index, of: &object) else { return nil }
    return try Value(reading: &self)
  }

  /// Reads a field that decodes itself, if it is there.
  @_disfavoredOverload @inlinable @inline(__always)
  public mutating func optionalField<Value: Decodable>(
    _ index: Int, of object: inout FieldMark
  ) throws(FieldMismatch) -> Value? {
    guard try isNext(index, of: &object) else { return nil }
    return try decoded()
  }
}
