/// The items of an array that is being encoded.
struct ArrayWriter: UnkeyedEncodingContainer {
  let encoder: ValueEncoder
  var codingPath: [any CodingKey] { encoder.codingPath }
  var count: Int { encoder.level.count }

  func encode<Value: Encodable>(_ value: Value) throws {
    let mark = encoder.mark
    encoder.beginItem()
    try encoder.write(value, at: PathKey.index(count - 1), from: mark)
  }

  func encodeNil() {
    encoder.beginItem()
    encoder.writeNull()
  }

  func encode(_ value: Bool) {
    encoder.beginItem()
    encoder.write(value)
  }

  func encode(_ value: String) {
    encoder.beginItem()
    encoder.write(value)
  }

  func encode(_ value: Double) {
    encoder.beginItem()
    encoder.write(value)
  }

  func encode(_ value: Float) {
    encoder.beginItem()
    encoder.write(value)
  }

  func encode(_ value: Int) {
    encoder.beginItem()
    encoder.write(signed: Int64(value))
  }

  func encode(_ value: Int8) {
    encoder.beginItem()
    encoder.write(signed: Int64(value))
  }

  func encode(_ value: Int16) {
    encoder.beginItem()
    encoder.write(signed: Int64(value))
  }

  func encode(_ value: Int32) {
    encoder.beginItem()
    encoder.write(signed: Int64(value))
  }

  func encode(_ value: Int64) {
    encoder.beginItem()
    encoder.write(signed: value)
  }

  func encode(_ value: Int128) {
    encoder.beginItem()
    encoder.write(value)
  }

  func encode(_ value: UInt) {
    encoder.beginItem()
    encoder.write(unsigned: UInt64(value))
  }

  func encode(_ value: UInt8) {
    encoder.beginItem()
    encoder.write(unsigned: UInt64(value))
  }

  func encode(_ value: UInt16) {
    encoder.beginItem()
    encoder.write(unsigned: UInt64(value))
  }

  func encode(_ value: UInt32) {
    encoder.beginItem()
    encoder.write(unsigned: UInt64(value))
  }

  func encode(_ value: UInt64) {
    encoder.beginItem()
    encoder.write(unsigned: value)
  }

  func encode(_ value: UInt128) {
    encoder.beginItem()
    encoder.write(value)
  }

  func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) -> KeyedEncodingContainer<Nested> {
    encoder.beginItem()
    return encoder.child(at: PathKey.index(count - 1)).container(keyedBy: type)
  }

  func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
    encoder.beginItem()
    return encoder.child(at: PathKey.index(count - 1)).unkeyedContainer()
  }

  func superEncoder() -> any Encoder {
    encoder.beginItem()
    return encoder.child(at: PathKey.index(count - 1))
  }
}
