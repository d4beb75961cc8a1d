/// Finds out which type of key a value is coded with, and takes nothing else in.
final class KeyTypeProbe: Encoder {
  private(set) var found: ObjectIdentifier?
  let codingPath: [any CodingKey] = []
  let userInfo: [CodingUserInfoKey: Any] = [:]

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    found = ObjectIdentifier(type)
    // Not by `container(keyedBy:)`, which would ask for what is being found out.
    return KeyedEncodingContainer(ObjectWriter<Key>(encoder: ValueEncoder(NameDictionary())))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer { ValueEncoder(NameDictionary()).unkeyedContainer() }
  func singleValueContainer() -> any SingleValueEncodingContainer {
    ValueEncoder(NameDictionary()).singleValueContainer()
  }
}
