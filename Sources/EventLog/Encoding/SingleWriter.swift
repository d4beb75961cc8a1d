/// The only value of something that is being encoded.
struct SingleWriter: SingleValueEncodingContainer {
  let encoder: ValueEncoder
  var codingPath: [any CodingKey] { encoder.codingPath }

  func encode<Value: Encodable>(_ value: Value) throws {
    let mark = encoder.mark
    encoder.beginSingle()
    try encoder.write(value, at: nil, from: mark)
  }

  func encodeNil() {
    encoder.beginSingle()
    encoder.writeNull()
  }

  func encode(_ value: Bool) {
    encoder.beginSingle()
    encoder.write(value)
  }

  func encode(_ value: String) {
    encoder.beginSingle()
    encoder.write(value)
  }

  func encode(_ value: Double) {
    encoder.beginSingle()
    encoder.write(value)
  }

  func encode(_ value: Float) {
    encoder.beginSingle()
    encoder.write(value)
  }

  func encode(_ value: Int) {
    encoder.beginSingle()
    encoder.write(signed: Int64(value))
  }

  func encode(_ value: Int8) {
    encoder.beginSingle()
    encoder.write(signed: Int64(value))
  }

  func encode(_ value: Int16) {
    encoder.beginSingle()
    encoder.write(signed: Int64(value))
  }

  func encode(_ value: Int32) {
    encoder.beginSingle()
    encoder.write(signed: Int64(value))
  }

  func encode(_ value: Int64) {
    encoder.beginSingle()
    encoder.write(signed: value)
  }

  func encode(_ value: Int128) {
    encoder.beginSingle()
    encoder.write(value)
  }

  func encode(_ value: UInt) {
    encoder.beginSingle()
    encoder.write(unsigned: UInt64(value))
  }

  func encode(_ value: UInt8) {
    encoder.beginSingle()
    encoder.write(unsigned: UInt64(value))
  }

  func encode(_ value: UInt16) {
    encoder.beginSingle()
    encoder.write(unsigned: UInt64(value))
  }

  func encode(_ value: UInt32) {
    encoder.beginSingle()
    encoder.write(unsigned: UInt64(value))
  }

  func encode(_ value: UInt64) {
    encoder.beginSingle()
    encoder.write(unsigned: value)
  }

  func encode(_ value: UInt128) {
    encoder.beginSingle()
    encoder.write(value)
  }
}
