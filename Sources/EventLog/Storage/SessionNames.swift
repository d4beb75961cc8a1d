/// The names of sessions by the numbers of their chapters, as far as they were needed.
struct SessionNames {
  private var names: [Int: String] = [:]

  mutating func learn(_ session: String, numbers: [Int]) {
    for number in numbers { names[number] = session }
  }

  /// Finds out the names of a block's sessions.
  mutating func learn(_ contents: BlockContents, from store: some LogStore) async throws {
    names.merge(contents.sessions) { old, _ in old }
    let missing = Set(contents.records.map(\.record.source)).filter { $0 != 0 && names[$0] == nil }
    guard !missing.isEmpty else { return }
    names.merge(try await store.sessions(numbered: missing.sorted())) { old, _ in old }
  }

  /// The stream with a number.
  subscript(number: Int) -> LogSource {
    // A damaged log may lack a session's name, but not its number.
    number == 0 ? .app : .session(names[number] ?? "session \(number)")
  }
}
