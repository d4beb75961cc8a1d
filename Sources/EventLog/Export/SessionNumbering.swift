package import EventStream

/// Finds out whether events are missing between those of a session, as their sequence numbers tell. It is given all of them in order,
/// and keeps next to nothing.
///
/// Each event of a session's stream has the number behind that of the one before it; what is noted of an event, as the screen that it
/// led to, has its number and its id. A session that comes back may count otherwise: another program's screens do more or less when
/// they are played, and what followed from the last events may never have been written. So its numbers go on anywhere behind the note
/// that it is about to come back, which has the number 0. Where there is none, as in older recordings of sessions that go on from a
/// moment of another, it is in the turn that says so, or in the one before, with what was missed meanwhile.
///
/// What was forgotten before a snapshot is no gap: it is either before the first event that is read, or the reading begins with the
/// snapshot.
package struct SessionNumbering: Sendable {
  /// Where events are missing.
  package struct Gap: Hashable, Sendable {
    /// How many events were read before it.
    package let count: Int
    /// The place of the last of them; that of the beginning if there is none.
    package let position: UInt64
  }

  /// The first turn of a session that has come back. Those who record sessions call it so.
  private static let returned = "SessionEvent.returned"

  /// How many events were read, and the place of the last.
  private var count = 0
  private var position: UInt64 = 0
  /// What the next event should follow; `nil` if it may be any.
  private var last: (sequence: UInt64, id: EventID)?
  private var isBack = false
  /// Before a turn that is all right if the next is ``returned``.
  private var doubted: Gap?

  /// Begins with whatever event is the first.
  package init() {}

  /// Begins behind an event that isn't among those that are read, because a snapshot stands for it.
  ///
  /// - Parameters:
  ///   - sequence: Its number in the order of the session's stream.
  ///   - id: Its id.
  ///   - position: Its place in the log.
  package init(behind sequence: UInt64, _ id: EventID, at position: UInt64) {
    last = (sequence, id)
    self.position = position
  }

  /// Reads the next event.
  ///
  /// - Returns: Where something is missing, before this event or before the turn in front of it; `nil` if nothing is. What comes
  ///   behind a gap tells nothing.
  package mutating func gap(before record: LogRecord) -> Gap? {
    let here = Gap(count: count, position: position)
    (count, position) = (count + 1, record.position)
    if record.sequence == 0 {
      isBack = true
      return nil
    }
    if record.name == Self.returned {
      isBack = true
      doubted = nil
    } else if let doubted, record.marks.contains(.beginsTurn) {
      return doubted
    }
    if let last, !isBack, !record.follows(last.sequence, last.id) {
      guard record.marks.contains(.beginsTurn) else { return doubted ?? here }
      doubted = here
    }
    isBack = false
    last = (record.sequence, record.id)
    return nil
  }

  /// Where something is missing when no more events come; `nil` if nothing is.
  package var gapAtEnd: Gap? { doubted }

  /// The first of some records of a session before which something is missing; `nil` if nothing is.
  static func gap(in records: [LogRecord]) -> Int? {
    var numbering = SessionNumbering()
    for record in records {
      if let gap = numbering.gap(before: record) { return gap.count }
    }
    return numbering.gapAtEnd?.count
  }
}

extension LogRecord {
  /// Whether nothing of the stream is missing between another record and this one.
  fileprivate func follows(_ other: UInt64, _ otherID: EventID) -> Bool {
    sequence == other &+ 1 || sequence == other && id == otherID
  }
}
