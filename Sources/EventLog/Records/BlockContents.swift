internal import EventStream

/// A block that has been checked and taken apart, all but the payloads.
struct BlockContents {
  let bytes: [UInt8]
  let version: Int
  let firstPosition: UInt64
  let names: [LogName]
  /// The names of the sessions that begin in it, by number.
  let sessions: [Int: String]
  /// Its records, or those of the streams that are wanted.
  let records: [(record: CodedRecord, payload: Range<Int>)]
  /// The positions of the first and of the last record that it has, wanted or not; `nil` if it has none.
  let bounds: ClosedRange<UInt64>?

  /// Half of what 63 bits can tell: no program has counted so far, and whoever goes on from here can.
  static let mostPosition = UInt64(Int64.max / 2)

  /// Checks a block, and takes it apart.
  ///
  /// - Parameter streams: Keep only the records of these streams; `nil` for all.
  /// - Throws: ``EventLogError/tooNew(found:known:)``, or `ByteReader.Malformed` if it is damaged.
  init(_ bytes: [UInt8], of streams: [Int]? = nil) throws {
    guard bytes.starts(with: LogBlock.mark), bytes.count > LogBlock.headSize else {
      throw ByteReader.Malformed(reason: "no block begins here")
    }
    try Self.check(bytes)
    self.bytes = bytes
    (version, firstPosition, names, sessions, records, bounds) = try bytes.withUnsafeBufferPointer { bytes in
      var reader = ByteReader(bytes)
      reader.position = LogBlock.headSize
      let length = try reader.varint()
      guard length == UInt64(bytes.count - reader.position) else {
        throw ByteReader.Malformed(reason: "it is of another length than it says")
      }
      let version = try Self.number(&reader)
      let position = try reader.varint()
      let time = try reader.zigzag()
      let names = try Self.names(&reader)
      let (numbers, sessions) = try Self.sessions(&reader)
      let (records, bounds) = try Self.records(
        &reader, from: position, time: time, numbers: numbers, wanted: streams)
      return (version, position, names, sessions, records, bounds)
    }
  }

  private static func names(_ reader: inout ByteReader) throws -> [LogName] {
    try (0..<count(&reader)).map { _ in
      guard let kind = LogName.Kind(rawValue: try reader.byte()) else {
        throw ByteReader.Malformed(reason: "a name is of nothing that is known")
      }
      return LogName(kind: kind, number: try Self.number(&reader), text: try reader.text())
    }
  }

  /// The numbers of the block's sessions, and the names of those that begin in it.
  private static func sessions(_ reader: inout ByteReader) throws -> (numbers: [Int], names: [Int: String]) {
    var names: [Int: String] = [:]
    let numbers = try (0..<count(&reader)).map { _ in
      let first = try reader.varint()
      let number = Int(first >> 1)
      if first & 1 == 1 { names[number] = try reader.text() }
      return number
    }
    return (numbers, names)
  }

  private static func records(
    _ reader: inout ByteReader, from position: UInt64, time: Int64, numbers: [Int], wanted: [Int]?
  ) throws -> (wanted: [(record: CodedRecord, payload: Range<Int>)], bounds: ClosedRange<UInt64>?) {
    var context = BlockContext()
    context.time = time
    context.sources = numbers.map { _ in BlockContext.Source() }
    let isWanted = numbers.map { wanted?.contains($0) ?? true }
    var (position, first) = (position, UInt64?.none)
    var source = -1
    var records: [(record: CodedRecord, payload: Range<Int>)] = []
    while !reader.isAtEnd {
      let next = try context.read(&reader, position: position, source: &source, numbers: numbers)
      // One that came round again is smaller than what was expected.
      guard next.record.position >= max(position, 1), next.record.position <= mostPosition else {
        throw ByteReader.Malformed(reason: "no log has positions like \(next.record.position)")
      }
      if first == nil { first = next.record.position }
      position = next.record.position + 1
      if isWanted[source] { records.append(next) }
    }
    return (records, first.map { $0...position - 1 })
  }

  private static func number(_ reader: inout ByteReader) throws -> Int {
    guard let number = Int(exactly: try reader.varint()) else {
      throw ByteReader.Malformed(reason: "a number is too large")
    }
    return number
  }

  /// How many of something follow: never more than there are bytes.
  private static func count(_ reader: inout ByteReader) throws -> UInt64 {
    let count = try reader.varint()
    guard count <= UInt64(reader.end - reader.position) else {
      throw ByteReader.Malformed(reason: "it ends in the middle")
    }
    return count
  }

  /// Checks a block against its checksum, which in the first format leaves the format out.
  private static func check(_ bytes: [UInt8]) throws {
    var found: UInt32 = 0
    for index in 0..<4 { found |= UInt32(bytes[3 + index]) << (8 * UInt32(index)) }
    let (format, content) = (bytes[2], bytes[LogBlock.headSize...])
    if found == Checksum.of(content) {
      if format == LogBlock.format { return }
      throw ByteReader.Malformed(reason: "it is said to be of format \(format), and its checksum is of format 1")
    }
    guard format > LogBlock.format, found == Checksum.of([format] + content) else {
      throw ByteReader.Malformed(reason: "its checksum is wrong")
    }
    throw EventLogError.tooNew(found: Int(format), known: Int(LogBlock.format))
  }
}

extension BlockContents {
  /// Adds records that stand behind a place.
  ///
  /// - Parameter streams: Only those of these streams; `nil` for all.
  func append(
    to records: inout [LogRecord], after position: UInt64, limit: Int, of streams: Set<Int>?, names: LogNames,
    sessions: SessionNames
  ) {
    // Whoever keeps some records for long mustn't keep whole blocks for them that have mostly others' events.
    let isShared = streams.map { 2 * size(of: $0) >= bytes.count } ?? true
    for (record, payload) in self.records where record.position > position {
      guard records.count < limit else { return }
      if let streams, !streams.contains(record.source) { continue }
      let (bytes, range) = isShared ? (bytes, payload) : (Array(bytes[payload]), 0..<payload.count)
      records.append(
        LogRecord(
          position: record.position, source: sessions[record.source], name: Self.name(record.name, names),
          sequence: record.sequence, id: EventID(rawValue: record.id),
          cause: record.cause == 0 ? nil : EventID(rawValue: record.cause),
          answers: record.answers == 0 ? nil : EventID(rawValue: record.answers),
          requests: record.requests.map {
            RecordedRequest(id: EventID(rawValue: $0.id), name: Self.name($0.name, names))
          },
          time: Timestamp(nanoseconds: record.time), marks: LogMarks(rawValue: record.marks), version: version,
          payload: LogPayload(bytes: bytes, range: range, names: names, isWhole: record.isWhole)))
    }
  }

  /// How many bytes the events of some streams take.
  private func size(of streams: Set<Int>) -> Int {
    records.reduce(0) { streams.contains($1.record.source) ? $0 + $1.payload.count : $0 }
  }

  private static func name(_ number: UInt64, _ names: LogNames) -> String { names.caseName(number) ?? "?\(number)" }
}
