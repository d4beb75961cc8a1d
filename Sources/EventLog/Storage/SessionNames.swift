/// The names of sessions by the numbers of their chapters, as far as they were needed.
struct SessionNames {
  private var names: [Int: String] = [:]

  /// These, or none if they have become too many to be kept.
  var bounded: SessionNames { names.count > 100_000 ? SessionNames() : self }

  mutating func learn(_ session: String, numbers: [Int]) {
    for number in numbers { names[number] = session }
  }

  /// Finds out the names of a block's sessions.
  mutating func learn(_ contents: BlockContents, from store: some LogStore) async throws {
    names.merge(contents.sessions) { old, _ in old }
    var (missing, last) = (Set<Int>(), 0)
    for (record, _) in contents.records where record.source != last {
      last = record.source
      if last != 0, names[last] == nil { missing.insert(last) }
    }
    guard !missing.isEmpty else { return }
    names.merge(try await store.sessions(numbered: missing.sorted())) { old, _ in old }
  }

  /// The stream with a number.
  subscript(number: Int) -> LogSource {
    // A damaged log may lack a session's name, but not its number.
    number == 0 ? .app : .session(names[number] ?? "session \(number)")
  }
}
