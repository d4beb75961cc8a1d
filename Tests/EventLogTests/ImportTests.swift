import EventLog
import EventStream
import Foundation
import Testing

/// Recordings that somebody else has sent: anything may be in them.
@Suite struct `What is imported` {
  static let head = #"{"ghostlight":"session","format":1,"session":"a"}"#

  /// A session of one event, of which some fields are otherwise.
  static func line(_ changes: [String: String]) -> String {
    var fields = [
      "position": "1", "event": "\"Sample.count\"", "id": "\"1.1\"", "sequence": "1", "session": "\"a\"",
      "time": "\"2026-01-01T00:00:00.000000000Z\"", "payload": "3",
    ]
    fields.merge(changes) { _, new in new }
    return head + "\n{" + fields.sorted { $0.key < $1.key }.map { "\"\($0)\":\($1)" }.joined(separator: ",") + "}"
  }

  /// An event that comes behind that one.
  static func secondLine(_ text: String) -> String {
    #"{"position":2,"event":"Sample.find","id":"1.2","sequence":2,"session":"a","#
      + #""time":"2026-01-01T00:00:00.0Z","payload":"\#(text)"}"#
  }

  @Test(arguments: [
    "1e999", "-1e999", "+5", "007", "-", "1.", ".5", "1e", "1e+", "--1", "0x10", "NaN", "Infinity", "-01",
  ])
  func `is refused with a number that JSON doesn't have, or that is none`(number: String) {
    for payload in [number, "[\(number)]", "{\"a\":\(number)}"] {
      let error = #expect(throws: EventLogError.self) { try SessionExport(jsonLines: Self.line(["payload": payload])) }
      #expect(error?.description.contains("line 2") == true)
    }
  }

  @Test(arguments: [#""\ud800""#, #""\udc00x""#, "\"a\tb\""])
  func `is refused with a text that has half a character, or isn't escaped`(text: String) {
    let error = #expect(throws: EventLogError.self) { try SessionExport(jsonLines: Self.line(["payload": text])) }
    #expect(error?.description.contains("line 2") == true)
  }

  @Test(arguments: [
    ("time", #""2300-01-01T00:00:00.0Z""#), ("time", #""1600-01-01T00:00:00.0Z""#),
    ("time", #""2026-01-01T00:00:00.-5Z""#), ("time", #""2026-01-01T00:00:00.Z""#), ("time", "7"),
    ("version", "18446744073709551615"), ("version", "-9223372036854775808"), ("version", "0"), ("version", "\"2\""),
    ("position", "0"), ("position", "18446744073709551615"), ("sequence", "-1"), ("marks", "256"),
    ("cause", "\"seven\""), ("answers", "7"), ("for", "{}"), ("for", #"[{"id":"1.1"}]"#), ("session", "\"b\""),
    ("session", "7"), ("whole", "1"), ("payload", #"{"$date":"never"}"#),
  ])
  func `is refused with its line where a field isn't what it should be`(field: String, value: String) {
    let error = #expect(throws: EventLogError.self) { try SessionExport(jsonLines: Self.line([field: value])) }
    guard case .notReadable(let reason)? = error else { return #expect(Bool(false), "\(String(describing: error))") }
    #expect(reason.hasPrefix("line 2: "), "\(reason)")
  }

  @Test(arguments: [
    ("began", #""2300-01-01T00:00:00.0Z""#), ("lastEvent", #""0001-01-01T00:00:00.0Z""#), ("user", "7"),
    ("isEnded", "\"yes\""), ("events", "2"), ("events", "-1"),
  ])
  func `is refused where its head isn't what it should be`(field: String, value: String) {
    let text = Self.line([:]).replacing("\"format\":1", with: "\"format\":1,\"\(field)\":\(value)")
    let error = #expect(throws: EventLogError.self) { try SessionExport(jsonLines: text) }
    #expect(error?.description.contains("line 1: ") == true)
  }

  @Test func `may have been made by hand`() throws {
    let text = Self.line(["time": #""2026-01-01T00:00:00.5Z""#, "version": "3"])
    for text in [text, text.replacing("\n", with: "\r\n"), "\n" + text + "\n \r\n"] {
      let record = try #require(try SessionExport(jsonLines: text).records.first)
      #expect(record.time.text == "2026-01-01T00:00:00.500000000Z" && record.version == 3)
    }
  }

  @Test(arguments: [Int64.min, -1, 0, 1, .max])
  func `has any moment that nanoseconds can tell`(nanoseconds: Int64) throws {
    let text = Timestamp(nanoseconds: nanoseconds).text
    let record = try #require(try SessionExport(jsonLines: Self.line(["time": "\"\(text)\""])).records.first)
    #expect(record.time.nanoseconds == nanoseconds)
  }

  @Test(arguments: [1_000, 100_000])
  func `is refused if it is nested without an end`(depth: Int) throws {
    let json = Self.line(["payload": String(repeating: "[", count: depth) + String(repeating: "]", count: depth)])
    #expect(throws: EventLogError.self) { try SessionExport(jsonLines: json) }
    let list =
      "<?xml version=\"1.0\"?><plist version=\"1.0\">" + String(repeating: "<array>", count: depth)
      + String(repeating: "</array>", count: depth) + "</plist>"
    #expect(throws: EventLogError.self) { try SessionExport(propertyList: Data(list.utf8)) }
  }

  @Test func `is refused as a binary property list, which may have itself in it`() {
    // An array whose one item is the array.
    let list =
      Data("bplist00".utf8) + Data([0xA1, 0x00, 0x08]) + Data(repeating: 0, count: 6) + Data([1, 1])
      + Data([0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 10])
    let error = #expect(throws: EventLogError.self) { try SessionExport(propertyList: list) }
    #expect(error?.description.contains("plutil -convert xml1") == true)
  }

  // MARK: By chance

  /// More in a run that is only for this: `IMPORT_ROUNDS=50000 swift test --filter ImportTests`.
  static let rounds = ProcessInfo.processInfo.environment["IMPORT_ROUNDS"].flatMap(Int.init) ?? 2_500

  @Test(arguments: [1, 2])
  func `is whole or refused, whatever has happened to its lines`(seed: UInt64) async throws {
    let original = Array(try await recorded().jsonLines().utf8)
    var random = Seeded(seed)
    var taken = 0
    for round in 0..<Self.rounds {
      let bytes = Self.mutated(original, pieces: Self.jsonPieces, &random)
      let text = String(decoding: bytes, as: UTF8.self)
      do {
        let export = try SessionExport(jsonLines: text)
        let lines = text.utf8.split(separator: UInt8(ascii: "\n")).filter {
          !$0.allSatisfy { [9, 13, 32].contains($0) }
        }
        #expect(export.records.count == lines.count - 1, "round \(round)")
        try await check(export, round)
        taken += 1
      } catch is EventLogError {}
    }
    #expect(taken > 0 && taken < Self.rounds)
  }

  @Test(arguments: [3, 4])
  func `is whole or refused, whatever has happened to its property list`(seed: UInt64) async throws {
    let original = Array(try await recorded().propertyList())
    var random = Seeded(seed)
    var taken = 0
    for round in 0..<Self.rounds {
      let bytes = Self.mutated(original, pieces: Self.listPieces, &random)
      do {
        try await check(SessionExport(propertyList: Data(bytes)), round)
        taken += 1
      } catch is EventLogError {}
    }
    #expect(taken > 0 && taken < Self.rounds)
  }

  private func recorded() async throws -> SessionExport {
    let log = try MemoryLog()
    let stream = session("a", in: AppStream(), log: log)
    let subscription = stream.observe(\Sample.count) { count, _ in stream.send(Sample.counted(.success(count))) }
    for event: Sample in [
      .find("Ann"), .found(.success(Person(name: "Ann", age: -7, born: Date(timeIntervalSince1970: 0.1)))), .count(1),
      .values(["$a": 1, "b": .infinity, "c": nil]), .note(.tick),
    ] { stream.send(event) }
    log.note(user: "ann", of: "a")
    subscription.cancel()
    return try #require(try await SessionExport("a", from: log))
  }

  /// What has been taken in can be told, played, kept and given on, all of it.
  private func check(_ export: SessionExport, _ round: Int) async throws {
    #expect(export.session.count == export.records.count)
    for record in export.records {
      _ = (record.time.text, record.time.milliseconds, try record.payload.value().json)
      _ = try? EventDecoder([Sample.self]).event(of: record)
    }
    let log = try MemoryLog(version: export.records.map(\.version).max() ?? 1)
    try await export.add(to: log)
    let kept = try await log.records(of: .session(export.session.id), after: 0, limit: .max)
    // As text: what isn't a number isn't like itself.
    #expect(
      try kept.map { try $0.payload.value().json } == export.records.map { try $0.payload.value().json },
      "round \(round)")
    #expect(kept.map(\.time) == export.records.map(\.time) && kept.map(\.id) == export.records.map(\.id))
    try await log.close()
    let text = try export.jsonLines()
    #expect(try SessionExport(jsonLines: text).jsonLines() == text, "round \(round)")
  }

  private static let numbers = [
    "0", "-1", "18446744073709551615", "-9223372036854775808", "9223372036854775807", "1e999", "-0.0", "256", "1.5",
    "340282366920938463463374607431768211456", "170141183460469231731687303715884105727", "2300", "0001",
  ]
  private static let jsonPieces =
    numbers + [
      "null", "true", "{}", "[]", "[[[[", "\"", "\\u", "\\ud800", "\\u0000", "{\"$data\":\"!\"}",
      "{\"$date\":\"1e400\"}",
      "{\"$integer\":\"7\"}", "{\"$uuid\":\"\"}", "{\"$float\":\"nan\"}", "{\"$private\":1}", ",", ":", "\r\n", "\n",
      "😀",
      "\"version\":99,", "\"time\":\"2300-01-01T00:00:00.0Z\",", "\"position\":0,",
    ]
  private static let listPieces =
    numbers + [
      "<integer>99999999999999999999</integer>", "<real>nan</real>", "<date>2300-01-01T00:00:00Z</date>",
      "<data>AAAA</data>", "<dict>", "</dict>", "<array/>", "<true/>", "<key>$data</key>", "&#0;", "&amp;", "&lt",
      "<!--",
      "<![CDATA[", "<string/>", "</plist>", "<?xml", "\u{0}", "<key>version</key><integer>-1</integer>",
    ]

  /// A file to which something has happened, once or a few times.
  private static func mutated(_ original: [UInt8], pieces: [String], _ random: inout Seeded) -> [UInt8] {
    var bytes = original
    for _ in 0..<Int.random(in: 1...3, using: &random) {
      let place = Int.random(in: 0..<max(1, bytes.count), using: &random)
      let end = min(bytes.count, place + Int.random(in: 1...40, using: &random))
      guard place < end else { continue }
      let piece = Array((pieces.randomElement(using: &random) ?? "").utf8)
      switch Int.random(in: 0..<7, using: &random) {
      case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
      case 1: bytes.removeSubrange(place..<end)
      case 2: bytes.insert(contentsOf: bytes[place..<end], at: place)
      case 3: bytes.insert(contentsOf: piece, at: place)
      case 4: bytes.removeSubrange(place...)
      // In place of a number or a word, so that most of it is well formed still.
      default:
        guard let (first, last) = token(in: bytes, around: place) else { continue }
        bytes.replaceSubrange(first..<last, with: piece)
      }
    }
    return bytes
  }

  private static func token(in bytes: [UInt8], around place: Int) -> (Int, Int)? {
    func isPart(_ byte: UInt8) -> Bool { byte >= 48 && byte <= 57 || byte | 32 >= 97 && byte | 32 <= 122 || byte == 45 }
    guard let first = bytes[place...].firstIndex(where: isPart) else { return nil }
    return (first, bytes[first...].firstIndex { !isPart($0) } ?? bytes.count)
  }
}
