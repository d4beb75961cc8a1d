/// Puts records into a block, until it is large enough.
struct BlockBuilder {
  let version: Int
  /// From so many bytes on it should be closed.
  let size: Int

  private var context = BlockContext()
  private var records: [UInt8] = []
  private var firstPosition: UInt64 = 0
  private(set) var lastPosition: UInt64 = 0
  private var firstTime: Int64 = 0
  private var numbers: [Int] = []
  private var counts: [Int] = []
  private var places: [Int: Int] = [:]
  private var lastSource = -1
  /// Names that this block tells.
  private var names: [LogName] = []
  /// The names of the sessions that no block has told yet, by number: this one does where it has a record of them.
  private var sessions: [Int: String] = [:]
  /// How many bytes the names take that this block tells.
  private var definitions = 0

  init(version: Int, size: Int) {
    self.version = version
    self.size = size
    records.reserveCapacity(min(size, 1 << 16) + 256)
  }

  var isEmpty: Bool { records.isEmpty }
  /// How many bytes it has, about.
  var byteCount: Int { records.count + 24 + definitions + 3 * numbers.count }
  var isFull: Bool { byteCount >= size }

  /// Adds a record. Positions must grow.
  mutating func append(_ record: CodedRecord, payload: ArraySlice<UInt8>) {
    if records.isEmpty {
      firstPosition = record.position
      firstTime = record.time
      context.time = record.time
      lastPosition = record.position &- 1
    }
    let source = place(of: record.source)
    counts[source] += 1
    context.write(
      record, source: source, isOther: source != lastSource, gap: record.position &- lastPosition &- 1,
      payloadSize: payload.count, to: &records)
    records += payload
    lastSource = source
    lastPosition = record.position
  }

  /// Has names defined in this block.
  mutating func define(_ added: [LogName]) {
    if added.isEmpty { return }
    names += added
    definitions += added.reduce(0) { $0 + $1.text.utf8.count + 4 }
  }

  /// Has all names told in this block, each once; to be called before the first record.
  mutating func tell(_ all: [LogName]) {
    (names, definitions) = ([], 0)
    define(all)
  }

  /// Has a session's name told with its first record: in this block, or in one that follows.
  mutating func define(session: String, number: Int) { sessions[number] = session }

  /// There will be no record of a session if there is none yet.
  mutating func forget(session number: Int) {
    if places[number] == nil { sessions[number] = nil }
  }

  /// There will be no records of those sessions that have none yet.
  mutating func forgetSessions() { sessions = sessions.filter { places[$0.key] != nil } }

  /// An empty block that follows on this one. It tells what this one should have told and has no record for.
  func next(version: Int) -> BlockBuilder {
    var next = BlockBuilder(version: version, size: size)
    if isEmpty { next.define(names) }
    if !sessions.isEmpty { next.sessions = sessions.filter { places[$0.key] == nil } }
    return next
  }

  private mutating func place(of number: Int) -> Int {
    if lastSource >= 0, numbers[lastSource] == number { return lastSource }
    if let place = places[number] { return place }
    if let session = sessions[number] { definitions += session.utf8.count + 1 }
    places[number] = numbers.count
    numbers.append(number)
    counts.append(0)
    context.sources.append(BlockContext.Source())
    return numbers.count - 1
  }

  /// Closes the block. There must be a record.
  func finish() -> LogBlock {
    var body: [UInt8] = []
    body.reserveCapacity(records.count + 64)
    body.append(varint: UInt64(version))
    body.append(varint: firstPosition)
    body.append(zigzag: firstTime)
    body.append(varint: UInt64(names.count))
    for name in names {
      body.append(name.kind.rawValue)
      body.append(varint: UInt64(name.number))
      body.append(text: name.text)
    }
    body.append(varint: UInt64(numbers.count))
    for number in numbers {
      let session = sessions[number]
      body.append(varint: UInt64(number) << 1 | (session == nil ? 0 : 1))
      if let session { body.append(text: session) }
    }
    body += records

    var bytes = LogBlock.mark + [LogBlock.format, 0, 0, 0, 0]
    bytes.reserveCapacity(body.count + 12)
    bytes.append(varint: UInt64(body.count))
    bytes += body
    let checksum = Checksum.of(bytes[LogBlock.headSize...])
    for index in 0..<4 { bytes[3 + index] = UInt8(truncatingIfNeeded: checksum >> (8 * UInt32(index))) }
    return LogBlock(
      bytes: bytes, first: firstPosition, last: lastPosition,
      streams: zip(numbers, counts).map { LogBlock.Stream(number: $0, count: $1) })
  }
}
