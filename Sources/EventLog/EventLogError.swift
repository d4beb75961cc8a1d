/// What is wrong with a log, and how to mend it.
public enum EventLogError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The store can't be written at the moment.
  case cannotWrite(reason: String)
  /// The log was written by a newer program.
  case tooNew(found: Int, known: Int)
  /// The log is damaged at a place; everything before it can be read.
  case damaged(position: UInt64, reason: String)
  /// No type or case of that name is known, and no migration says what became of it.
  case unknownEvent(name: String)
  /// An event can't be read as what it is now.
  case unreadable(position: UInt64, name: String, reason: String)

  /// What was wrong, and how to mend it.
  public var description: String {
    switch self {
    case .cannotWrite(let reason): "the log can't be written: \(reason). It is kept in memory and tried again."
    case .tooNew(let found, let known):
      "the log has format \(found), and this program reads up to \(known): open it with a newer version"
    case .damaged(let position, let reason): "the log is damaged behind event \(position): \(reason)"
    case .unknownEvent(let name): "no event \(name) is known: declare a migration that renames or removes it"
    case .unreadable(let position, let name, let reason):
      "event \(position), \(name), can't be read: \(reason). Declare a migration."
    }
  }
}
