internal import EventStream
public import Foundation

extension SessionExport {
  /// Reads a session from JSON lines, whichever way they end.
  ///
  /// - Throws: ``EventLogError/notReadable(reason:)`` with the number of the line, or
  ///   ``EventLogError/tooNew(found:known:)``.
  public init(jsonLines text: String) throws(EventLogError) {
    var pieces: [Piece] = []
    // Of bytes and not of characters: “\r\n” is one character.
    let lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() where !line.allSatisfy(Self.isSpace) {
      let place = "line \(index + 1)"
      do {
        pieces.append(Piece(place: place, value: try LogValue(json: String(Substring(line)))))
      } catch {
        throw .notReadable(reason: "\(place): \(error.reason)")
      }
    }
    let rest = pieces.dropFirst()
    let isSnapshot = { (piece: Piece) in piece.value["snapshot"] != nil && piece.value["event"] == nil }
    try self.init(
      head: pieces.first, rest.filter { !isSnapshot($0) }[...],
      snapshots: rest.filter(isSnapshot).compactMap { piece in
        piece.value["snapshot"].map { Piece(place: piece.place, value: $0) }
      })
  }

  private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0D }

  /// Reads a session from an XML property list.
  ///
  /// - Throws: As ``init(jsonLines:)``, with the number of the event.
  public init(propertyList data: Data) throws(EventLogError) {
    let whole: LogValue
    do {
      try PropertyListNesting.check(data)
      whole = try PropertyListDecoder().decode(PlainValue.self, from: data).value
    } catch let error as ByteReader.Malformed {
      throw .notReadable(reason: error.reason)
    } catch {
      throw .notReadable(reason: "the property list can't be read: \(error)")
    }
    guard case .array(let events)? = whole["events"] else {
      throw .notReadable(reason: "the property list has no events")
    }
    var pieces: [Piece] = []
    for (index, event) in events.enumerated() {
      pieces.append(try Piece(place: "event \(index + 1)", value: event).restored())
    }
    let head = try whole["head"].map { value throws(EventLogError) in
      try Piece(place: "the head", value: value).restored()
    }
    var snapshots: [Piece] = []
    if case .array(let values)? = whole["snapshots"] {
      for (index, value) in values.enumerated() {
        snapshots.append(try Piece(place: "snapshot \(index + 1)", value: value).restored())
      }
    }
    try self.init(head: head, pieces[...], snapshots: snapshots)
  }

  /// A value, and where it stands.
  private struct Piece {
    let place: String
    let value: LogValue

    /// Reads something from the value; what is wrong with it is told with its place.
    func read<Found>(_ body: (LogValue) throws(EventLogError) -> Found) throws(EventLogError) -> Found {
      do { return try body(value) } catch {
        guard case .notReadable(let reason) = error else { throw error }
        throw .notReadable(reason: "\(place): \(reason)")
      }
    }

    /// The piece with what a property list has no notation for.
    func restored() throws(EventLogError) -> Piece {
      do { return Piece(place: place, value: try value.restored()) } catch {
        throw .notReadable(reason: "\(place): \(ByteReader.Malformed.reason(of: error))")
      }
    }
  }

  /// That something is no export.
  static let noExport = EventLogError.notReadable(
    reason: "it doesn't begin with what ghostlight writes: {\"ghostlight\":\"session\", …}")

  private init(head: Piece?, _ pieces: ArraySlice<Piece>, snapshots: [Piece]) throws(EventLogError) {
    guard let head, head.value["ghostlight"] == .string("session"), case .integer(let format)? = head.value["format"],
      head.value["session"] != nil
    else { throw Self.noExport }
    guard format <= Self.format else { throw .tooNew(found: Int(clamping: format), known: Self.format) }
    let id = try head.read { value throws(EventLogError) in try ExportedFields(value).name("session") ?? "" }
    var records: [LogRecord] = []
    for piece in pieces {
      let before = records.last?.position ?? 0
      records.append(
        try piece.read { value throws(EventLogError) in
          let record = try LogRecord(value)
          guard record.source == .session(id) else { throw .notReadable(reason: "the event isn't of session \(id)") }
          guard record.position > before else {
            throw .notReadable(reason: "the event at position \(record.position) stands behind a later one")
          }
          return record
        })
    }
    try Self.checkNames(of: records)
    let session = try head.read { value throws(EventLogError) in try Self.session(id, value, records) }
    let start = try head.read { value throws(EventLogError) in try Self.start(value, before: records.first) }
    let isWithoutBeginning = start == nil && !session.isIncomplete && records.first.map { $0.sequence > 1 } ?? false
    if let gap = isWithoutBeginning ? 0 : SessionNumbering.gap(in: records) {
      let place = pieces[pieces.startIndex + gap].place
      throw .notReadable(
        reason: "\(place): the event has the sequence \(records[gap].sequence), and what stood before it is missing")
    }
    guard snapshots.count <= SnapshotThinning.limit else {
      throw .notReadable(
        reason: "a session has at most \(SnapshotThinning.limit) snapshots; found \(snapshots.count)")
    }
    var taken: [LogSnapshot] = []
    for piece in snapshots {
      let places = (taken.last?.position ?? start?.position ?? 0, records.last?.position ?? 0)
      taken.append(
        try piece.read { value throws(EventLogError) in
          let snapshot = try Self.snapshot(value)
          guard snapshot.position > places.0, snapshot.position <= places.1 else {
            throw .notReadable(
              reason: "the snapshot at position \(snapshot.position) isn't behind the one before it, or has no event")
          }
          return snapshot
        })
    }
    self.init(session: session, records: records, behind: start, with: taken)
  }

  private static func checkNames(of records: [LogRecord]) throws(EventLogError) {
    var names = Set(records.map(\.name))
    for record in records { names.formUnion(record.requests.map(\.name)) }
    guard names.count <= mostNames else {
      throw .notReadable(
        reason: "its events have \(names.count) different names, and no app has more than \(mostNames)")
    }
    if let name = names.first(where: { $0.utf8.count > LogName.longest }) {
      throw .notReadable(
        reason: """
          a name of its events has \(name.utf8.count) bytes, and no app has any with more than \(LogName.longest): \
          “\(name.prefix(40))…”
          """)
    }
  }

  private static func start(_ head: LogValue, before first: LogRecord?) throws(EventLogError) -> LogSnapshot? {
    guard let value = head["snapshot"] else { return nil }
    let start = try snapshot(value)
    guard let first, start.position <= first.position else {
      throw .notReadable(reason: "the snapshot at position \(start.position) has no event behind it")
    }
    return start
  }

  private static func snapshot(_ value: LogValue) throws(EventLogError) -> LogSnapshot {
    guard let position: UInt64 = try ExportedFields(value).number("position", in: 0...UInt64(Int64.max)) else {
      throw .notReadable(reason: "the snapshot has no position")
    }
    switch value["content"] {
    case .string(let text): return LogSnapshot(position: position, content: Array(text.utf8))
    case .data(let bytes): return LogSnapshot(position: position, content: bytes)
    default: throw .notReadable(reason: "the snapshot at position \(position) has no content")
    }
  }

  /// An app may note an empty text of somebody whom it doesn't know.
  private static func user(_ fields: ExportedFields) throws(EventLogError) -> String? {
    try fields.text("user") == "" ? "" : try fields.name("user")
  }

  private static func session(
    _ id: String, _ head: LogValue, _ records: [LogRecord]
  ) throws(EventLogError) -> RecordedSession {
    let fields = ExportedFields(head)
    let count = try fields.number("events", in: 0...Int.max) ?? records.count
    // More there may be: an older program told how many there were before it read those that came meanwhile. That nothing was put in
    // between, their sequences tell.
    guard records.count >= count else {
      throw .notReadable(reason: "it should have \(count) events, and has \(records.count): the file has been cut off")
    }
    let none = Timestamp(nanoseconds: 0)
    return RecordedSession(
      id: id, user: try user(fields), began: try fields.time("began") ?? records.first?.time ?? none,
      lastEvent: try fields.time("lastEvent") ?? records.last?.time ?? none, count: records.count,
      isEnded: try fields.flag("isEnded"), isIncomplete: try fields.flag("isIncomplete"))
  }
}
