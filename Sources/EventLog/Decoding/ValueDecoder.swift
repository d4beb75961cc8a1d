internal import EventStream

/// Reads one value in the log's binary form.
///
/// The fields of an object are read where they stand as long as they are asked for in the order in which they were
/// written, as synthesised code does; any other order costs a search.
final class ValueDecoder: WithholdingDecoder {
  let source: ValueSource
  let offset: Int
  let userInfo: [CodingUserInfoKey: Any] = [:]

  private let parent: Parent
  /// How a value was reached. The path is made of it only when somebody asks.
  indirect enum Parent {
    case root([any CodingKey])
    case value(ValueDecoder, key: (any CodingKey)?)
  }

  /// What the object's fields begin with, how many there are, and where the next one that nobody asked for stands.
  private var fields: (first: Int, count: Int?)?
  private var cursor: (index: Int, offset: Int) = (0, 0)

  init(_ source: ValueSource, at offset: Int, parent: Parent) {
    self.source = source
    self.offset = offset
    self.parent = parent
  }

  var codingPath: [any CodingKey] {
    switch parent {
    case .root(let path): path
    case .value(let decoder, let key): key.map { decoder.codingPath + [$0] } ?? decoder.codingPath
    }
  }

  func decoder(at offset: Int, key: (any CodingKey)?) -> ValueDecoder {
    ValueDecoder(source, at: offset, parent: .value(self, key: key))
  }

  var isWithheld: Bool { (try? tag(at: offset)) == ValueTag.withheld }

  func tag(at offset: Int) throws -> UInt8 {
    guard source.range.contains(offset) else { throw ByteReader.Malformed(reason: "it ends in the middle") }
    return source.bytes[offset]
  }

  // MARK: Containers

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    var reader = source.reader(at: offset)
    let tag = try guarding { try reader.byte() }
    switch tag {
    case ValueTag.smallObject: fields = (reader.position, Int(tag - ValueTag.smallObject.lowerBound))
    case ValueTag.object: fields = (reader.position, nil)
    default: throw mismatch([String: String].self, expected: "an object", found: tag)
    }
    cursor = (0, reader.position)
    return KeyedDecodingContainer(ObjectReader<Key>(decoder: self))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    var reader = source.reader(at: offset)
    let tag = try guarding { try reader.byte() }
    switch tag {
    case ValueTag.smallArray:
      return ArrayReader(decoder: self, next: reader.position, count: Int(tag - ValueTag.smallArray.lowerBound))
    case ValueTag.array:
      let first = reader.position
      var count = 0
      try guarding {
        while try !reader.takeEnd() {
          try reader.skipValue()
          count += 1
        }
      }
      return ArrayReader(decoder: self, next: first, count: count)
    default: throw mismatch([String].self, expected: "an array", found: tag)
    }
  }

  func singleValueContainer() -> any SingleValueDecodingContainer { SingleReader(decoder: self) }

  // MARK: Fields

  /// Where the value of a field stands; `nil` if there is none of that name.
  func find(_ name: String) throws -> Int? {
    try guarding {
      let start = cursor
      if let found = try findFromCursor(name, until: nil) { return found }
      guard start.index > 0, let fields else { return nil }
      cursor = (0, fields.first)
      return try findFromCursor(name, until: start.index)
    }
  }

  private func findFromCursor(_ name: String, until last: Int?) throws -> Int? {
    guard let fields else { return nil }
    var reader = source.reader(at: cursor.offset)
    var index = cursor.index
    while index != last, index != fields.count, let field = try reader.nextField() {
      let isIt = try reader.name(of: field, source.names) == name
      let value = reader.position
      try reader.skipValue()
      index += 1
      if isIt {
        cursor = (index, reader.position)
        return value
      }
    }
    return nil
  }

  /// The names of all fields, in the order in which they stand.
  var fieldNames: [String] {
    guard let fields else { return [] }
    var reader = source.reader(at: fields.first)
    var found: [String] = []
    // What is malformed is told by whoever reads the values.
    while found.count != fields.count, let field = try? reader.nextField(),
      let name = try? reader.name(of: field, source.names), (try? reader.skipValue()) != nil
    {
      found.append(name)
    }
    return found
  }

  // MARK: Errors

  /// Runs what reads bytes; malformed ones become an error that says where.
  @inline(__always)
  func guarding<Result>(_ body: () throws -> Result) throws -> Result {
    do { return try body() } catch let error as ByteReader.Malformed {
      throw DecodingError.dataCorrupted(.init(codingPath: codingPath, debugDescription: error.reason))
    }
  }

  func mismatch(_ type: Any.Type, expected: String, found tag: UInt8, key: (any CodingKey)? = nil) -> DecodingError {
    let path = key.map { codingPath + [$0] } ?? codingPath
    let found = ValueTag.name(tag)
    if tag == ValueTag.null {
      return .valueNotFound(type, .init(codingPath: path, debugDescription: "expected \(expected), found null"))
    }
    return .typeMismatch(type, .init(codingPath: path, debugDescription: "expected \(expected), found \(found)"))
  }
}
