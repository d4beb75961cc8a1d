@testable import EventLog
import EventMacros
import EventStream
import Testing

/// Every kind of value that has others in it, with few of them and with many: those have an end, and these a number.
@FieldCodable
struct Holdings: Codable, Equatable, Sendable {
  @FieldCodable
  struct Item: Codable, Equatable, Sendable {
    var name = "n"
    var note: String?
  }

  var list = [1, 2, 3]
  var longList = Array(0..<20)
  var nested = [["a"], []]
  var items = [Item(), Item(name: "m", note: "x")]
  var set: Set<Int> = [1, 2, 3]
  var longSet = Set(0..<20)
  var entries = ["a": 1, "b": 2]
  var manyEntries = Dictionary(uniqueKeysWithValues: (0..<20).map { ("k\($0)", $0) })
  var numbered = [1: "one", 2: "two"]
  var pairs: [[Int]: Int] = [[1]: 1, [2]: 2]
  var maybe: Int? = 5
  var nothing: Int?
  var optionals: [Int?] = [1, nil, 3]
  var last: [String: Int]? = ["z": 1]
}

@Event
enum Held {
  case holdings(Holdings)
}

@Suite struct `A value whose bytes end too early` {
  /// What somebody reads whose bytes are the beginning of what somebody else wrote.
  private func read<Value: Decodable>(
    _ type: Value.Type, from value: some Encodable, without count: Int
  ) throws -> Value {
    let encoder = ValueEncoder(NameDictionary())
    try encoder.write(value, at: nil)
    let bytes = Array(encoder.finish().dropLast(count))
    return try ValueSource.decoding(bytes, 0..<bytes.count, names: encoder.dictionary.table.names()) { source in
      try ValueDecoder(source, at: 0).read(type, at: 0, key: nil)
    }
  }

  @Test func `is refused wherever they end, read by its fields and through Codable`() throws {
    let event = Held.holdings(Holdings())
    let whole = try LogPayload(event)
    #expect(try whole.event(Held.self, tag: event.tag, path: event.casePath) == event)
    for count in whole.bytes.indices {
      let bytes = Array(whole.bytes[..<count])
      let payload = LogPayload(bytes: bytes, range: 0..<count, names: whole.names, isWhole: false)
      let error = #expect(throws: DecodingError.self, "\(count) of \(whole.size) bytes") {
        try payload.event(Held.self, tag: event.tag, path: event.casePath)
      }
      let words = error?.inWords ?? ""
      #expect(words.hasPrefix("at holdings") && words.hasSuffix(": it ends in the middle"), "\(count): \(words)")
      bytes.withUnsafeBufferPointer { bytes in
        var reader = PayloadReader(bytes, 0..<count, names: whole.names)
        #expect(throws: FieldMismatch.self) { try Holdings(reading: &reader) }
      }
    }
  }

  /// The bytes are 61, 02, 61, 00, 01, “a”, 61, 00, 01, “x”, 01: of each object its head and the name of its only field, and the number.
  @Test(arguments: [
    (1, "at values.a.x: it ends in the middle"), (2, "at values.a: it ends in the middle"),
    (3, "at values.a: it ends in the middle"), (4, "at values.a: it ends in the middle"),
    (5, "at values.a: it ends in the middle"), (6, "at values: it ends in the middle"),
    (7, "at values: it ends in the middle"), (8, "at values: it ends in the middle"),
    (9, "at values: it ends in the middle"), (10, "it ends in the middle"),
  ])
  func `is told with the entry of the dictionary that they end in`(missing: Int, words: String) {
    struct Holder: Codable { var values = ["a": ["x": 1]] }
    let error = #expect(throws: DecodingError.self) {
      try read(Holder.self, from: Holder(), without: missing)
    }
    #expect(error?.inWords == words)
  }

  @Test func `isn't taken for one whose optional fields are missing`() {
    struct Guest: Codable {
      var name = "Ann"
      var age: Int? = 7
    }
    let error = #expect(throws: DecodingError.self) { try read(Guest.self, from: Guest(), without: 2) }
    #expect(error?.inWords == "it ends in the middle")
  }

  @Test func `isn't taken for an empty one by somebody who asks how many there are, or which`() {
    struct Count: Decodable {
      let count: Int
      init(from decoder: any Decoder) throws { count = try decoder.unkeyedContainer().count ?? 0 }
    }
    struct Names: Decodable {
      let names: [String]
      init(from decoder: any Decoder) throws {
        names = try decoder.container(keyedBy: PathKey.self).allKeys.map(\.stringValue)
      }
    }
    #expect(throws: DecodingError.self) { try read(Count.self, from: Array(0..<20), without: 1) }
    #expect(throws: DecodingError.self) { try read(Names.self, from: ["a": 1, "b": 2], without: 1) }
  }
}
