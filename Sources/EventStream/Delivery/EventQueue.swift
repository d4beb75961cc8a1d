/// Events of any types on their way, in order, in raw memory that is used again: queueing allocates nothing.
///
/// An existential per event would cost an allocation for every payload larger than three words. Here a record is a
/// header and the event itself, moved into a chunk and destroyed in place after delivery. A queue takes its first chunk when it
/// is first written to, and has one less to keep after ``release()``: there are very many sessions, and most of them wait.
@usableFromInline
// Safe because a stream lets only one thread at a time at a queue: under its lock, or the one that delivers.
final class EventQueue: @unchecked Sendable {
  /// What stands before each event.
  @usableFromInline
  struct Record {
    /// The event's type, or nil if the record holds a change to make between two events.
    @usableFromInline let type: Unmanaged<EventType>?
    @usableFromInline let turn: UInt64
    @usableFromInline let size: Int
    @usableFromInline var envelope: Envelope

    @inlinable @inline(__always)
    init(type: Unmanaged<EventType>?, turn: UInt64, size: Int, envelope: Envelope) {
      self.type = type
      self.turn = turn
      self.size = size
      self.envelope = envelope
    }

    @inlinable static var headSize: Int { (MemoryLayout<Record>.size + 15) & ~15 }

    /// Where an event begins behind its record: both are aligned to 16 bytes at least.
    @inlinable @inline(__always)
    static func payload<Payload>(
      _ record: UnsafeMutableRawPointer, _ type: Payload.Type
    ) -> UnsafeMutablePointer<Payload> {
      // Safe because records are written and read through this one function, and their types tell which `Payload`.
      (record + headSize).alignedUp(for: Payload.self).assumingMemoryBound(to: Payload.self)
    }

    @inlinable @inline(__always)
    static func size<Payload>(with type: Payload.Type) -> Int {
      headSize + (MemoryLayout<Payload>.size + 15) & ~15 + max(MemoryLayout<Payload>.alignment, 16) - 16
    }
  }

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
    let record = makeRoom(type, turn, envelope, size: Record.size(with: Root.self))
    Record.payload(record, Root.self).initialize(to: event)
  }

  /// Adds a change that is made when its turn comes.
  func append(turn: UInt64, change: @escaping () -> Void) {
    let record = makeRoom(nil, turn, .none, size: Record.size(with: Change.self))
    Record.payload(record, Change.self).initialize(to: Change(make: change))
  }

  @inlinable @inline(__always)
  func makeRoom(
    _ type: Unmanaged<EventType>?, _ turn: UInt64, _ envelope: Envelope, size: Int
  ) -> UnsafeMutableRawPointer {
    if room < size { advance(size) }
    let record = writing
    record.initializeMemory(as: Record.self, to: Record(type: type, turn: turn, size: size, envelope: envelope))
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
  var firstTurn: UInt64? { count == 0 ? nil : next().pointee.turn }

  /// The request that the first event answers, or zero; `nil` if it is a change. There must be a record.
  var firstAnswer: UInt64? {
    let record = next()
    return record.pointee.type == nil ? nil : record.pointee.envelope.answersID
  }

  /// The id of the first event; `nil` if it is a change. There must be a record.
  var firstID: UInt64? {
    let record = next()
    return record.pointee.type == nil ? nil : record.pointee.envelope.id.rawValue
  }

  /// When the first event was accepted; `nil` if it is a change. There must be a record.
  var firstTime: Timestamp? {
    let record = next()
    return record.pointee.type == nil ? nil : record.pointee.envelope.time
  }

  /// Delivers the first record, and forgets it. What is appended meanwhile waits behind. There must be one.
  ///
  /// - Parameter sequence: The number it is delivered with, if not its own.
  /// - Returns: How far the stream is on: one event, or one change.
  func deliverFirst(by dispatcher: Dispatcher, numbered sequence: UInt64? = nil) -> UInt64 {
    let record = next()
    let address = UnsafeMutableRawPointer(record)
    // Counted off first: a delivery may append to this queue, and may look whether it is empty.
    reading = address + record.pointee.size
    count -= 1
    defer { if count == 0 { rewind() } }
    guard let type = record.pointee.type else {
      // Safe because a record without a type holds a change.
      Record.payload(address, Change.self).move().make()
      return Turn.change
    }
    dispatcher.delivery.current = record.move().envelope
    if let sequence { dispatcher.delivery.current.number = sequence }
    type._withUnsafeGuaranteedRef { $0.handling.deliver(address, dispatcher) }
    return Turn.event
  }

  /// Drops the first record. There must be one.
  func forgetFirst() {
    let record = next()
    let address = UnsafeMutableRawPointer(record)
    let moved = record.move()
    reading = address + moved.size
    count -= 1
    if let type = moved.type {
      type._withUnsafeGuaranteedRef { $0.handling.destroy(address) }
    } else {
      Record.payload(address, Change.self).deinitialize(count: 1)
    }
    if count == 0 { rewind() }
  }

  private func next() -> UnsafeMutablePointer<Record> {
    if first != last, reading == Self.head(of: first).pointee.written { recycleFirst() }
    // Safe because `makeRoom` put a record here and nothing has moved it.
    return reading.assumingMemoryBound(to: Record.self)
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
