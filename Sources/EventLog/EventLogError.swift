internal import EventStream

/// What is wrong with a log, and how to mend it.
public enum EventLogError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The store can't be written at the moment.
  case cannotWrite(reason: String)
  /// The log was closed while its store couldn't be written: what was kept in memory is lost.
  case lost(reason: String)
  /// The log was closed while somebody read it: what was forgotten is in the file beside it still. Nothing is lost.
  case stillRead(path: String)
  /// More has come than could be written: events are dropped until less waits.
  case noRoom(bytes: Int)
  /// An event can't be encoded. Nothing behind it in its session is recorded.
  case unwritable(name: String, reason: String)
  /// The log was written by a newer program.
  case tooNew(found: Int, known: Int)
  /// The app's events have changed since: this log is of a version of them that the app doesn't know yet.
  case newerEvents(found: Int, known: Int)
  /// What should be taken in was recorded by a newer version of the app than the log is of.
  case newerSession(found: Int, known: Int)
  /// There is no log there, or it isn't one, or it can't be opened.
  case cannotOpen(reason: String)
  /// The store can't be read at the moment.
  case cannotRead(reason: String)
  /// The file of an export can't be read.
  case unreadableFile(path: String, reason: String)
  /// What should be read as an exported session isn't what an export writes.
  case notReadable(reason: String)
  /// The log has a session of that name already.
  case exists(session: String)
  /// No session has that name, or one that begins so.
  case noSession(named: String)
  /// The names of several sessions begin so.
  case severalSessions(named: String)
  /// The log has been closed.
  case closed
  /// The log is damaged behind a place: events up to another place are lost, which is the same if nobody knows. All others can
  /// be read.
  case damaged(position: UInt64, through: UInt64, reason: String)
  /// No type or case of that name is known, and no migration says what became of it.
  case unknownEvent(name: String)
  /// Several types have a case of that name: which of them is meant, nobody can tell.
  case ambiguousEvent(name: String, types: [String])
  /// An event can't be read as what it is now.
  case unreadable(position: UInt64, name: String, reason: String)

  /// What was wrong, and how to mend it.
  public var description: String {
    switch self {
    case .cannotWrite(let reason): "the log can't be written: \(reason). It is kept in memory and tried again."
    case .lost(let reason):
      """
      the log can't be written: \(reason). What was kept in memory for it is lost, and it ends before that: see whether there is room, \
      and whether it may be written, before it is opened again.
      """
    case .stillRead(let path):
      """
      what was forgotten is still in \(path)-wal, for somebody reads the log; nothing is lost. Once they have ended, it goes from there \
      when the app is started and stopped again, or with “ghostlight log compact \(path)”, which forgets what stands before snapshots too.
      """
    case .noRoom(let bytes):
      """
      more has come than the log could write, and \(bytes) bytes wait: sessions that something happens in now won't be brought back. See \
      whether the disk is slow, or who has so much done
      """
    case .unwritable(let name, let reason):
      "the event \(name) can't be encoded: \(reason). Its session is recorded up to here and no further."
    case .newerEvents(let found, let known):
      "the log has events of the app's version \(found), and this program knows up to \(known): open it with a newer one"
    case .newerSession(let found, let known):
      """
      it has events of the app's version \(found), and the log is of version \(known): import it into a log of its own, or into \
      this one when the newer program has opened it
      """
    case .cannotOpen(let reason): "the log can't be opened: \(reason)"
    case .cannotRead(let reason):
      "the log can't be read: \(reason). See whether the disk and the rights are in order, and try again."
    case .unreadableFile(let path, let reason):
      "\(path) can't be read: \(reason). See whether the path and the rights are in order."
    case .notReadable(let reason): "the exported session can't be read: \(reason)"
    case .exists(let session): "the log has a session \(session) already: import it into another log"
    case .noSession(let name): "there is no session \(name): see “ghostlight log sessions”"
    case .severalSessions(let name): "the names of several sessions begin with \(name): say more of it"
    case .closed: "the log has been closed: open it anew to read it, or end what asks before the log is closed"
    case .tooNew(let found, let known):
      "the log has format \(found), and this program reads up to \(known): open it with a newer version"
    case .damaged(let position, let end, let reason):
      """
      the log is damaged\(Self.place(of: position, end)): \(reason). “ghostlight verify” says what is lost, “ghostlight log recover” \
      makes a new log of what is left, and “ghostlight log export --up-to-damage” saves a session; take the file from a backup if you \
      need all, with the -wal and -shm beside it moved away, or move it and the files beside it away for the app to begin another.
      """
    case .unknownEvent(let name): "no event \(name) is known: declare a migration that renames or removes it"
    case .ambiguousEvent(let name, let types):
      """
      events of \(types.joined(separator: " and of ")) are called \(name): give all but one of the types a name of its own, such \
      as @Event(name: "shop.Event")
      """
    case .unreadable(let position, let name, let reason):
      "event \(position), \(name), can't be read: \(reason). Declare a migration."
    }
  }
}

extension EventLogError {
  /// Which events are lost, as far as that is known: of a file that can't be opened nothing is.
  private static func place(of position: UInt64, _ end: UInt64) -> String {
    if end > position { return " behind event \(position), up to event \(end)" }
    return position > 0 ? " behind event \(position)" : ""
  }

  /// Why the events of several types that have a case of one name can't be told from each other.
  static func ambiguity(of name: String, among types: [EventType]) -> EventLogError {
    .ambiguousEvent(name: name, types: types.map { String(reflecting: $0.root) })
  }

  /// The failure of a store to write, in its own words.
  init(writing error: any Error) {
    self = error as? EventLogError ?? .cannotWrite(reason: String(describing: error))
  }

  /// Whether it is about a block that can't be read, while those before it can.
  var isAboutBlock: Bool {
    switch self {
    case .damaged, .tooNew: true
    default: false
    }
  }

  /// What is wrong, without what to do about it.
  var reason: String {
    if case .notReadable(let reason) = self { reason } else { description }
  }
}
