internal import EventStream

/// Reads one value in the log's binary form.
///
/// Every byte is read once, as long as fields are asked for in the order in which they were written, as synthesised code
/// does: a reader leaves behind where its value ended, and the next goes on from there. Any other order costs a search.
final class ValueDecoder: WithholdingDecoder {
  let source: ValueSource
  let offset: Int
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  /// How a value was reached. The path is made of it only when somebody asks.
  private let parent: ValueDecoder?
  private let outerPath: [any CodingKey]
  private let key: (any CodingKey)?
  /// How many values this one stands in.
  private let depth: Int

  /// The object that is being read: what its fields begin with, and how many there are; `nil` for as many as come.
  private var fields: (first: Int, count: Int?)?
  private var cursor = Cursor(index: 0, offset: 0)
  /// The value that was read last, as far as its end is known.
  private var last = 0..<0

  /// A place among an object's fields.
  private struct Cursor {
    var index: Int
    var offset: Int
    /// The field's name, if it stands behind that, at the value.
    var name: String?
  }

  /// A decoder of what some bytes begin with.
  ///
  /// - Parameters:
  ///   - path: How one gets there, as errors say.
  ///   - depth: How many values it stands in.
  init(_ source: ValueSource, at offset: Int, path: [any CodingKey] = [], key: (any CodingKey)? = nil, depth: Int = 0) {
    self.source = source
    self.offset = offset
    parent = nil
    outerPath = path
    self.key = key
    self.depth = depth
  }

  private init(in parent: ValueDecoder, at offset: Int, key: (any CodingKey)?) {
    source = parent.source
    self.offset = offset
    self.parent = parent
    outerPath = []
    self.key = key
    depth = parent.depth + 1
  }

  var codingPath: [any CodingKey] {
    let path = parent?.codingPath ?? outerPath
    return key.map { path + [$0] } ?? path
  }

  /// A decoder of a value within this one.
  func decoder(at offset: Int, key: (any CodingKey)?) throws -> ValueDecoder {
    // Types may be recursive: hostile bytes must not exhaust the stack.
    try guarding(key) {
      if depth >= ByteReader.deepest { throw ByteReader.Malformed(reason: "it is nested too deeply") }
    }
    return ValueDecoder(in: self, at: offset, key: key)
  }

  var isWithheld: Bool { source.byte(at: offset) == ValueTag.withheld }

  // MARK: Places

  /// Notes where a value ended that has been read.
  @inline(__always)
  func note(_ start: Int, until end: Int) { last = start..<end }

  /// Notes where a value ended that another decoder has read, if it has read all of it.
  @inline(__always)
  func note(_ other: ValueDecoder) {
    if let end = other.end { last = other.offset..<end }
  }

  /// The place behind a value: known if it was the last to be read.
  @inline(__always)
  func end(of start: Int) throws -> Int {
    if last.lowerBound == start, last.upperBound > start { return last.upperBound }
    var reader = source.reader(at: start)
    try reader.skipValue(depth: depth)
    return reader.position
  }

  /// The place behind this value; `nil` if not all of it has been read.
  private var end: Int? {
    if last.lowerBound == offset, last.upperBound > offset { return last.upperBound }
    guard let fields else { return nil }
    var (index, place) = (cursor.index, cursor.offset)
    if cursor.name != nil {
      guard last.lowerBound == place, last.upperBound > place else { return nil }
      (index, place) = (index + 1, last.upperBound)
    }
    guard let count = fields.count else {
      return source.byte(at: place).map(UInt64.init) == ValueTag.noMoreFields ? place + 1 : nil
    }
    return index == count ? place : nil
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
    cursor = Cursor(index: 0, offset: reader.position)
    return KeyedDecodingContainer(ObjectReader<Key>(decoder: self))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    var reader = source.reader(at: offset)
    let tag = try guarding { try reader.byte() }
    switch tag {
    case ValueTag.smallArray:
      return ArrayReader(self, first: reader.position, count: Int(tag - ValueTag.smallArray.lowerBound))
    case ValueTag.array: return ArrayReader(self, first: reader.position, count: nil)
    default: throw mismatch([String].self, expected: "an array", found: tag)
    }
  }

  func singleValueContainer() -> any SingleValueDecodingContainer { SingleReader(decoder: self) }

  // MARK: Fields

  /// Where the value of a field stands; `nil` if there is none of that name.
  func find(_ name: String) throws -> Int? {
    // Optional fields are asked for several times.
    if cursor.name == name { return cursor.offset }
    return try guarding {
      if cursor.name != nil {
        cursor = Cursor(index: cursor.index + 1, offset: try end(of: cursor.offset))
      }
      if let found = try find(name, from: cursor, until: nil) { return found }
      guard cursor.index > 0, let fields else { return nil }
      return try find(name, from: Cursor(index: 0, offset: fields.first), until: cursor.index)
    }
  }

  private func find(_ name: String, from start: Cursor, until last: Int?) throws -> Int? {
    guard let fields else { return nil }
    var reader = source.reader(at: start.offset)
    var index = start.index
    while index != last, index != fields.count, let field = try reader.nextField() {
      let found = try reader.name(of: field, source.names)
      if found == name {
        cursor = Cursor(index: index, offset: reader.position, name: found)
        return reader.position
      }
      try reader.skipValue(depth: depth)
      index += 1
    }
    return nil
  }

  /// The names of all fields, in the order in which they stand. Where something is malformed they end, and the source has noted it.
  var fieldNames: [String] {
    guard let fields else { return [] }
    var reader = source.reader(at: fields.first)
    var found: [String] = []
    while found.count != fields.count, let name = try? guarding(nil, { try nextName(&reader) }) {
      found.append(name)
      guard (try? guarding(PathKey.field(name)) { try reader.skipValue() }) != nil else { break }
    }
    return found
  }

  /// The name of the next field; `nil` at the end.
  private func nextName(_ reader: inout ByteReader) throws -> String? {
    guard let field = try reader.nextField() else { return nil }
    return try reader.name(of: field, source.names)
  }

  // MARK: Errors

  /// Runs what reads bytes; malformed ones become an error that says where, which the source notes.
  ///
  /// - Parameter key: What leads from this value to the one that is read, if that is another.
  @inline(__always)
  func guarding<Result>(_ key: (any CodingKey)? = nil, _ body: () throws -> Result) throws -> Result {
    do { return try body() } catch let error as ByteReader.Malformed {
      let flaw = DecodingError.dataCorrupted(.init(codingPath: path(to: key), debugDescription: error.reason))
      source.note(flaw)
      throw flaw
    }
  }

  /// How one gets to a value within this one; to this one where there is no key.
  func path(to key: (any CodingKey)?) -> [any CodingKey] { key.map { codingPath + [$0] } ?? codingPath }

  func mismatch(_ type: Any.Type, expected: String, found tag: UInt8, key: (any CodingKey)? = nil) -> DecodingError {
    let path = path(to: key)
    let found = ValueTag.name(tag)
    if tag == ValueTag.null {
      return .valueNotFound(type, .init(codingPath: path, debugDescription: "expected \(expected), found null"))
    }
    return .typeMismatch(type, .init(codingPath: path, debugDescription: "expected \(expected), found \(found)"))
  }
}
