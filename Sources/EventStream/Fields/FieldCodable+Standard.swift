// The standard library's types. Those that aren't here are written and read through `Codable`.

extension String: FieldCodable {
  /// Writes the text.
  @inlinable public func write(to writer: inout some FieldWriter) { writer.write(self) }

  /// Reads a text.
  ///
  /// - Throws: ``FieldMismatch`` if there is no text.
  @inlinable public init(reading reader: inout some FieldReader) throws(FieldMismatch) { self = try reader.string() }
}

extension Bool: FieldCodable {
  /// Writes the truth value.
  @inlinable public func write(to writer: inout some FieldWriter) { writer.write(self) }

  /// Reads a truth value.
  ///
  /// - Throws: ``FieldMismatch`` if there is no truth value.
  @inlinable public init(reading reader: inout some FieldReader) throws(FieldMismatch) { self = try reader.bool() }
}

extension Double: FieldCodable {
  /// Writes the number.
  @inlinable public func write(to writer: inout some FieldWriter) { writer.write(self) }

  /// Reads a number.
  ///
  /// - Throws: ``FieldMismatch`` if there is no `Double`.
  @inlinable public init(reading reader: inout some FieldReader) throws(FieldMismatch) { self = try reader.double() }
}

extension Float: FieldCodable {
  /// Writes the number.
  @inlinable public func write(to writer: inout some FieldWriter) { writer.write(self) }

  /// Reads a number.
  ///
  /// - Throws: ``FieldMismatch`` if there is no `Float`.
  @inlinable public init(reading reader: inout some FieldReader) throws(FieldMismatch) { self = try reader.float() }
}

// MARK: Whole numbers

// Each by itself: generic over them, code that isn't specialised would look up the types of optionals.

/// A number as a type that may be too small for it.
@inlinable @inline(__always)
func narrowed<Wide: FixedWidthInteger, Narrow: FixedWidthInteger>(_ value: Wide) throws(FieldMismatch) -> Narrow {
  guard let narrow = Narrow(exactly: value) else { throw FieldMismatch() }
  return narrow
}

extension Int: FieldCodable {
  /// Writes the number.
  @inlinable public func write(to writer: inout some FieldWriter) { writer.write(signed: Int64(self)) }

  /// Reads a number.
  ///
  /// - Throws: ``FieldMismatch`` if there is none, or it doesn't fit into `Int`.
  @inlinable public init(reading reader: inout some FieldReader) throws(FieldMismatch) {
    self = try narrowed(reader.signed())
  }
}

extension Int8: FieldCodable {
  /// Writes the number.
  @inlinable public func write(to writer: inout some FieldWriter) { writer.write(signed: Int64(self)) }

  /// Reads a number.
  ///
  /// - Throws: ``FieldMismatch`` if there is none, or it doesn't fit into `Int8`.
  @inlinable public init(reading reader: inout some FieldReader) throws(FieldMismatch) {
    self = try narrowed(reader.signed())
  }
}

extension Int16: FieldCodable {
  /// Writes the number.
  @inlinable public func write(to writer: inout some FieldWriter) { writer.write(signed: Int64(self)) }

  /// Reads a number.
  ///
  /// - Throws: ``FieldMismatch`` if there is none, or it doesn't fit into `Int16`.
  @inlinable public init(reading reader: inout some FieldReader) throws(FieldMismatch) {
    self = try narrowed(reader.signed())
  }
}

extension Int32: FieldCodable {
  /// Writes the number.
  @inlinable public func write(to writer: inout some FieldWriter) { writer.write(signed: Int64(self)) }

  /// Reads a number.
  ///
  /// - Throws: ``FieldMismatch`` if there is none, or it doesn't fit into `Int32`.
  @inlinable public init(reading reader: inout some FieldReader) throws(FieldMismatch) {
    self = try narrowed(reader.signed())
  }
}

extension Int64: FieldCodable {
  /// Writes the number.
  @inlinable public func write(to writer: inout some FieldWriter) { writer.write(signed: self) }

  /// Reads a number.
  ///
  /// - Throws: ``FieldMismatch`` if there is none, or it doesn't fit into `Int64`.
  @inlinable public init(reading reader: inout some FieldReader) throws(FieldMismatch) { self = try reader.signed() }
}

extension UInt: FieldCodable {
  /// Writes the number.
  @inlinable public func write(to writer: inout some FieldWriter) { writer.write(unsigned: UInt64(self)) }

  /// Reads a number.
  ///
  /// - Throws: ``FieldMismatch`` if there is none, or it doesn't fit into `UInt`.
  @inlinable public init(reading reader: inout some FieldReader) throws(FieldMismatch) {
    self = try narrowed(reader.unsigned())
  }
}

extension UInt8: FieldCodable {
  /// Writes the number.
  @inlinable public func write(to writer: inout some FieldWriter) { writer.write(unsigned: UInt64(self)) }

  /// Reads a number.
  ///
  /// - Throws: ``FieldMismatch`` if there is none, or it doesn't fit into `UInt8`.
  @inlinable public init(reading reader: inout some FieldReader) throws(FieldMismatch) {
    self = try narrowed(reader.unsigned())
  }
}

extension UInt16: FieldCodable {
  /// Writes the number.
  @inlinable public func write(to writer: inout some FieldWriter) { writer.write(unsigned: UInt64(self)) }

  /// Reads a number.
  ///
  /// - Throws: ``FieldMismatch`` if there is none, or it doesn't fit into `UInt16`.
  @inlinable public init(reading reader: inout some FieldReader) throws(FieldMismatch) {
    self = try narrowed(reader.unsigned())
  }
}

extension UInt32: FieldCodable {
  /// Writes the number.
  @inlinable public func write(to writer: inout some FieldWriter) { writer.write(unsigned: UInt64(self)) }

  /// Reads a number.
  ///
  /// - Throws: ``FieldMismatch`` if there is none, or it doesn't fit into `UInt32`.
  @inlinable public init(reading reader: inout some FieldReader) throws(FieldMismatch) {
    self = try narrowed(reader.unsigned())
  }
}

extension UInt64: FieldCodable {
  /// Writes the number.
  @inlinable public func write(to writer: inout some FieldWriter) { writer.write(unsigned: self) }

  /// Reads a number.
  ///
  /// - Throws: ``FieldMismatch`` if there is none, or it doesn't fit into `UInt64`.
  @inlinable public init(reading reader: inout some FieldReader) throws(FieldMismatch) { self = try reader.unsigned() }
}

// MARK: What is made of others

extension FieldCodable where Self: RawRepresentable, RawValue: FieldCodable {
  /// Writes the raw value.
  ///
  /// - Throws: What the raw value throws.
  @inlinable public func write(to writer: inout some FieldWriter) throws { try rawValue.write(to: &writer) }

  /// Reads the raw value.
  ///
  /// - Throws: ``FieldMismatch`` if there is none, or none of the type's values has it.
  @inlinable
  public init(reading reader: inout some FieldReader) throws(FieldMismatch) {
    guard let value = Self(rawValue: try RawValue(reading: &reader)) else { throw FieldMismatch() }
    self = value
  }
}

extension Array: FieldCodable where Element: FieldCodable {
  /// Writes the elements, in order.
  ///
  /// - Throws: What an element throws.
  @inlinable
  public func write(to writer: inout some FieldWriter) throws {
    let array = writer.beginArray()
    for element in self { try element.write(to: &writer) }
    writer.endArray(array, count: count)
  }

  /// Reads the elements.
  ///
  /// - Throws: ``FieldMismatch`` if there is no array, or an element isn't one of its type.
  @inlinable
  public init(reading reader: inout some FieldReader) throws(FieldMismatch) {
    self = []
    var array = try reader.beginArray()
    while try reader.hasItem(of: &array) { append(try Element(reading: &reader)) }
  }
}

extension Shared: FieldCodable where Value: FieldCodable {
  /// Writes the value.
  ///
  /// - Throws: What the value throws.
  @inlinable public func write(to writer: inout some FieldWriter) throws { try value.write(to: &writer) }

  /// Reads the value, which nobody else holds then.
  ///
  /// - Throws: ``FieldMismatch`` if there is none.
  @inlinable
  public init(reading reader: inout some FieldReader) throws(FieldMismatch) { self.init(try Value(reading: &reader)) }
}
