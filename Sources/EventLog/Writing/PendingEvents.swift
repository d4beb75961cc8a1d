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
    let marks: LogMarks
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

  // Exclusivity is unchecked because each access is over before the next begins.
  @exclusivity(unchecked) private var chunks: [Chunk] = []
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
  func append<Root: Event>(_ event: Root, _ envelope: Envelope, _ source: LogSource, _ marks: LogMarks) {
    let needed =
      Head.size + (MemoryLayout<Root>.size + 15) & ~15 + max(MemoryLayout<Root>.alignment, 16) - 16
    if room < needed { makeRoom(needed) }
    guard let place = writing else { return }
    place.initializeMemory(
      as: Head.self, to: Head(type: Root.self, envelope: envelope, source: source, marks: marks, size: needed))
    Head.payload(place, Root.self).initialize(to: event)
    writing = place + needed
    room -= needed
    count += 1
    size += needed
  }

  private func makeRoom(_ needed: Int) {
    if let last = chunks.indices.last { chunks[last].used = end(of: last) }
    let capacity = max(Self.chunkSize, needed)
    let memory = UnsafeMutableRawPointer.allocate(byteCount: capacity, alignment: 16)
    chunks.append(Chunk(memory: memory, capacity: capacity))
    writing = memory
    room = capacity
  }

  /// How far a chunk is written.
  private func end(of chunk: Int) -> Int {
    guard chunk == chunks.count - 1, let writing else { return chunks[chunk].used }
    return writing - chunks[chunk].memory
  }

  /// Gives the first event to a visitor, and forgets it.
  ///
  /// - Returns: False if there was none.
  func takeFirst(_ visitor: inout some PendingVisitor) -> Bool {
    while reading.chunk < chunks.count, reading.offset == end(of: reading.chunk) {
      if reading.chunk == chunks.count - 1 {
        rewind()
        return false
      }
      reading = (reading.chunk + 1, 0)
    }
    guard reading.chunk < chunks.count else { return false }
    let place = chunks[reading.chunk].memory + reading.offset
    // Safe because `append` put a head here and nothing has moved it.
    let head = place.assumingMemoryBound(to: Head.self).move()
    reading.offset += head.size
    count -= 1
    size -= head.size
    visit(head.type, place, head, &visitor)
    return true
  }

  private func visit<Root: Event>(
    _ type: Root.Type, _ place: UnsafeMutableRawPointer, _ head: Head, _ visitor: inout some PendingVisitor
  ) { visitor.visit(Head.payload(place, Root.self).move(), head) }

  /// All taken: writes from the front again, in one chunk.
  private func rewind() {
    for chunk in chunks.dropFirst() { chunk.memory.deallocate() }
    chunks.removeLast(chunks.count - 1)
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
