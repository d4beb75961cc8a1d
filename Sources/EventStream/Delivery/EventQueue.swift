/// Events of any types on their way, in order, in raw memory that is used again: queueing allocates nothing but what ``News`` take, once for all queues.
///
/// An existential per event would cost an allocation for every payload larger than three words. Here a record is a
/// header and the event itself, moved into a chunk and destroyed in place after delivery. A queue takes its first chunk when it
/// is first written to, and has one less to keep after ``release()``: there are very many sessions, and most of them wait.
@usableFromInline
// Safe because a stream lets only one thread at a time at a queue: under its lock, or the one that delivers.
final class EventQueue: @unchecked Sendable {
  /// The first bytes of a chunk, before its records.
  private struct Chunk {
    let capacity: Int
    /// Where its records end, once the next chunk is written to.
    var written: UnsafeMutableRawPointer
    var next: UnsafeMutableRawPointer?
  }

  private struct Change { let make: () -> Void }

  // Exclusivity is unchecked because each access is over before the next begins.
  /// How many records wait.
  @exclusivity(unchecked) @usableFromInline var count = 0
  /// Where the next record goes, and how many bytes are free there.
  @exclusivity(unchecked) @usableFromInline var writing: UnsafeMutableRawPointer
  @exclusivity(unchecked) @usableFromInline var room: Int
  @exclusivity(unchecked) private var reading: UnsafeMutableRawPointer
  /// The chunk being read, the one being written, and an empty one for later.
  @exclusivity(unchecked) private var first: UnsafeMutableRawPointer
  @exclusivity(unchecked) private var last: UnsafeMutableRawPointer
  @exclusivity(unchecked) private var spare: UnsafeMutableRawPointer?
  private let chunkSize: Int

  @inlinable var isEmpty: Bool { count == 0 }

  /// - Parameter chunkSize: Bytes of a chunk. A small event takes a sixth of a kilobyte.
  init(chunkSize: Int) {
    self.chunkSize = chunkSize
    first = Self.noChunk
    last = first
    writing = first
    reading = first
    room = 0
  }

  deinit {
    while count > 0 { forgetFirst() }
    release()
  }

  /// Gives the memory back, if nothing waits in it.
  func release() {
    if count > 0 || first == Self.noChunk { return }
    first.deallocate()
    spare?.deallocate()
    spare = nil
    first = Self.noChunk
    last = first
    writing = first
    reading = first
    room = 0
  }

  // MARK: Writing

  /// Adds an event at the end.
  @inlinable @inline(__always)
  func append<Root: Event>(_ event: Root, _ type: EventType, _ envelope: Envelope, turn: UInt64) {
    // Safe because event types are never freed.
    let type = Unmanaged.passUnretained(type)
    let record = add(type, turn, envelope, size: Record.size(with: Root.self))
    Record.payload(record, Root.self).initialize(to: event)
  }

  /// Adds a change that is made when its turn comes.
  func append(turn: UInt64, change: @escaping () -> Void) {
    let record = add(nil, turn, .none, size: Record.size(with: Change.self))
    Record.payload(record, Change.self).initialize(to: Change(make: change))
  }

  /// Adds an event that other queues may hold too. It has no turn.
  func append(_ news: News) {
    let size = SharedRecord.size
    makeRoom(size).initializeMemory(
      as: SharedRecord.self, to: SharedRecord(head: Head(type: nil, turn: Head.news, size: size), news: news))
  }

  @inlinable @inline(__always)
  func add(_ type: Unmanaged<EventType>?, _ turn: UInt64, _ envelope: Envelope, size: Int) -> UnsafeMutableRawPointer {
    let record = makeRoom(size)
    record.initializeMemory(as: Record.self, to: Record(Head(type: type, turn: turn, size: size), envelope))
    return record
  }

  @inlinable @inline(__always)
  func makeRoom(_ size: Int) -> UnsafeMutableRawPointer {
    if room < size { advance(size) }
    let record = writing
    writing = record + size
    room &-= size
    count &+= 1
    return record
  }

  /// Goes on in the next chunk; unread records stay where they are.
  @usableFromInline
  func advance(_ needed: Int) {
    let chunk: UnsafeMutableRawPointer
    if first == Self.noChunk {
      first = Self.makeChunk(capacity: max(chunkSize, needed + Self.headSize))
      write(in: first)
      return reading = writing
    }
    if let spare, needed + Self.headSize <= chunkSize {
      chunk = spare
      self.spare = nil
    } else {
      chunk = Self.makeChunk(capacity: max(chunkSize, needed + Self.headSize))
    }
    Self.head(of: last).pointee.written = writing
    Self.head(of: last).pointee.next = chunk
    write(in: chunk)
  }

  private func write(in chunk: UnsafeMutableRawPointer) {
    last = chunk
    writing = chunk + Self.headSize
    room = Self.head(of: chunk).pointee.capacity - Self.headSize
  }

  // MARK: Reading

  /// The turn of the first record, if there is one.
  var firstTurn: UInt64? { count == 0 ? nil : Self.start(of: next()).turn }

  /// The request that the first event answers, or zero; `nil` if it is a change. There must be a record.
  var firstAnswer: UInt64? { first { $0.answersID } }

  /// The id of the first event; `nil` if it is a change. There must be a record.
  var firstID: UInt64? { first { $0.id.rawValue } }

  /// When the first event was accepted; `nil` if it is a change. There must be a record.
  var firstTime: Timestamp? { first { $0.time } }

  /// Changes what travels with the first event, if it lies here alone. There must be a record.
  func changeFirst(_ change: (Envelope) -> Envelope) {
    let record = next(), head = Self.start(of: record)
    if head.isNews || head.type == nil { return }
    Self.record(record).pointee.envelope = change(Self.record(record).pointee.envelope)
  }

  @inline(__always)
  private func first<Value>(_ read: (Envelope) -> Value) -> Value? {
    let record = next(), head = Self.start(of: record)
    if head.isNews { return read(Self.shared(record).pointee.news.envelope) }
    return head.type == nil ? nil : read(Self.record(record).pointee.envelope)
  }

  /// Delivers the first record, and forgets it. What is appended meanwhile waits behind. There must be one.
  ///
  /// - Parameter sequence: The number it is delivered with, if not its own.
  /// - Returns: How far the stream is on: one event, or one change.
  func deliverFirst(by dispatcher: Dispatcher, numbered sequence: UInt64? = nil) -> UInt64 {
    let record = next(), head = Self.start(of: record)
    // Counted off first: a delivery may append to this queue, and may look whether it is empty.
    reading = record + head.size
    count -= 1
    defer { if count == 0 { rewind() } }
    guard let type = head.type else {
      if head.isNews {
        let news = Self.shared(record).move().news
        dispatcher.delivery.current = news.envelope
        if let sequence { dispatcher.delivery.current.number = sequence }
        news.deliver(dispatcher)
        return Turn.event
      }
      // Safe because any other record without a type holds a change.
      Record.payload(record, Change.self).move().make()
      return Turn.change
    }
    dispatcher.delivery.current = Self.record(record).move().envelope
    if let sequence { dispatcher.delivery.current.number = sequence }
    type._withUnsafeGuaranteedRef { $0.handling.deliver(record, dispatcher) }
    return Turn.event
  }

  /// Drops the first record. There must be one.
  func forgetFirst() {
    let record = next(), head = Self.start(of: record)
    reading = record + head.size
    count -= 1
    if head.isNews {
      Self.shared(record).deinitialize(count: 1)
    } else if let type = head.type {
      type._withUnsafeGuaranteedRef { $0.handling.destroy(record) }
      // Its envelope holds what the event came of.
      Self.record(record).deinitialize(count: 1)
    } else {
      Record.payload(record, Change.self).deinitialize(count: 1)
    }
    if count == 0 { rewind() }
  }

  /// Where the first record is.
  private func next() -> UnsafeMutableRawPointer {
    if first != last, reading == Self.head(of: first).pointee.written { recycleFirst() }
    return reading
  }

  /// The first chunk is read: keeps it for later, or gives it back if there is one already or it was made for a giant.
  private func recycleFirst() {
    let chunk = first
    guard let next = Self.head(of: chunk).pointee.next else { return }
    first = next
    reading = next + Self.headSize
    if spare == nil, Self.head(of: chunk).pointee.capacity == chunkSize {
      Self.head(of: chunk).pointee.next = nil
      spare = chunk
    } else {
      chunk.deallocate()
    }
  }

  /// All read: writes from the front again.
  private func rewind() {
    while first != last { recycleFirst() }
    if Self.head(of: first).pointee.capacity != chunkSize {
      first.deallocate()
      first = spare ?? Self.makeChunk(capacity: chunkSize)
      spare = nil
    }
    write(in: first)
    reading = writing
  }

  // MARK: Chunks

  /// Stands for the first chunk of a queue that has none. Nothing is read from it or written to it.
  // Safe because only its address is used.
  nonisolated(unsafe) private static let noChunk = UnsafeMutableRawPointer.allocate(byteCount: 16, alignment: 16)

  private static var headSize: Int { (MemoryLayout<Chunk>.size + 15) & ~15 }

  private static func makeChunk(capacity: Int) -> UnsafeMutableRawPointer {
    let chunk = UnsafeMutableRawPointer.allocate(byteCount: capacity, alignment: 16)
    chunk.initializeMemory(as: Chunk.self, to: Chunk(capacity: capacity, written: chunk, next: nil))
    return chunk
  }

  private static func head(of chunk: UnsafeMutableRawPointer) -> UnsafeMutablePointer<Chunk> {
    // Safe because `makeChunk` put a head at the beginning of every chunk.
    chunk.assumingMemoryBound(to: Chunk.self)
  }
}
