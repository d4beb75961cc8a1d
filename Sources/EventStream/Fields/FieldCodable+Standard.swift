// The standard library's types. Those that aren't here are written and read through `Codable`.

extension String: FieldCodable {
  @inlinable public func write(to writer: inout some FieldWriter) { writer.write(self) }
  @inlinable public init(reading reader: inout some FieldReader) throws(FieldMismatch) { self = try reader.string() }
}

extension Bool: FieldCodable {
  @inlinable public func write(to writer: inout some FieldWriter) { writer.write(self) }
  @inlinable public init(reading reader: inout some FieldReader) throws(FieldMismatch) { self = try reader.bool() }
}

extension Double: FieldCodable {
  @inlinable public func write(to writer: inout some FieldWriter) { writer.write(self) }
  @inlinable public init(reading reader: inout some FieldReader) throws(FieldMismatch) { self = try reader.double() }
}

extension Float: FieldCodable {
  @inlinable public func write(to writer: inout some FieldWriter) { writer.write(self) }
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
  @inlinable public func write(to writer: inout some FieldWriter) { writer.write(signed: Int64(self)) }
  @inlinable public init(reading reader: inout some FieldReader) throws(FieldMismatch) {
    self = try narrowed(reader.signed())
  }
}

extension Int8: FieldCodable {
  @inlinable public func write(to writer: inout some FieldWriter) { writer.write(signed: Int64(self)) }
  @inlinable public init(reading reader: inout some FieldReader) throws(FieldMismatch) {
    self = try narrowed(reader.signed())
  }
}

extension Int16: FieldCodable {
  @inlinable public func write(to writer: inout some FieldWriter) { writer.write(signed: Int64(self)) }
  @inlinable public init(reading reader: inout some FieldReader) throws(FieldMismatch) {
    self = try narrowed(reader.signed())
  }
}

extension Int32: FieldCodable {
  @inlinable public func write(to writer: inout some FieldWriter) { writer.write(signed: Int64(self)) }
  @inlinable public init(reading reader: inout some FieldReader) throws(FieldMismatch) {
    self = try narrowed(reader.signed())
  }
}

extension Int64: FieldCodable {
  @inlinable public func write(to writer: inout some FieldWriter) { writer.write(signed: self) }
  @inlinable public init(reading reader: inout some FieldReader) throws(FieldMismatch) { self = try reader.signed() }
}

extension UInt: FieldCodable {
  @inlinable public func write(to writer: inout some FieldWriter) { writer.write(unsigned: UInt64(self)) }
  @inlinable public init(reading reader: inout some FieldReader) throws(FieldMismatch) {
    self = try narrowed(reader.unsigned())
  }
}

extension UInt8: FieldCodable {
  @inlinable public func write(to writer: inout some FieldWriter) { writer.write(unsigned: UInt64(self)) }
  @inlinable public init(reading reader: inout some FieldReader) throws(FieldMismatch) {
    self = try narrowed(reader.unsigned())
  }
}

extension UInt16: FieldCodable {
  @inlinable public func write(to writer: inout some FieldWriter) { writer.write(unsigned: UInt64(self)) }
  @inlinable public init(reading reader: inout some FieldReader) throws(FieldMismatch) {
    self = try narrowed(reader.unsigned())
  }
}

extension UInt32: FieldCodable {
  @inlinable public func write(to writer: inout some FieldWriter) { writer.write(unsigned: UInt64(self)) }
  @inlinable public init(reading reader: inout some FieldReader) throws(FieldMismatch) {
    self = try narrowed(reader.unsigned())
  }
}

extension UInt64: FieldCodable {
  @inlinable public func write(to writer: inout some FieldWriter) { writer.write(unsigned: self) }
  @inlinable public init(reading reader: inout some FieldReader) throws(FieldMismatch) { self = try reader.unsigned() }
}

// MARK: What is made of others

extension FieldCodable where Self: RawRepresentable, RawValue: FieldCodable {
  /// Writes the raw value.
  @inlinable public func write(to writer: inout some FieldWriter) throws { try rawValue.write(to: &writer) }

  /// Reads the raw value.
  @inlinable
  public init(reading reader: inout some FieldReader) throws(FieldMismatch) {
    guard let value = Self(rawValue: try RawValue(reading: &reader)) else { throw FieldMismatch() }
    self = value
  }
}

extension Array: FieldCodable where Element: FieldCodable {
  @inlinable
  public func write(to writer: inout some FieldWriter) throws {
    let array = writer.beginArray()
    for element in self { try element.write(to: &writer) }
    writer.endArray(array, count: count)
  }

  @inlinable
  public init(reading reader: inout some FieldReader) throws(FieldMismatch) {
    self = []
    var array = try reader.beginArray()
    while try reader.hasItem(of: &array) { append(try Element(reading: &reader)) }
  }
}

extension Shared: FieldCodable where Value: FieldCodable {
  @inlinable public func write(to writer: inout some FieldWriter) throws { try value.write(to: &writer) }

  @inlinable
  public init(reading reader: inout some FieldReader) throws(FieldMismatch) { self.init(try Value(reading: &reader)) }
}
