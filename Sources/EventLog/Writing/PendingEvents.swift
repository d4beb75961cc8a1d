internal import EventStream

/// Events that have been copied and not been encoded yet, in order, in raw memory that is used again.
///
/// As in the streams' own queue, an existential per event would cost an allocation and this doesn't.
// Safe because the writer lets only one thread at a time at it: under its lock, or the one that writes.
final class PendingEvents: @unchecked Sendable {
  /// What stands before each event.
  struct Head {
    let type: any Event.Type
    let envelope: Envelope
    let source: LogSource
    var marks: LogMarks
    let size: Int

    static var size: Int { (MemoryLayout<Head>.size + 15) & ~15 }

    /// Where an event lies behind its head: both are aligned to 16 bytes at least.
    static func payload<Root>(_ head: UnsafeMutableRawPointer, _ type: Root.Type) -> UnsafeMutablePointer<Root> {
      // Safe because heads are written and read through this one function, and they tell which `Root`.
      (head + size).alignedUp(for: Root.self).assumingMemoryBound(to: Root.self)
    }
  }

  private struct Chunk {
    let memory: UnsafeMutableRawPointer
    let capacity: Int
    /// How far it is written, once another is.
    var used = 0
  }

  private static let chunkSize = 1 << 16
  /// So many chunks are kept at most when all events have been taken.
  private static let mostSpare = 64

  // Exclusivity is unchecked because each access is over before the next begins.
  @exclusivity(unchecked) private var chunks: [Chunk] = []
  /// The chunk that is written to; those behind it are spare.
  @exclusivity(unchecked) private var current = -1
  /// How many chunks were in use lately: one less each time that fewer were. Fresh memory would cost more than all the rest.
  @exclusivity(unchecked) private var usual = 1
  @exclusivity(unchecked) private var writing: UnsafeMutableRawPointer?
  @exclusivity(unchecked) private var room = 0
  /// The chunk that is read, and the place of the next event in it.
  @exclusivity(unchecked) private var reading = (chunk: 0, offset: 0)
  /// How many events wait.
  @exclusivity(unchecked) private(set) var count = 0
  /// How much memory the events that wait take, without what they refer to.
  @exclusivity(unchecked) private(set) var size = 0

  deinit {
    var drop = Dropping()
    while takeFirst(&drop) {}
    for chunk in chunks { chunk.memory.deallocate() }
  }

  /// Adds an event at the end.
  ///
  /// - Returns: Where it lies until it is taken.
  func append<Root: Event>(
    _ event: Root, _ envelope: Envelope, _ source: LogSource, _ marks: LogMarks
  ) -> UnsafeMutableRawPointer? {
    let needed =
      Head.size + (MemoryLayout<Root>.size + 15) & ~15 + max(MemoryLayout<Root>.alignment, 16) - 16
    if room < needed { makeRoom(needed) }
    guard let place = writing else { return nil }
    place.initializeMemory(
      as: Head.self, to: Head(type: Root.self, envelope: envelope, source: source, marks: marks, size: needed))
    Head.payload(place, Root.self).initialize(to: event)
    writing = place + needed
    room -= needed
    count += 1
    size += needed
    return place
  }

  /// Adds marks to an event that hasn't been taken.
  ///
  /// - Parameter place: What `append` has returned.
  func add(_ marks: LogMarks, at place: UnsafeMutableRawPointer) {
    // Safe because `append` put a head there and nothing has moved it.
    place.assumingMemoryBound(to: Head.self).pointee.marks.formUnion(marks)
  }

  private func makeRoom(_ needed: Int) {
    if current >= 0 { chunks[current].used = end(of: current) }
    current += 1
    if current == chunks.count || chunks[current].capacity < needed {
      let capacity = max(Self.chunkSize, needed)
      let memory = UnsafeMutableRawPointer.allocate(byteCount: capacity, alignment: 16)
      chunks.insert(Chunk(memory: memory, capacity: capacity), at: current)
    }
    writing = chunks[current].memory
    room = chunks[current].capacity
  }

  /// How far a chunk is written.
  private func end(of chunk: Int) -> Int {
    guard chunk == current, let writing else { return chunks[chunk].used }
    return writing - chunks[chunk].memory
  }

  /// Gives the first event to a visitor, and forgets it.
  ///
  /// - Returns: False if there was none.
  func takeFirst(_ visitor: inout some PendingVisitor) -> Bool {
    guard count > 0 else { return false }
    while reading.offset == end(of: reading.chunk) { reading = (reading.chunk + 1, 0) }
    let place = chunks[reading.chunk].memory + reading.offset
    // Safe because `append` put a head here and nothing has moved it.
    let head = place.assumingMemoryBound(to: Head.self).move()
    reading.offset += head.size
    count -= 1
    size -= head.size
    visit(head.type, place, head, &visitor)
    // At once, and not when the next is asked for: whoever takes as many as there are asks no more.
    if count == 0 { rewind() }
    return true
  }

  private func visit<Root: Event>(
    _ type: Root.Type, _ place: UnsafeMutableRawPointer, _ head: Head, _ visitor: inout some PendingVisitor
  ) { visitor.visit(Head.payload(place, Root.self).move(), head) }

  /// All taken: writes from the front again.
  private func rewind() {
    usual = min(max(current + 1, usual - 1), Self.mostSpare)
    for chunk in chunks.dropFirst(usual) { chunk.memory.deallocate() }
    chunks.removeLast(max(chunks.count - usual, 0))
    current = 0
    chunks[0].used = 0
    writing = chunks[0].memory
    room = chunks[0].capacity
    reading = (0, 0)
  }
}

/// Takes events of whatever type out of the memory that they wait in.
protocol PendingVisitor {
  mutating func visit<Root: Event>(_ event: Root, _ head: PendingEvents.Head)
}

/// Takes what nobody wants any more.
private struct Dropping: PendingVisitor {
  mutating func visit<Root: Event>(_ event: Root, _ head: PendingEvents.Head) {}
}
