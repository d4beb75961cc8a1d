/// Reads an event of which only the payload was written: gives it the objects around it, each with one field, its case.
final class CaseDecoder: Decoder {
  let source: ValueSource
  /// The names that stand around the payload from here on; never empty.
  let names: ArraySlice<String>
  let codingPath: [any CodingKey]
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  init(_ source: ValueSource, names: ArraySlice<String>, codingPath: [any CodingKey] = []) {
    self.source = source
    self.names = names
    self.codingPath = codingPath
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
    KeyedDecodingContainer(CaseReader<Key>(outer: self))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer { throw isObject([String].self, expected: "an array") }

  func singleValueContainer() throws -> any SingleValueDecodingContainer {
    throw isObject(String.self, expected: "a single value")
  }

  private func isObject(_ type: Any.Type, expected: String) -> DecodingError {
    .typeMismatch(
      type, .init(codingPath: codingPath, debugDescription: "expected \(expected), found the case \(names.joined())"))
  }
}

/// The one field of an event: its case.
struct CaseReader<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let outer: CaseDecoder
  var codingPath: [any CodingKey] { outer.codingPath }
  private var name: String { outer.names.first ?? "" }
  var allKeys: [Key] { Key(stringValue: name).map { [$0] } ?? [] }

  init(outer: CaseDecoder) { self.outer = outer }

  func contains(_ key: Key) -> Bool { key.stringValue == name }

  func decodeNil(forKey key: Key) throws -> Bool { try decoder(key).isNull(at: outer.source.range.lowerBound) }

  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    if outer.names.count == 1 {
      let decoder = try decoder(key)
      return try decoder.read(type, at: decoder.offset, key: nil)
    }
    return try Value(
      from: CaseDecoder(outer.source, names: outer.names.dropFirst(), codingPath: codingPath + [key]))
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<Nested> { try decoder(key).container(keyedBy: type) }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try decoder(key).unkeyedContainer()
  }

  func superDecoder() throws -> any Decoder { throw missing(PathKey.parent) }
  func superDecoder(forKey key: Key) throws -> any Decoder { try decoder(key) }

  /// The payload's decoder.
  private func decoder(_ key: Key) throws -> ValueDecoder {
    guard key.stringValue == name, outer.names.count == 1 else { throw missing(key) }
    return ValueDecoder(outer.source, at: outer.source.range.lowerBound, path: codingPath, key: key)
  }

  private func missing(_ key: some CodingKey) -> DecodingError {
    .keyNotFound(
      key, .init(codingPath: codingPath, debugDescription: "expected \(key.stringValue), found \(name)"))
  }
}
