/// Something that couldn't be carried over into a new log, in words for whoever has asked for it.
package enum RecoveryLoss: Hashable, Sendable, CustomStringConvertible {
  /// Events that are damaged, and why.
  case events(ClosedRange<UInt64>, reason: String)
  /// So many of the app's events that are whole, and refer to names that are lost.
  case unreadable(Int)
  /// A session that can't begin anywhere: so many of its events are whole, and so many are known to be lost.
  case session(String, leftOut: Int, lost: Int)
  /// The beginning of a session that stands on a snapshot now: so many events before that are whole.
  case beginning(of: String, before: UInt64, leftOut: Int)
  /// The end of a session: so many events behind what is missing are whole, and so many are known to be lost.
  case end(of: String, behind: UInt64, leftOut: Int, lost: Int)
  /// A snapshot.
  case snapshot(of: String, at: UInt64)
  /// Nobody knows how many snapshots.
  case snapshots
  /// What was noted of so many sessions besides their events.
  case notes(Int)

  package var description: String {
    switch self {
    case .events(let events, let reason):
      let place = events.lowerBound > 1 ? "behind event \(events.lowerBound - 1)" : "at the beginning"
      return "damaged \(place): \(reason); events \(events.lowerBound) to \(events.upperBound) are lost"
    case .unreadable(let number):
      return "\(Self.count(number)) of the app can't be read, for the names in them are lost, and left out"
    case .session(let session, let leftOut, let lost):
      let known = lost > 0 ? ", \(Self.count(lost))" : ""
      return "session \(session) is left out, for its beginning is lost\(known)\(Self.besides(leftOut))"
    case .beginning(let session, let place, let leftOut):
      return """
        session \(session) begins with its snapshot at event \(place), for what was before is damaged\
        \(Self.besides(leftOut))
        """
    case .end(let session, let place, let leftOut, let lost):
      let known = lost > 0 ? "\(Self.count(lost)) \(lost == 1 ? "is" : "are") lost" : "events are missing there"
      let words = "session \(session) is cut behind event \(place), and counts as incomplete"
      return "\(words): \(known)\(Self.besides(leftOut))"
    case .snapshot(let session, let place): return "the snapshot of session \(session) at event \(place) is damaged"
    case .snapshots: return "not all snapshots can be read: sessions without one are played from their beginning"
    case .notes(let number):
      return "whose they are, and whether they had ended, is lost of \(number) session\(number == 1 ? "" : "s")"
    }
  }

  private static func count(_ number: Int) -> String { "\(number) event\(number == 1 ? "" : "s")" }

  private static func besides(_ leftOut: Int) -> String {
    leftOut > 0 ? "; \(count(leftOut)) of it that can be read \(leftOut == 1 ? "is" : "are") left out" : ""
  }
}

/// What has been carried over into a new log.
package struct RecoveryReport: Sendable {
  /// How many events.
  package let events: Int
  /// How many sessions, whole or in part.
  package let sessions: Int
  /// What hasn't.
  package let losses: [RecoveryLoss]
}
