/// Whether events are missing between those of a session, as their sequence numbers tell.
///
/// Each event of a session's stream has the number behind that of the one before it; what is noted of an event, as the screen that it
/// led to, has its number and its id. A session that comes back may count otherwise: another program's screens do more or less when
/// they are played, and what followed from the last events may never have been written. So its numbers go on anywhere behind the note
/// that it is about to come back, which has the number 0. Where there is none, as when a session goes on from a moment of another, it
/// is in the turn that says so, or in the one before, with what was missed meanwhile.
struct SessionNumbering {
  /// The first turn of a session that has come back. Those who record sessions call it so.
  private static let returned = "SessionEvent.returned"

  /// The first of some records of a session before which something is missing; `nil` if nothing is.
  static func gap(in records: [LogRecord]) -> Int? {
    var last: LogRecord?
    var isBack = false
    /// A turn that is all right if the next is ``returned``.
    var doubted: Int?
    for (index, record) in records.enumerated() {
      if record.sequence == 0 {
        isBack = true
        continue
      }
      if record.name == returned {
        isBack = true
        doubted = nil
      } else if doubted != nil, record.marks.contains(.beginsTurn) {
        return doubted
      }
      if let last, !isBack, !record.follows(last) {
        guard record.marks.contains(.beginsTurn) else { return doubted ?? index }
        doubted = index
      }
      isBack = false
      last = record
    }
    return doubted
  }
}

extension LogRecord {
  /// Whether nothing of the stream is missing between another record and this one.
  fileprivate func follows(_ other: LogRecord) -> Bool {
    sequence == other.sequence &+ 1 || sequence == other.sequence && id == other.id
  }
}
