/// Why something could not be read or written; nothing was changed unless a case says otherwise.
public enum TodoFailure: Error, Sendable, Equatable, Codable {
  /// The draft may not be saved; each wrong field has its problem. Never empty.
  case invalid([TodoField: TodoProblem])

  /// There is no such todo, or it is deleted and must be restored first.
  case notFound(Int64)

  /// The database's file may only be read. Reads still work, and writes will once the file is writable again.
  case readOnly

  /// The disk is full. Reads still work, and writes will once there is room.
  case full

  /// The database can't be used just now.
  ///
  /// After ``TodoOutage/missing`` and ``TodoOutage/replaced`` a write may, in a race with whoever moved the file, have
  /// reached the moved file. `detail` tells the operator more (a path, SQLite's message); it isn't for the users.
  case unavailable(TodoOutage, detail: String)

  /// The task was cancelled before the answer was known.
  case cancelled
}

extension TodoFailure: CustomStringConvertible {
  /// What was wrong, where, and how to mend it, in English.
  public var description: String {
    switch self {
    case .invalid(let problems):
      let list = TodoField.allCases.compactMap { field in problems[field].map { "\(field.rawValue): \($0)" } }
      return "The todo can't be saved: \(list.joined(separator: "; "))."
    case .notFound(let id): return "There is no todo \(id); it may have been deleted. Restore it, or choose another."
    case .readOnly: return "The todo database is read-only; make its file writable."
    case .full: return "The disk of the todo database is full; make room on it."
    case .unavailable(let outage, let detail):
      return "The todo database can't be used: \(outage)\(detail.isEmpty ? "" : " (\(detail))")."
    case .cancelled: return "The request was cancelled; repeat it if it's still wanted."
    }
  }
}
