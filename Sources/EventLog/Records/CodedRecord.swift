internal import EventStream

/// A record of which names and streams are numbers still.
struct CodedRecord {
  var position: UInt64
  /// The number of the stream: 0 for the app's.
  var source: Int
  /// The number of the case.
  var name: UInt64
  var sequence: UInt64
  var id: UInt64
  /// Zero for none.
  var cause: UInt64
  /// Zero for none.
  var answers: UInt64
  var requests: [BlockContext.CodedRequest]
  var time: Int64
  var marks: UInt8
  var isWhole: Bool
}

extension BlockContext {
  /// Writes a record, all but its payload's bytes.
  ///
  /// - Parameters:
  ///   - source: The place of its stream among ``sources``.
  ///   - isOther: Whether the record before is of another stream.
  ///   - gap: How many positions are missing between the record before and this one.
  mutating func write(
    _ record: CodedRecord, source: Int, isOther: Bool, gap: UInt64, payloadSize: Int, to bytes: inout [UInt8]
  ) {
    var flags: RecordFlags = []
    var oddities: RecordOddities = []
    var expected = sources[source]
    if isOther { flags.insert(.otherSource) }
    if gap > 0 { oddities.insert(.gap) }
    if !expected.isKnown || record.sequence != expected.sequence &+ 1 { oddities.insert(.sequence) }
    let isOwn = expected.isKnown && record.id == expected.origin | record.sequence & Self.numberBits
    if !isOwn { oddities.insert(.id) }
    if record.isWhole { oddities.insert(.whole) }
    if record.cause != 0 { flags.insert(.cause) }
    if record.answers != 0 { flags.insert(.answers) }
    if !record.requests.isEmpty { flags.insert(record.requests == expected.requests ? .sameRequests : .requests) }
    if record.marks != 0 { flags.insert(.marks) }
    if record.time != time { flags.insert(.otherTime) }
    if !oddities.isEmpty { flags.insert(.irregular) }

    bytes.append(flags.rawValue)
    if !oddities.isEmpty { bytes.append(oddities.rawValue) }
    bytes.append(varint: record.name)
    if isOther { bytes.append(varint: UInt64(source)) }
    if gap > 0 { bytes.append(varint: gap) }
    if oddities.contains(.sequence) {
      bytes.append(zigzag: Int64(bitPattern: record.sequence &- expected.sequence))
    }
    if isOwn { note(record.id) } else { write(record.id, to: &bytes) }
    if flags.contains(.otherTime) { bytes.append(zigzag: record.time &- time) }
    if record.cause != 0 { write(record.cause, to: &bytes) }
    if record.answers != 0 { write(record.answers, to: &bytes) }
    if flags.contains(.requests) {
      bytes.append(varint: UInt64(record.requests.count))
      for request in record.requests {
        write(request.id, to: &bytes)
        bytes.append(varint: request.name)
      }
    }
    if record.marks != 0 { bytes.append(record.marks) }
    bytes.append(varint: UInt64(payloadSize))
    expected.expect(after: record)
    sources[source] = expected
    time = record.time
  }

  /// Reads a record, all but its payload's bytes.
  ///
  /// - Parameters:
  ///   - source: The place of the stream of the record before; then of this one.
  ///   - numbers: The numbers of the block's streams.
  /// - Returns: The record, and where its payload is.
  mutating func read(
    _ reader: inout ByteReader, position: UInt64, source: inout Int, numbers: [Int]
  ) throws -> (record: CodedRecord, payload: Range<Int>) {
    let flags = RecordFlags(rawValue: try reader.byte())
    let oddities = flags.contains(.irregular) ? RecordOddities(rawValue: try reader.byte()) : []
    let name = try reader.varint()
    if flags.contains(.otherSource) {
      let place = try reader.varint()
      guard place < UInt64(sources.count) else { throw ByteReader.Malformed(reason: "a record is of no stream") }
      source = Int(place)
    }
    guard sources.indices.contains(source) else { throw ByteReader.Malformed(reason: "a record is of no stream") }
    let gap = oddities.contains(.gap) ? try reader.varint() : 0
    let step = oddities.contains(.sequence) ? try reader.zigzag() : 1
    let sequence = sources[source].sequence &+ UInt64(bitPattern: step)
    let id: UInt64
    if oddities.contains(.id) {
      id = try readID(&reader)
    } else {
      id = sources[source].origin | sequence & Self.numberBits
      note(id)
    }
    if flags.contains(.otherTime) { time &+= try reader.zigzag() }
    let cause = flags.contains(.cause) ? try readID(&reader) : 0
    let answers = flags.contains(.answers) ? try readID(&reader) : 0
    var requests: [CodedRequest] = []
    if flags.contains(.sameRequests) { requests = sources[source].requests }
    if flags.contains(.requests) {
      let count = try reader.varint()
      guard count <= LogRecord.mostRequests else {
        throw ByteReader.Malformed(reason: "a record has too many requests")
      }
      for _ in 0..<count { requests.append(CodedRequest(id: try readID(&reader), name: try reader.varint())) }
    }
    let marks = flags.contains(.marks) ? try reader.byte() : 0
    let payload = try reader.skip(reader.varint())
    let record = CodedRecord(
      position: position &+ gap, source: numbers[source], name: name, sequence: sequence, id: id, cause: cause,
      answers: answers, requests: requests, time: time, marks: marks, isWhole: oddities.contains(.whole))
    sources[source].expect(after: record)
    return (record, payload)
  }
}

extension BlockContext.Source {
  /// The next is expected to be like this one.
  fileprivate mutating func expect(after record: CodedRecord) {
    sequence = record.sequence
    if record.id & BlockContext.numberBits == record.sequence & BlockContext.numberBits || !isKnown {
      origin = record.id & ~BlockContext.numberBits
    }
    requests = record.requests
    isKnown = true
  }
}
