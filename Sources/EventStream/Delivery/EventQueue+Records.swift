/// What lies in the chunks of a queue: events, changes to be made between two of them, and events that other queues hold too.
extension EventQueue {
  /// How each record begins.
  @usableFromInline
  struct Head {
    /// The event's type, or nil if the record holds a change to make between two events, or news.
    @usableFromInline let type: Unmanaged<EventType>?
    @usableFromInline let turn: UInt64
    @usableFromInline let size: Int

    @inlinable @inline(__always)
    init(type: Unmanaged<EventType>?, turn: UInt64, size: Int) {
      self.type = type
      self.turn = turn
      self.size = size
    }

    /// No turn: of news.
    static var news: UInt64 { .max }
    var isNews: Bool { type == nil && turn == Self.news }
  }

  /// What stands before each event.
  @usableFromInline
  struct Record {
    @usableFromInline let head: Head
    @usableFromInline var envelope: Envelope

    @inlinable @inline(__always)
    init(_ head: Head, _ envelope: Envelope) {
      self.head = head
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

  /// An event that is held here and in other queues.
  struct SharedRecord {
    let head: Head
    let news: News

    static var size: Int { (MemoryLayout<SharedRecord>.size + 15) & ~15 }
  }

  /// How a record begins.
  static func start(of record: UnsafeMutableRawPointer) -> Head {
    // Safe because a queue puts nothing into its chunks that doesn't begin with its head.
    record.assumingMemoryBound(to: Head.self).pointee
  }

  /// A record whose head has a type, or that holds a change.
  static func record(_ record: UnsafeMutableRawPointer) -> UnsafeMutablePointer<Record> {
    // Safe because its head, which has been read, says that it is one.
    record.assumingMemoryBound(to: Record.self)
  }

  /// A record whose head says that it holds news.
  static func shared(_ record: UnsafeMutableRawPointer) -> UnsafeMutablePointer<SharedRecord> {
    // Safe because its head, which has been read, says that it is one.
    record.assumingMemoryBound(to: SharedRecord.self)
  }
}
