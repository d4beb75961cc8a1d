/// The fields of an object that is being encoded.
struct ObjectWriter<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let encoder: ValueEncoder
  var codingPath: [any CodingKey] { encoder.codingPath }

  func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
    let mark = encoder.mark
    encoder.begin(field: key)
    try encoder.write(value, at: key, from: mark)
  }

  func encodeNil(forKey key: Key) {
    encoder.begin(field: key)
    encoder.writeNull()
  }

  func encode(_ value: Bool, forKey key: Key) {
    encoder.begin(field: key)
    encoder.write(value)
  }

  func encode(_ value: String, forKey key: Key) {
    encoder.begin(field: key)
    encoder.write(value)
  }

  func encode(_ value: Double, forKey key: Key) {
    encoder.begin(field: key)
    encoder.write(value)
  }

  func encode(_ value: Float, forKey key: Key) {
    encoder.begin(field: key)
    encoder.write(value)
  }

  func encode(_ value: Int, forKey key: Key) {
    encoder.begin(field: key)
    encoder.write(signed: Int64(value))
  }

  func encode(_ value: Int8, forKey key: Key) {
    encoder.begin(field: key)
    encoder.write(signed: Int64(value))
  }

  func encode(_ value: Int16, forKey key: Key) {
    encoder.begin(field: key)
    encoder.write(signed: Int64(value))
  }

  func encode(_ value: Int32, forKey key: Key) {
    encoder.begin(field: key)
    encoder.write(signed: Int64(value))
  }

  func encode(_ value: Int64, forKey key: Key) {
    encoder.begin(field: key)
    encoder.write(signed: value)
  }

  func encode(_ value: Int128, forKey key: Key) {
    encoder.begin(field: key)
    encoder.write(value)
  }

  func encode(_ value: UInt, forKey key: Key) {
    encoder.begin(field: key)
    encoder.write(unsigned: UInt64(value))
  }

  func encode(_ value: UInt8, forKey key: Key) {
    encoder.begin(field: key)
    encoder.write(unsigned: UInt64(value))
  }

  func encode(_ value: UInt16, forKey key: Key) {
    encoder.begin(field: key)
    encoder.write(unsigned: UInt64(value))
  }

  func encode(_ value: UInt32, forKey key: Key) {
    encoder.begin(field: key)
    encoder.write(unsigned: UInt64(value))
  }

  func encode(_ value: UInt64, forKey key: Key) {
    encoder.begin(field: key)
    encoder.write(unsigned: value)
  }

  func encode(_ value: UInt128, forKey key: Key) {
    encoder.begin(field: key)
    encoder.write(value)
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) -> KeyedEncodingContainer<Nested> {
    encoder.begin(field: key)
    return encoder.child(at: key).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    encoder.begin(field: key)
    return encoder.child(at: key).unkeyedContainer()
  }

  func superEncoder() -> any Encoder {
    encoder.begin(field: PathKey.parent)
    return encoder.child(at: PathKey.parent)
  }

  func superEncoder(forKey key: Key) -> any Encoder {
    encoder.begin(field: key)
    return encoder.child(at: key)
  }
}
