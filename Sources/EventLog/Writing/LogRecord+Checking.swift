extension [LogRecord] {
  /// Sees whether all of them can be written, before any of them is.
  ///
  /// - Parameter names: Those that the log has by now.
  /// - Throws: ``EventLogError/notReadable(reason:)`` with the first that can't.
  func check(against names: LogNames) throws(EventLogError) {
    for record in self {
      do { _ = try record.payload.value() } catch {
        let flaw = if case .damaged(_, _, let reason) = error { reason } else { error.reason }
        throw .notReadable(reason: "what event \(record.position), \(record.name), carries is no value: \(flaw)")
      }
    }
    var more = Set(map(\.name))
    for record in self { more.formUnion(record.requests.map(\.name)) }
    more.subtract(names.cases)
    guard names.cases.count + more.count <= NameTable.highest else {
      throw .notReadable(
        reason: """
          its events have \(more.count) names that the log hasn't, and it has room for \
          \(NameTable.highest - names.cases.count): take another log
          """)
    }
  }
}
