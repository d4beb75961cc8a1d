internal import EventLog
internal import EventStream

/// Which events are wanted. What isn't said lets everything through.
struct LogFilter: Hashable, Sendable {
  /// The stream that they passed.
  var source: LogSource?
  /// A case, such as `TodoEvent.rows`, or a type with all of its cases.
  var name: String?
  /// Only what came to a session from outside.
  var onlyInputs = false
  /// Only these: what led to an event, and what it led to.
  var chain: Set<EventID>?

  var isEmpty: Bool { self == LogFilter() }

  static func isName(_ name: String, under wanted: String) -> Bool {
    name.hasPrefix(wanted) && (name.utf8.count == wanted.utf8.count || name.dropFirst(wanted.count).first == ".")
  }
}
