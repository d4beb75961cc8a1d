/// Gives a value's fields back, one behind the other. A log implements it; ``FieldCodable`` types read from it.
///
/// Whatever isn't there as expected is a ``FieldMismatch``; what was read up to then is thrown away.
public protocol FieldReader {
  /// Begins an object.
  ///
  /// - Parameter names: The fields that it may have, in the order in which they are written.
  /// - Throws: ``FieldMismatch`` if there is no object, or it lies too deep in others.
  mutating func beginObject(_ names: FieldNames) throws(FieldMismatch) -> FieldMark
  /// Whether the object's next field is the one asked for. If so, its value is to be read next.
  ///
  /// - Parameter index: Its place among the object's names, `0 ..< names.count`. Fields are asked for in rising order.
  /// - Throws: ``FieldMismatch`` if what is there can't be read.
  mutating func isNext(_ index: Int, of object: inout FieldMark) throws(FieldMismatch) -> Bool
  /// Ends an object.
  ///
  /// - Throws: ``FieldMismatch`` unless every field of it has been read.
  mutating func endObject(_ object: FieldMark) throws(FieldMismatch)
  /// Begins an array.
  ///
  /// - Throws: ``FieldMismatch`` if there is no array, or it lies too deep in others.
  mutating func beginArray() throws(FieldMismatch) -> FieldMark
  /// Whether there is another item, to be read next. If not, the array has ended.
  ///
  /// - Throws: ``FieldMismatch`` if what is there can't be read.
  mutating func hasItem(of array: inout FieldMark) throws(FieldMismatch) -> Bool

  /// Reads a whole number.
  ///
  /// - Throws: ``FieldMismatch`` if there is none, or it is too large for the type.
  mutating func signed() throws(FieldMismatch) -> Int64
  /// Reads a whole number.
  ///
  /// - Throws: ``FieldMismatch`` if there is none, or it is negative or too large for the type.
  mutating func unsigned() throws(FieldMismatch) -> UInt64
  /// Reads a text.
  ///
  /// - Throws: ``FieldMismatch`` if there is none.
  mutating func string() throws(FieldMismatch) -> String
  /// Reads a truth value.
  ///
  /// - Throws: ``FieldMismatch`` if there is none.
  mutating func bool() throws(FieldMismatch) -> Bool
  /// Reads a number.
  ///
  /// - Throws: ``FieldMismatch`` if there is none of this type.
  mutating func double() throws(FieldMismatch) -> Double
  /// Reads a number.
  ///
  /// - Throws: ``FieldMismatch`` if there is none of this type.
  mutating func float() throws(FieldMismatch) -> Float
  /// Reads a value that decodes itself.
  ///
  /// - Throws: ``FieldMismatch`` in place of whatever decoding throws.
  mutating func decoded<Value: Decodable>() throws(FieldMismatch) -> Value
}

extension FieldReader {
  /// Reads a field.
  ///
  /// - Parameters:
  ///   - index: The field's place among the object's names, `0 ..< names.count`; fields are read in rising order.
  ///   - object: The object, which ``beginObject(_:)`` gave.
  /// - Throws: ``FieldMismatch`` if the object's next field is another, or there is none, or its value isn't one of
  ///   this type.
  @inlinable @inline(__always)
  public mutating func field<Value: FieldCodable>(
    _ index: Int, of object: inout FieldMark
  ) throws(FieldMismatch) -> Value {
    guard try isNext(index, of: &object) else { throw FieldMismatch() }
    return try Value(reading: &self)
  }

  /// Reads a field that decodes itself.
  ///
  /// - Throws: As ``field(_:of:)``.
  @_disfavoredOverload @inlinable @inline(__always)
  public mutating func field<Value: Decodable>(
    _ index: Int, of object: inout FieldMark
  ) throws(FieldMismatch) -> Value {
    guard try isNext(index, of: &object) else { throw FieldMismatch() }
    return try decoded()
  }

  /// Reads a field if it is there.
  ///
  /// - Parameters:
  ///   - index: The field's place among the object's names, `0 ..< names.count`; fields are read in rising order.
  ///   - object: The object, which ``beginObject(_:)`` gave.
  /// - Returns: `nil` if the object's next field is another, or there is none.
  /// - Throws: ``FieldMismatch`` if its value isn't one of this type.
  @inlinable @inline(__always)
  public mutating func optionalField<Value: FieldCodable>(
    _ index: Int, of object: inout FieldMark
  ) throws(FieldMismatch) -> Value? {
    guard try isNext(index, of: &object) else { return nil }
    return try Value(reading: &self)
  }

  /// Reads a field that decodes itself, if it is there.
  ///
  /// - Returns: `nil` if the object's next field is another, or there is none.
  /// - Throws: ``FieldMismatch`` if its value isn't one of this type.
  @_disfavoredOverload @inlinable @inline(__always)
  public mutating func optionalField<Value: Decodable>(
    _ index: Int, of object: inout FieldMark
  ) throws(FieldMismatch) -> Value? {
    guard try isNext(index, of: &object) else { return nil }
    return try decoded()
  }
}
