@testable import EventLog
import EventMacros
import EventStream
import Foundation
import Synchronization
import Testing

/// Everything that a struct's fields can be.
@FieldCodable
struct Fields: Codable, Equatable, Sendable {
  @FieldCodable
  struct Inner: Codable, Equatable, Sendable {
    var text = "inner"
    var inner: [Inner] = []
  }

  /// Has no fields of its own to write: goes through `Codable`.
  struct Plain: Codable, Equatable, Sendable {
    var left = 1
    var right: [String: Int] = ["a": 1]
  }

  @FieldCodable
  enum Colour: String, Codable, Sendable { case red, green }

  var yes = true
  var no = false
  var small = 63
  var least = Int.min
  var eight: Int8 = -128
  var sixteen: UInt16 = 300
  var unsigned = UInt64.max
  var wide = Int128.min
  var double = 0.1
  var whole = 1_000_000.0
  var minusZero = -0.0
  var float: Float = 0.1
  var empty = ""
  var text = "schön, 你好, \u{0} and a text that is longer than thirty-one bytes"
  var nothing: Int?
  var something: Int? = 5
  var noDate: Date?
  var date = Date(timeIntervalSince1970: 1_234_567.891)
  var data: Data? = Data([1, 2, 3])
  var decimal = Decimal(string: "-12345678901234567890.123456789") ?? 0
  var uuid = UUID()
  var url = URL(fileURLWithPath: "/tmp/a b")
  var list = Array(0..<20)
  var bytes: [UInt8] = [0, 255]
  var noList: [Int] = []
  var nested = [[1], [], [2, 3]]
  var optionals: [Int?] = [1, nil, 3]
  var colour = Colour.green
  var noColour: Colour?
  var inner = Inner()
  var inners = [Inner(), Inner(text: "x", inner: [Inner()])]
  var shared: EventStream.Shared<[Inner]> = EventStream.Shared([Inner()])
  var plain = Plain()
  var plains: [Plain]? = [Plain()]
  @Private var secret = "s3cret"
  var `case` = 1
  var computed: Int { small + 1 }
  var observed = 1 { didSet {} }
  static let other = 1
}

@FieldCodable
struct Nothing: Codable, Equatable, Sendable {}

@Event
enum Inside {
  case fields(Fields)
  case nothing
}

@Event(reach: .app)
enum Outside {
  struct Missing: AnswerFailure, Codable, Equatable {
    var reason = "there is none"
    init() {}
    init(_ error: any Error) {}
  }

  case plain(Fields.Plain)
  case inside(Inside)
  @Answered(by: \.found) case find(Int)
  case found(Result<Fields.Inner, Missing>)
  @Answered(by: \.listed) case list
  case listed(Result<[Fields.Plain], Missing>)
  case text(String)
  case maybe(Int?)
  case empty(Nothing)

  static let all: [Outside] = [
    .plain(Fields.Plain()), .inside(.fields(Fields())), .inside(.nothing), .find(-5), .found(.success(Fields.Inner())),
    .found(.failure(Missing())), .list, .listed(.success([])), .listed(.failure(Missing())), .text("t"), .maybe(nil),
    .maybe(3), .empty(Nothing()),
  ]
}

/// Its keys stand in an extension.
@FieldCodable
struct Renamed: Codable, Equatable, Sendable {
  var title = "t"
  var done: Bool? = true
}

extension Renamed {
  private enum CodingKeys: String, CodingKey { case title = "name", done = "isDone" }
}

@Event
private enum Renaming { case renamed(Renamed) }

@Suite struct `Fields of an event` {
  /// Through `Codable` alone.
  func coded(_ event: some Event, _ dictionary: NameDictionary) throws -> [UInt8] {
    let encoder = ValueEncoder(dictionary, expecting: event.casePath)
    try event.encode(to: encoder)
    let bytes = encoder.finish()
    #expect(!encoder.isOddlyCoded)
    return bytes
  }

  func read(_ payload: LogPayload, as tag: Int) throws(FieldMismatch) -> Outside {
    try payload.bytes.withUnsafeBufferPointer { (bytes) throws(FieldMismatch) in
      var reader = PayloadReader(bytes, payload.range, names: payload.names)
      defer { reader.end() }
      let event = try Outside(tag: tag, reading: &reader)
      #expect(reader.isAtEnd)
      return event
    }
  }

  @Test(arguments: Outside.all) func `are written as Codable writes them`(event: Outside) throws {
    #expect(Outside.writesFields)
    // One dictionary for both: which number a name gets depends on when it is met.
    let dictionary = NameDictionary()
    let (fields, isWhole) = try dictionary.encode(event, path: event.casePath)
    #expect(!isWhole)
    #expect(try fields == coded(event, dictionary))
  }

  @Test(arguments: Outside.all) func `are read as they were written, by fields and through Codable`(event: Outside)
    throws
  {
    let payload = try LogPayload(event)
    var expected = event
    if case .inside(.fields(var fields)) = event {
      fields.secret = ""
      expected = .inside(.fields(fields))
    }
    #expect(try read(payload, as: event.tag) == expected)
    let coded = try ValueSource.decoding(payload.bytes, payload.range, names: payload.names) { source in
      try Outside(from: CaseDecoder(source, names: event.casePath[...]))
    }
    #expect(coded == expected)
    #expect(try payload.event(Outside.self, tag: event.tag, path: event.casePath) == expected)
  }

  @Test func `names beyond those that a log numbers are written out`() throws {
    let names = (1...NameTable.mostFields).map { LogName(kind: .field, number: $0, text: "f\($0)") }
    let dictionary = NameDictionary(NameTable(names))
    let event = Outside.found(.success(Fields.Inner()))
    let bytes = try dictionary.encode(event, path: event.casePath).bytes
    #expect(try bytes == coded(event, NameDictionary(NameTable(names))))
    let payload = LogPayload(bytes: bytes, range: 0..<bytes.count, names: dictionary.table.names(), isWhole: false)
    #expect(try payload.event(Outside.self, tag: event.tag, path: event.casePath) == event)
  }

  /// It was written under the names of its properties, and under its keys wherever it went through `Codable`.
  @Test func `are called by the coding keys that an extension gives them`() throws {
    let dictionary = NameDictionary()
    let event = Renaming.renamed(Renamed())
    let bytes = try dictionary.encode(event, path: event.casePath).bytes
    #expect(try bytes == coded(event, dictionary))
    let payload = LogPayload(bytes: bytes, range: 0..<bytes.count, names: dictionary.table.names(), isWhole: false)
    #expect(
      dictionary.table.all.contains { $0.text == "isDone" } && !dictionary.table.all.contains { $0.text == "done" })
    #expect(try payload.event(Renaming.self, tag: event.tag, path: event.casePath) == event)
  }

  @Test func `of types that several threads meet at once have numbers of their own`() {
    let found = Mutex<[Int]>([])
    DispatchQueue.concurrentPerform(iterations: 20_000) { _ in
      let names = FieldNames("name")
      found.withLock { $0.append(names.index) }
    }
    let indexes = found.withLock { $0 }
    #expect(Set(indexes).count == indexes.count)
  }

  // MARK: Programs that have changed

  @FieldCodable
  struct Old: Codable, Equatable, Sendable {
    var gone = 1
    var title = "t"
    var done = true
  }

  @FieldCodable
  struct New: Codable, Equatable, Sendable {
    var done = true
    var title = "t"
    var note: String?
  }

  @Test func `that have come, gone or moved since are read through Codable`() throws {
    let dictionary = NameDictionary()
    var writer = PayloadWriter(dictionary)
    try Old().write(to: &writer)
    let bytes = writer.bytes
    let names = dictionary.table.names()
    bytes.withUnsafeBufferPointer { bytes in
      var reader = PayloadReader(bytes, 0..<bytes.count, names: names)
      #expect(throws: FieldMismatch.self) { try New(reading: &reader) }
    }
    let new = try ValueSource.decoding(bytes, 0..<bytes.count, names: names) { source in
      try ValueDecoder(source, at: 0).read(New.self, at: 0, key: nil)
    }
    #expect(new == New())
  }

  @Test func `say what is wrong when Codable can't read them either`() throws {
    let payload = try LogPayload(Outside.text("no number"))
    let error = #expect(throws: DecodingError.self) {
      try payload.event(Outside.self, tag: Outside.find(1).tag, path: ["find"])
    }
    #expect(error?.inWords == "at find: expected a whole number, found a string")
  }

  // MARK: Hostile bytes

  @Test func `that are anything at all are refused, or read as Codable reads them`() throws {
    var random = SystemRandomNumberGenerator()
    for round in 0..<3_000 {
      let event = Outside.all[round % Outside.all.count]
      let good = try LogPayload(event)
      var bytes = good.bytes
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        guard let place = bytes.indices.randomElement(using: &random) else { break }
        switch Int.random(in: 0..<3, using: &random) {
        case 0: bytes[place] = .random(in: 0...255, using: &random)
        case 1: bytes.remove(at: place)
        default: bytes.insert(.random(in: 0...255, using: &random), at: place)
        }
      }
      let payload = LogPayload(bytes: bytes, range: 0..<bytes.count, names: good.names, isWhole: false)
      let found = try? payload.bytes.withUnsafeBufferPointer { bytes in
        var reader = PayloadReader(bytes, payload.range, names: payload.names)
        defer { reader.end() }
        let event = try Outside(tag: event.tag, reading: &reader)
        return reader.isAtEnd ? event : nil
      }
      guard let found else { continue }
      let coded = try? ValueSource.decoding(payload.bytes, payload.range, names: payload.names) { source in
        try Outside(from: CaseDecoder(source, names: event.casePath[...]))
      }
      // Not `==`: a number that was damaged may be no number.
      #expect(coded.map { "\($0)" } == "\(found)")
    }
  }

  @Test func `that nest without end don't exhaust the stack`() throws {
    let dictionary = NameDictionary()
    let numbers = try NameDictionaryProbe.numbers(dictionary)
    var bytes: [UInt8] = []
    for _ in 0..<100_000 { bytes += numbers }
    let payload = LogPayload(bytes: bytes, range: 0..<bytes.count, names: dictionary.table.names(), isWhole: false)
    #expect(throws: DecodingError.self) {
      try payload.event(Outside.self, tag: Outside.inside(.fields(Fields())).tag, path: ["inside", "fields"])
    }
    bytes.withUnsafeBufferPointer { bytes in
      var reader = PayloadReader(bytes, 0..<bytes.count, names: payload.names)
      #expect(throws: FieldMismatch.self) { try Fields.Inner(reading: &reader) }
    }
  }
}

/// An object whose last field is an array with one item, as far as the item: what such a thing nests by.
private enum NameDictionaryProbe {
  static func numbers(_ dictionary: NameDictionary) throws -> [UInt8] {
    var writer = PayloadWriter(dictionary)
    try Fields.Inner(text: "", inner: [Fields.Inner(text: "", inner: [])]).write(to: &writer)
    let bytes = writer.bytes
    let inner = try #require(bytes.dropFirst().firstIndex(of: ValueTag.smallObject.lowerBound + 2))
    return Array(bytes[..<inner])
  }
}
