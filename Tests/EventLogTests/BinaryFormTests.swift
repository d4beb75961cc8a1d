@testable import EventLog
import EventStream
import Foundation
import Testing

@Suite struct `The binary form` {
  struct Everything: Codable, Equatable {
    var yes = true
    var no = false
    var small = 63
    var large = Int.max
    var least = Int.min
    var eight: Int8 = -128
    var sixteen: Int16 = 300
    var thirtyTwo: Int32 = -70_000
    var unsigned = UInt64.max
    var wide = Int128.min
    var widest = UInt128.max
    var double = 0.1
    var whole = 1_000_000.0
    var minusZero = -0.0
    var infinite = -Double.infinity
    var float: Float = 0.1
    var empty = ""
    var text = "schön, 你好, \u{0} and a text that is longer than thirty-one bytes"
    var nothing: Int?
    var something: Int? = 5
    var data = Data((0..<100).map { UInt8($0) })
    var date = Date(timeIntervalSince1970: 1_234_567.891)
    var decimal = Decimal(string: "-12345678901234567890.123456789") ?? 0
    var uuid = UUID()
    var url = URL(fileURLWithPath: "/tmp/a b")
    var list = Array(0..<20)
    var nested = [[1], [], [2, 3]]
    var pairs = ["a": 1.5, "b": nil]
    var numbered = [1: "one", 2: "two"]
    var optionals: [Int?] = [1, nil, 3]
  }

  class Base: Codable {
    var base = 1
    init() {}
  }

  final class Derived: Base {
    var derived = 2
    override init() { super.init() }
    enum Keys: String, CodingKey { case derived, list, inner }
    required init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Keys.self)
      derived = try container.decode(Int.self, forKey: .derived)
      var list = try container.nestedUnkeyedContainer(forKey: .list)
      #expect(try list.decode(Int.self) == 7)
      #expect(try list.nestedUnkeyedContainer().isAtEnd)
      #expect(try container.nestedContainer(keyedBy: Keys.self, forKey: .inner).decode(Int.self, forKey: .list) == 9)
      try super.init(from: container.superDecoder())
    }
    override func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Keys.self)
      // Filled in another order than begun.
      var list = container.nestedUnkeyedContainer(forKey: .list)
      var inner = container.nestedContainer(keyedBy: Keys.self, forKey: .inner)
      try super.encode(to: container.superEncoder())
      try inner.encode(9, forKey: .list)
      try container.encode(derived, forKey: .derived)
      try list.encode(7)
      _ = list.nestedUnkeyedContainer()
    }
  }

  func roundTrip<Value: Codable>(_ value: Value) throws -> Value {
    let encoder = ValueEncoder(NameDictionary())
    try encoder.write(value, at: nil)
    let bytes = encoder.finish()
    return try ValueSource.decoding(bytes, 0..<bytes.count, names: encoder.dictionary.table.names()) { source in
      try ValueDecoder(source, at: 0).read(Value.self, at: 0, key: nil)
    }
  }

  @Test func `gives back every kind of value`() throws {
    let value = Everything()
    let back = try roundTrip(value)
    #expect(back == value)
    #expect(back.minusZero.sign == .minus)
  }

  @Test func `takes containers in any order, and superclasses`() throws {
    let value = Derived()
    value.base = 5
    let back = try roundTrip(value)
    #expect(back.base == 5)
    #expect(back.derived == 2)
  }

  @Test(arguments: [
    Sample.find("a"),
    .found(.success(Person(name: "Ann", age: 7, born: Date(), friends: [Person(name: "Bo", age: 8)]))),
    .found(.failure(Failure("gone"))), .note(.text("x")), .note(.tick), .note(.number(-1)), .count(1 << 40),
    .values(["a": 1, "b": nil]),
  ])
  func `gives back events`(_ event: Sample) throws {
    let payload = try LogPayload(event)
    #expect(!payload.isWhole)
    #expect(try payload.event(Sample.self, tag: event.tag, path: event.casePath) == event)
  }

  @Test func `doesn't write the case, nor a field's name twice`() throws {
    #expect(try LogPayload(Sample.count(5)).size == 1)
    #expect(try LogPayload(Sample.note(.text("abc"))).size == 4)
    // An object in an object: two heads, three names, and the values.
    #expect(try LogPayload(Sample.found(.success(Person(name: "Ann", age: 7)))).size == 1 + 1 + 1 + 5 + 2 + 2)
  }

  @Test func `tells what was expected and found, and where`() throws {
    struct Other: Codable { var friends: [Friend] }
    struct Friend: Codable { var name: Int }
    let person = Person(name: "Ann", age: 7, friends: [Person(name: "Bo", age: 8)])
    let encoder = ValueEncoder(NameDictionary())
    try encoder.write(person, at: nil)
    let bytes = encoder.finish()
    let error = #expect(throws: DecodingError.self) {
      try ValueSource.decoding(bytes, 0..<bytes.count, names: encoder.dictionary.table.names()) { source in
        try ValueDecoder(source, at: 0).read(Other.self, at: 0, key: nil)
      }
    }
    #expect(error?.inWords == "at friends[0].name: expected a whole number, found a string")
  }

  @Test(arguments: [
    (LogField("age", .integer(300)), "at age: expected Int8, found 300, which doesn't fit"),
    (LogField("age", .integer(-129)), "at age: expected Int8, found -129, which doesn't fit"),
    (
      LogField("age", .large(.max)),
      "at age: expected Int8, found 340282366920938463463374607431768211455, which doesn't fit"
    ),
    (LogField("price", .decimal("much")), "at price: expected a decimal number, found “much”"),
    (LogField("site", .string("")), "at site: expected a URL, found “”"),
  ])
  func `tells of a value that isn't one, and where it stands`(field: LogField, words: String) throws {
    struct Odd: Codable { var age: Int8?, price: Decimal?, site: URL? }
    let encoder = ValueEncoder(NameDictionary())
    try LogValue.object([field]).encode(to: encoder)
    let bytes = encoder.finish()
    let error = #expect(throws: DecodingError.self) {
      try ValueSource.decoding(bytes, 0..<bytes.count, names: encoder.dictionary.table.names()) { source in
        try ValueDecoder(source, at: 0).read(Odd.self, at: 0, key: nil)
      }
    }
    #expect(error?.inWords == words)
  }

  @Test func `tells where its bytes end too early`() throws {
    struct Named: Codable { var name: String }
    let encoder = ValueEncoder(NameDictionary())
    try encoder.write(Named(name: "Ann"), at: nil)
    let bytes = Array(encoder.finish().dropLast())
    let error = #expect(throws: DecodingError.self) {
      try ValueSource.decoding(bytes, 0..<bytes.count, names: encoder.dictionary.table.names()) { source in
        try ValueDecoder(source, at: 0).read(Named.self, at: 0, key: nil)
      }
    }
    #expect(error?.inWords.hasPrefix("at name: ") == true)
  }

  @Test func `never reads beyond its bytes`() throws {
    let encoder = ValueEncoder(NameDictionary())
    try encoder.write(Everything(), at: nil)
    let bytes = encoder.finish()
    let names = encoder.dictionary.table.names()
    var random = Seeded(1)
    for round in 0..<20_000 {
      var damaged = bytes
      if round % 2 == 0 { damaged.removeLast(Int.random(in: 1...bytes.count, using: &random)) }
      for _ in 0..<3 where !damaged.isEmpty {
        damaged[Int.random(in: damaged.indices, using: &random)] = UInt8.random(in: 0...255, using: &random)
      }
      _ = try? ValueSource.decoding(damaged, 0..<damaged.count, names: names) { source in
        try ValueDecoder(source, at: 0).read(Everything.self, at: 0, key: nil)
      }
      damaged.withUnsafeBufferPointer { bytes in
        var reader = ByteReader(bytes)
        _ = try? reader.value(names)
      }
    }
  }
}
