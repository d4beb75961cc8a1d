/// The fields of an object that is being decoded.
struct ObjectReader<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let decoder: ValueDecoder
  var codingPath: [any CodingKey] { decoder.codingPath }
  var allKeys: [Key] { decoder.fieldNames.compactMap { Key(stringValue: $0) } }

  func contains(_ key: Key) -> Bool {
    // What is malformed can't be told here: the source has noted it.
    (try? decoder.find(key.stringValue)) != nil
  }

  @inline(__always)
  private func place(_ key: some CodingKey) throws -> Int {
    guard let place = try decoder.find(key.stringValue) else {
      throw DecodingError.keyNotFound(
        key,
        .init(
          codingPath: decoder.codingPath,
          debugDescription: "expected the field \(key.stringValue), found \(decoder.fieldNames)"))
    }
    return place
  }

  func decodeNil(forKey key: Key) throws -> Bool { try decoder.isNull(at: place(key), key: key) }

  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    try decoder.read(type, at: place(key), key: key)
  }

  func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool {
    try decoder.bool(at: place(key), key: key)
  }

  func decode(_ type: String.Type, forKey key: Key) throws -> String {
    try decoder.string(at: place(key), key: key)
  }

  func decode(_ type: Double.Type, forKey key: Key) throws -> Double {
    try decoder.double(at: place(key), key: key)
  }

  func decode(_ type: Float.Type, forKey key: Key) throws -> Float {
    try decoder.float(at: place(key), key: key)
  }

  func decode(_ type: Int.Type, forKey key: Key) throws -> Int {
    try decoder.integer(Int.self, at: place(key), key: key)
  }

  func decode(_ type: Int8.Type, forKey key: Key) throws -> Int8 {
    try decoder.integer(Int8.self, at: place(key), key: key)
  }

  func decode(_ type: Int16.Type, forKey key: Key) throws -> Int16 {
    try decoder.integer(Int16.self, at: place(key), key: key)
  }

  func decode(_ type: Int32.Type, forKey key: Key) throws -> Int32 {
    try decoder.integer(Int32.self, at: place(key), key: key)
  }

  func decode(_ type: Int64.Type, forKey key: Key) throws -> Int64 {
    try decoder.integer(Int64.self, at: place(key), key: key)
  }

  func decode(_ type: Int128.Type, forKey key: Key) throws -> Int128 {
    try decoder.integer(Int128.self, at: place(key), key: key)
  }

  func decode(_ type: UInt.Type, forKey key: Key) throws -> UInt {
    try decoder.integer(UInt.self, at: place(key), key: key)
  }

  func decode(_ type: UInt8.Type, forKey key: Key) throws -> UInt8 {
    try decoder.integer(UInt8.self, at: place(key), key: key)
  }

  func decode(_ type: UInt16.Type, forKey key: Key) throws -> UInt16 {
    try decoder.integer(UInt16.self, at: place(key), key: key)
  }

  func decode(_ type: UInt32.Type, forKey key: Key) throws -> UInt32 {
    try decoder.integer(UInt32.self, at: place(key), key: key)
  }

  func decode(_ type: UInt64.Type, forKey key: Key) throws -> UInt64 {
    try decoder.integer(UInt64.self, at: place(key), key: key)
  }

  func decode(_ type: UInt128.Type, forKey key: Key) throws -> UInt128 {
    try decoder.integer(UInt128.self, at: place(key), key: key)
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<Nested> {
    try decoder.decoder(at: place(key), key: key).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try decoder.decoder(at: place(key), key: key).unkeyedContainer()
  }

  func superDecoder() throws -> any Decoder {
    try decoder.decoder(at: place(PathKey.parent), key: PathKey.parent)
  }

  func superDecoder(forKey key: Key) throws -> any Decoder { try decoder.decoder(at: place(key), key: key) }
}
