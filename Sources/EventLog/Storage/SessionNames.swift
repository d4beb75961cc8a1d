/// The names of sessions by the numbers of their chapters, as far as they were needed.
struct SessionNames {
  private var names: [Int: String] = [:]

  mutating func learn(_ chapters: [LogChapter]) {
    for chapter in chapters { names[chapter.number] = chapter.session }
  }

  /// Finds out the names of a block's sessions.
  mutating func learn(_ contents: BlockContents, from store: some LogStore) async throws {
    names.merge(contents.sessions) { old, _ in old }
    let missing = Set(contents.records.map(\.record.source)).filter { $0 != 0 && names[$0] == nil }
    guard !missing.isEmpty else { return }
    learn(try await store.chapters(numbered: missing.sorted()))
  }

  /// The stream with a number.
  subscript(number: Int) -> LogSource {
    // A damaged log may lack a session's name, but not its number.
    number == 0 ? .app : .session(names[number] ?? "session \(number)")
  }
}
