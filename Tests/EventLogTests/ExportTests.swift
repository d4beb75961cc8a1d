import EventLog
import EventLogSQLite
import EventStream
import Foundation
import Testing

@Suite struct `An exported session` {
  func recorded() async throws -> (log: MemoryLog, export: SessionExport) {
    let log = try MemoryLog()
    let stream = session("a", in: AppStream(), log: log)
    let subscription = stream.observe(\Sample.count) { count, _ in stream.send(Sample.counted(.success(count))) }
    for event: Sample in [
      .find("A \"quoted\" text,\nwith two lines, \u{0} and 😀"),
      .found(.success(Person(name: "Ann", age: -7, born: Date(timeIntervalSince1970: 0.1)))), .count(1),
      .found(.failure(Failure("gone"))), .values(["$a": 1, "b": .infinity, "c": nil, "d": 0.1]), .note(.tick),
    ] { stream.send(event) }
    log.note(user: "ann", of: "a")
    subscription.cancel()
    let export = try #require(try await SessionExport("a", from: log))
    return (log, export)
  }

  @Test func `comes back from JSON lines and from a property list as it was`() async throws {
    let (log, export) = try await recorded()
    let lines = try export.jsonLines()
    #expect(lines.split(separator: "\n").count == 8)
    let original = try export.records.map { try $0.event() as? Sample }
    for back in [try SessionExport(jsonLines: lines), try SessionExport(propertyList: export.propertyList())] {
      #expect(back.session == export.session)
      #expect(try back.records.map { try $0.event() as? Sample } == original)
      #expect(back.records.map(\.cause) == export.records.map(\.cause))
      #expect(back.records.map(\.answers) == export.records.map(\.answers))
      #expect(back.records.map(\.time) == export.records.map(\.time))
      let other = try MemoryLog()
      try await back.add(to: other)
      let records = try await other.records(of: .session("a"), after: 0, limit: .max)
      #expect(try records.map { try $0.event() as? Sample } == original)
      #expect(records.map(\.requests) == export.records.map(\.requests))
      let taken = try #require(try await other.session("a"))
      #expect(taken.user == "ann" && taken.count == export.session.count && taken.began == export.session.began)
      // It is there to be looked at: nobody may go on with it.
      #expect(taken.isEnded && !export.session.isEnded)
      await #expect(throws: EventLogError.exists(session: "a")) { try await back.add(to: other) }
    }
    #expect(try SessionExport(jsonLines: lines).records == export.records)
    try await log.close()
  }

  /// Whoever looked at one of a session that was alive read that it had ended, and told others so.
  @Test(arguments: [false, true])
  func `that is opened tells whether it had ended, and so does what is exported from it`(isEnded: Bool) async throws {
    let (log, _) = try await recorded()
    if isEnded { log.noteEnd(of: "a") }
    let export = try #require(try await SessionExport("a", from: log))
    #expect(export.session.isEnded == isEnded)
    let file = FileManager.default.temporaryDirectory.appending(path: "export-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: file) }
    try Data(export.jsonLines().utf8).write(to: file)
    let opened = try await RecordingFile.open(file.path)
    #expect(try await opened.session("a") == export.session)
    #expect(try await SessionExport("a", from: opened)?.session == export.session)
    try await opened.close()
    try await log.close()
  }

  static let unfit = [
    "\u{0}", "a\u{1}b", "\u{B}", "\u{1F}", "one\rtwo\r\nthree", "\u{FFFE}", "\u{FFFF}", "$\u{0}", "\u{0}CF$UID",
  ]

  @Test(arguments: unfit)
  func `is XML as a property list, and comes back, whatever its texts and names are`(text: String) async throws {
    let log = try MemoryLog()
    let stream = session("a", in: AppStream(), log: log)
    let events: [Sample] = [
      .find(text), .values([text: 1]), .values([text: 1, "$text:AAAA": 2, "$" + text: nil]), .values(["$text": 1]),
    ]
    for event in events { stream.send(event) }
    let export = try #require(try await SessionExport("a", from: log))
    let list = try export.propertyList()
    let written = try #require(String(validating: list, as: UTF8.self))
    #expect(written.unicodeScalars.allSatisfy { $0 == "\n" || $0 == "\t" || $0 >= " " })
    #expect(!written.unicodeScalars.contains { $0.value == 0xFFFE || $0.value == 0xFFFF })
    let back = try SessionExport(propertyList: list)
    let found = try back.records.compactMap { try $0.event() as? Sample }
    #expect(found == events)
    try await log.close()
  }

  @Test func `has texts and names that XML can have as they are`() async throws {
    let log = try MemoryLog()
    let stream = session("a", in: AppStream(), log: log)
    stream.send(Sample.find("tab\tand line\n, \u{7F}, \u{2028} and 😀"))
    let list = try #require(try await SessionExport("a", from: log)).propertyList()
    let written = String(decoding: list, as: UTF8.self)
    #expect(written.contains("tab\tand line\n, \u{7F}, \u{2028} and 😀") && !written.contains("$text"))
    try await log.close()
  }

  @Test func `is read from a property list that has what XML can't, as those were written before`() async throws {
    let log = try MemoryLog()
    session("a", in: AppStream(), log: log).send(Sample.find("Ann-Marie"))
    var list = try #require(try await SessionExport("a", from: log)).propertyList()
    let hyphen = try #require(list.range(of: Data("Ann-Marie".utf8))).lowerBound + 3
    list[hyphen] = 0
    let event = try #require(try SessionExport(propertyList: list).records.first).event() as? Sample
    #expect(event == .find("Ann\u{0}Marie"))
    try await log.close()
  }

  @Test(arguments: ["!", "/w=="])
  func `is refused with a text that is no text`(mark: String) throws {
    let lines = `What is imported`.line(["payload": "{\"$text\":\"\(mark)\"}"])
    let error = #expect(throws: EventLogError.self) { try SessionExport(jsonLines: lines) }
    #expect(error?.description.contains("$text can't be") == true)
  }

  @Test(arguments: ["{\"a\":\"\u{0}\"}", nil])
  func `has the snapshot that it follows on, wherever it is put`(text: String?) async throws {
    let content = text.map { Array($0.utf8) } ?? [0xFF, 0, 0xC0]
    let (log, _) = try await recorded()
    let records = try await log.records(of: .session("a"), after: 0, limit: .max)
    try await log.save(snapshot: content, of: "a", at: records[3].position)
    try await log.compact()
    let export = try #require(try await SessionExport("a", from: log))
    let left = export.records.count
    #expect(left == records.count - 3)
    #expect(export.start == LogSnapshot(position: records[3].position, content: content))
    for back in [
      try SessionExport(jsonLines: export.jsonLines()), try SessionExport(propertyList: export.propertyList()),
    ] {
      #expect(back.start == export.start)
      let other = try await recorded().log
      let renamed = SessionExport(session: back.session, records: back.records, behind: back.start)
      await #expect(throws: EventLogError.exists(session: "a")) { try await renamed.add(to: other) }
      for other in [
        try MemoryLog(), try SQLiteLog(path: FileManager.default.temporaryDirectory.path + "/\(UUID()).sqlite"),
      ]
        as [any EventLog]
      {
        session("b", in: AppStream(), log: other).send(Sample.count(1))
        try await back.add(to: other)
        let first = try #require(try await other.records(of: .session("a"), after: 0, limit: 1).first)
        let start = try await other.snapshot(of: "a", before: first.position)
        #expect(start == LogSnapshot(position: first.position, content: content))
        #expect(try await other.snapshot(of: "a", before: first.position - 1) == nil)
        try await other.close()
      }
    }
  }

  /// Keeps snapshots of its second event and of its last.
  private func recordedWithSnapshots() async throws -> SessionExport {
    let (log, _) = try await recorded()
    let records = try await log.records(of: .session("a"), after: 0, limit: .max)
    for (index, text) in [(1, "early"), (records.count - 1, "late")] {
      try await log.save(snapshot: Array(text.utf8), of: "a", at: records[index].position)
    }
    return try #require(try await SessionExport("a", from: log))
  }

  @Test func `has the snapshots on its way, each behind the same event wherever it is put`() async throws {
    let export = try await recordedWithSnapshots()
    #expect(export.start == nil)
    #expect(export.snapshots.map { String(decoding: $0.content, as: UTF8.self) } == ["early", "late"])
    let lines = try export.jsonLines().split(separator: "\n")
    #expect(lines[3].hasPrefix(#"{"snapshot":{"position":"#) && lines.last?.hasPrefix(#"{"snapshot":"#) == true)
    for back in [
      try SessionExport(jsonLines: export.jsonLines()), try SessionExport(propertyList: export.propertyList()),
    ] {
      #expect(back.snapshots == export.snapshots && back.records.count == export.records.count)
      for group in [1, 2, 3, 1_000] {
        var limits = LogLimits()
        limits.group = group
        let other = try StoredLog(MemoryStore(), limits: limits)
        session("b", in: AppStream(), log: other).send(Sample.count(1))
        try await back.add(to: other)
        let records = try await other.records(of: .session("a"), after: 0, limit: .max)
        let (second, last) = (records[1].position, try #require(records.last?.position))
        #expect(try await other.snapshot(of: "a", before: .max)?.position == last)
        #expect(try await other.snapshot(of: "a", before: last - 1)?.position == second)
        #expect(try await other.snapshot(of: "a", before: second - 1) == nil)
      }
    }
  }

  @Test func `keeps its head, wherever it is put and taken out again`() async throws {
    let whole = try await recorded().export
    // Its first events may have been forgotten: when it began, they don't tell.
    let began = Timestamp(milliseconds: whole.records[0].time.milliseconds - 5_000)
    let session = RecordedSession(
      id: "a", user: "ann", began: began, lastEvent: whole.session.lastEvent, count: whole.records.count, isEnded: true,
      isIncomplete: true)
    for records in [whole.records, []] {
      let export = SessionExport(session: session, records: records)
      let folder = try TemporaryFolder()
      let other = try SQLiteLog(addingTo: folder.path("log.sqlite"), version: 1)
      try await SessionExport(jsonLines: export.jsonLines()).add(to: other)
      let back = try #require(try await SessionExport("a", from: other))
      #expect(back.session.began == began && back.session.user == "ann" && back.session.isIncomplete)
      if !records.isEmpty { #expect(back.session == session) }
      try await other.close()
    }
  }

  @Test(arguments: [
    (#"{"position":3,"content":""}"#, "isn't behind"), (#"{"position":4,"content":""}"#, "isn't behind"),
    (#"{"position":8,"content":""}"#, "isn't behind"), (#"{"content":""}"#, "no position"),
    (#"{"position":6}"#, "no content"), ("7", "no position"),
  ])
  func `is refused with a snapshot on its way that can't be its own`(_ snapshot: String, _ reason: String) {
    let event = #""event":"E.x","id":"1.1","sequence":1,"session":"a","time":"2026-01-01T00:00:00.0Z","payload":3}"#
    let text = """
      {"ghostlight":"session","format":3,"session":"a"}
      {"position":4,\(event)
      {"snapshot":{"position":4,"content":""}}
      {"position":7,\(event)
      {"snapshot":\(snapshot)}
      """
    let error = #expect(throws: EventLogError.self) { try SessionExport(jsonLines: text) }
    #expect(error?.description.contains("line 5: ") == true && error?.description.contains(reason) == true)
  }

  @Test func `is refused with more snapshots than a session has`() {
    let event = #""event":"E.x","id":"1.1","sequence":1,"session":"a","time":"2026-01-01T00:00:00.0Z","payload":3}"#
    var text = #"{"ghostlight":"session","format":3,"session":"a"}"#
    for position in 1...600 {
      text += "\n{\"position\":\(position),\(event)\n{\"snapshot\":{\"position\":\(position),\"content\":\"\"}}"
    }
    let error = #expect(throws: EventLogError.self) { try SessionExport(jsonLines: text) }
    #expect(error?.description.contains("at most 512 snapshots; found 600") == true)
  }

  @Test func `isn't made of a session whose beginning is missing, and has no snapshot either`() async throws {
    let (log, _) = try await recorded()
    let records = try await log.records(of: .session("a"), after: 0, limit: .max)
    let other = try MemoryLog()
    try await other.add(Array(records.dropFirst(2)))
    await #expect(throws: EventLogError.self) { _ = try await SessionExport("a", from: other) }
    #expect(try await SessionExport("a", from: other, upToDamage: true)?.session.isIncomplete == true)
  }

  @Test(arguments: [
    ("{\"position\":8,\"content\":\"\"}", "has no event behind it"), ("{\"content\":\"\"}", "has no position"),
    ("{\"position\":1}", "has no content"), ("{\"position\":1,\"content\":3}", "has no content"),
    ("7", "has no position"),
    ("{\"position\":-1,\"content\":\"\"}", "should be a whole number"),
  ])
  func `is refused with a snapshot that can't be its own`(_ snapshot: String, _ reason: String) {
    let text = """
      {"ghostlight":"session","format":2,"session":"a","snapshot":\(snapshot)}
      {"position":7,"event":"E.x","id":"1.1","sequence":1,"session":"a","time":"2026-01-01T00:00:00.0Z","payload":3}
      """
    let error = #expect(throws: EventLogError.self) { try SessionExport(jsonLines: text) }
    #expect(error?.description.contains(reason) == true)
  }

  @Test(arguments: [
    ("", "it doesn't begin with"), ("{\"a\":1}", "it doesn't begin with"), ("{", "line 1: expected a name at byte 2"),
    ("{\"ghostlight\":\"session\",\"format\":1,\"session\":\"a\"}\n{}", "an event needs position"),
    ("{\"ghostlight\":\"session\",\"format\":9,\"session\":\"a\"}", "format 9"),
  ])
  func `is refused with what is wrong if it is something else`(_ text: String, _ reason: String) {
    let error = #expect(throws: EventLogError.self) { try SessionExport(jsonLines: text) }
    #expect(error?.description.contains(reason) == true)
  }
}

@Suite struct `A private field` {
  @Test func `never reaches the disk, and comes back empty`() async throws {
    let folder = try TemporaryFolder()
    let secret = "correct horse battery staple"
    let event = Sample.signIn(SignIn(name: "ann", password: secret, code: 987_654_321))
    let log = try SQLiteLog(path: folder.path("log.sqlite"))
    session("a", in: AppStream(), log: log).send(event)
    try await log.flush()
    let record = try #require(try await log.records(of: nil, after: 0, limit: 1).first)
    #expect(try record.event() as? Sample == .signIn(SignIn(name: "ann", password: "", code: nil)))
    #expect(try record.payload.value().json == #"{"name":"ann","password":{"$private":true},"code":{"$private":true}}"#)
    for file in try FileManager.default.contentsOfDirectory(at: folder.url, includingPropertiesForKeys: nil) {
      #expect(try Data(contentsOf: file).range(of: Data("horse".utf8)) == nil, "\(file.lastPathComponent)")
    }
    #expect(!"\(event)".contains("horse"))
    let json = try JSONEncoder().encode(event)
    #expect(String(decoding: json, as: UTF8.self).contains(secret))
    #expect(try JSONDecoder().decode(Sample.self, from: json) == event)
    let short = Data(#"{"name":"ann","password":"x"}"#.utf8)
    #expect(try JSONDecoder().decode(SignIn.self, from: short) == SignIn(name: "ann", password: "x", code: nil))
    try await log.close()
  }
}

@Suite struct `What travels with an event` {
  @Test func `takes eight bytes or less`() async throws {
    let folder = try TemporaryFolder()
    let log = try SQLiteLog(path: folder.path("log.sqlite"))
    let app = AppStream()
    app.add(Recorder(log, .app))
    // Twenty sessions at once, each answering a request in several steps as apps do.
    let streams = (0..<20).map { session("1f0c6a52-98d1-4b7e-\($0)", in: app, log: log) }
    var kept: [SessionSubscription] = []
    for stream in streams {
      kept.append(stream.observe(\Sample.find) { _, _ in stream.send(Sample.count(1)) })
      kept.append(stream.observe(\Sample.count) { _, _ in stream.send(Sample.counted(.success(2))) })
      kept.append(
        stream.observe(\Sample.counted) { _, _ in
          stream.send(Sample.found(.success(Person(name: "Ann", age: 7))))
          app.send(Shared.news("Ann was found"))
        })
    }
    for _ in 0..<500 { for stream in streams { stream.send(Sample.find("Ann")) } }
    let check = try await LogCheck(log)
    #expect(check.events == 50_000)
    let overhead = Double(check.bytes - check.payloadBytes) / Double(check.events)
    #expect(overhead <= 8)
    try await log.close()
    let size = try Data(contentsOf: URL(fileURLWithPath: folder.path("log.sqlite"))).count
    let all = Double(size - check.payloadBytes) / Double(check.events)
    #expect(all <= 16, "with SQLite's own: \(all)")
    print("overhead an event: \(overhead) in blocks, \(all) in the file")
    withExtendedLifetime(kept) {}
  }
}
