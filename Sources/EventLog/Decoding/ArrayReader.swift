/// The items of an array that is being decoded.
struct ArrayReader: UnkeyedDecodingContainer {
  let decoder: ValueDecoder
  private let first: Int
  /// Where the next item stands.
  private var next: Int
  /// How many items there are; `nil` for as many as come.
  private let total: Int?
  private(set) var currentIndex = 0

  init(_ decoder: ValueDecoder, first: Int, count: Int?) {
    self.decoder = decoder
    self.first = first
    next = first
    total = count
    noteEnd()
  }

  var codingPath: [any CodingKey] { decoder.codingPath }

  /// Counted only when somebody asks; `nil` if the items are malformed, which the source has noted.
  var count: Int? {
    if let total { return total }
    return try? decoder.guarding { try counted() }
  }

  private func counted() throws -> Int {
    var reader = decoder.source.reader(at: first)
    var count = 0
    while try !reader.takeEnd() {
      try reader.skipValue()
      count += 1
    }
    return count
  }

  /// Not at the end of what is cut off: who reads on is told.
  var isAtEnd: Bool {
    if let total { return currentIndex >= total }
    return decoder.source.byte(at: next) == ValueTag.end
  }

  private func noteEnd() {
    if isAtEnd { decoder.note(decoder.offset, until: total == nil ? next + 1 : next) }
  }

  /// Reads the next item, and goes on only if that goes well.
  private mutating func take<Value>(
    _ type: Value.Type, _ read: (_ place: Int, _ key: PathKey) throws -> Value
  ) throws -> Value {
    let key = PathKey.index(currentIndex)
    guard !isAtEnd else {
      throw DecodingError.valueNotFound(
        type, .init(codingPath: codingPath + [key], debugDescription: "expected another item, found the end"))
    }
    let value = try read(next, key)
    next = try decoder.guarding(key) { try decoder.end(of: next) }
    currentIndex += 1
    noteEnd()
    return value
  }

  mutating func decodeNil() throws -> Bool {
    guard !isAtEnd, try decoder.isNull(at: next) else { return false }
    return try take(Bool.self) { _, _ in true }
  }

  mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    try take(type) { [decoder] place, key in try decoder.read(type, at: place, key: key) }
  }

  mutating func decode(_ type: Bool.Type) throws -> Bool {
    try take(type) { [decoder] place, key in try decoder.bool(at: place, key: key) }
  }

  mutating func decode(_ type: String.Type) throws -> String {
    try take(type) { [decoder] place, key in try decoder.string(at: place, key: key) }
  }

  mutating func decode(_ type: Double.Type) throws -> Double {
    try take(type) { [decoder] place, key in try decoder.double(at: place, key: key) }
  }

  mutating func decode(_ type: Float.Type) throws -> Float {
    try take(type) { [decoder] place, key in try decoder.float(at: place, key: key) }
  }

  mutating func decode(_ type: Int.Type) throws -> Int {
    try take(type) { [decoder] place, key in try decoder.integer(Int.self, at: place, key: key) }
  }

  mutating func decode(_ type: Int8.Type) throws -> Int8 {
    try take(type) { [decoder] place, key in try decoder.integer(Int8.self, at: place, key: key) }
  }

  mutating func decode(_ type: Int16.Type) throws -> Int16 {
    try take(type) { [decoder] place, key in try decoder.integer(Int16.self, at: place, key: key) }
  }

  mutating func decode(_ type: Int32.Type) throws -> Int32 {
    try take(type) { [decoder] place, key in try decoder.integer(Int32.self, at: place, key: key) }
  }

  mutating func decode(_ type: Int64.Type) throws -> Int64 {
    try take(type) { [decoder] place, key in try decoder.integer(Int64.self, at: place, key: key) }
  }

  mutating func decode(_ type: Int128.Type) throws -> Int128 {
    try take(type) { [decoder] place, key in try decoder.integer(Int128.self, at: place, key: key) }
  }

  mutating func decode(_ type: UInt.Type) throws -> UInt {
    try take(type) { [decoder] place, key in try decoder.integer(UInt.self, at: place, key: key) }
  }

  mutating func decode(_ type: UInt8.Type) throws -> UInt8 {
    try take(type) { [decoder] place, key in try decoder.integer(UInt8.self, at: place, key: key) }
  }

  mutating func decode(_ type: UInt16.Type) throws -> UInt16 {
    try take(type) { [decoder] place, key in try decoder.integer(UInt16.self, at: place, key: key) }
  }

  mutating func decode(_ type: UInt32.Type) throws -> UInt32 {
    try take(type) { [decoder] place, key in try decoder.integer(UInt32.self, at: place, key: key) }
  }

  mutating func decode(_ type: UInt64.Type) throws -> UInt64 {
    try take(type) { [decoder] place, key in try decoder.integer(UInt64.self, at: place, key: key) }
  }

  mutating func decode(_ type: UInt128.Type) throws -> UInt128 {
    try take(type) { [decoder] place, key in try decoder.integer(UInt128.self, at: place, key: key) }
  }

  mutating func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type
  ) throws -> KeyedDecodingContainer<Nested> {
    try take(KeyedDecodingContainer<Nested>.self) { [decoder] place, key in
      try decoder.decoder(at: place, key: key).container(keyedBy: type)
    }
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    try take((any UnkeyedDecodingContainer).self) { [decoder] place, key in
      try decoder.decoder(at: place, key: key).unkeyedContainer()
    }
  }

  mutating func superDecoder() throws -> any Decoder {
    try take((any Decoder).self) { [decoder] place, key in try decoder.decoder(at: place, key: key) }
  }
}
