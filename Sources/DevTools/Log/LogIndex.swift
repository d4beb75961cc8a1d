internal import EventLog
internal import EventStream
internal import Synchronization

/// The log's records in the order of recording, small enough to have a million in memory: what lists and filters are made from
/// at once. What events carry stays in the log. Thread-safe.
final class LogIndex: Sendable {
  fileprivate struct State {
    var entries: ContiguousArray<LogEntry> = []
    var names: [String] = []
    var nameNumbers: [String: UInt32] = [:]
    /// In order of their numbers.
    var sources: [NumberedSource] = []
    var sourceNumbers: [LogSource: UInt32] = [:]
    var nextSource: UInt32 = 0
    var generation = 0
    var lastPosition: UInt64 = 0
    /// What of the log is damaged, in order.
    var damage: [ClosedRange<UInt64>] = []
  }

  fileprivate struct NumberedSource {
    let number: UInt32
    let source: LogSource
    /// How many entries of it there have been.
    var count = 0
  }

  /// How far an index has come, and whether what was read from it before still holds.
  struct Extent: Hashable, Sendable, Codable {
    /// Goes up when old entries are forgotten; then the numbers of the others change.
    let generation: Int
    /// How many entries there are.
    let count: Int
  }

  /// What screens are recorded as: no event that has happened.
  static let screenName = "SessionEvent.shown"

  private let state = Mutex(State())
  private let limit: Int

  /// - Parameter limit: How many entries are kept. Beyond it the older half is forgotten.
  init(limit: Int = 2_000_000) { self.limit = limit }

  var extent: Extent { state.withLock { Extent(generation: $0.generation, count: $0.entries.count) } }

  /// The place of the last record.
  var lastPosition: UInt64 { state.withLock { $0.lastPosition } }

  /// The place of the first record that is kept, if older ones have been forgotten.
  var firstKept: UInt64? { state.withLock { $0.generation > 0 ? $0.entries.first?.position : nil } }

  /// The names of all cases, in order.
  var names: [String] { state.withLock { $0.names }.sorted() }
  /// The place of the first record that is known; 0 if none is.
  var firstPosition: UInt64 { state.withLock { $0.entries.first?.position ?? 0 } }
  /// The streams, those of the youngest sessions first; the app's is among them however old it is.
  ///
  /// - Parameter limit: How many of sessions at most: each is known that has an entry, a million maybe.
  func sources(_ limit: Int) -> [LogSource] {
    state.withLock { state in
      let latest = state.sources.suffix(limit).reversed().map(\.source)
      return state.sourceNumbers[.app] == nil || latest.contains(.app) ? latest : latest + [.app]
    }
  }

  /// Takes in what comes next in the log; but for screens, which are recorded beside what happens. What is known already is left out:
  /// two may have read on at once.
  ///
  /// - Parameter damage: What couldn't be read on the way.
  func add(_ next: LogHeads, behind damage: [ClosedRange<UInt64>] = []) {
    state.withLock { state in
      let known = state.lastPosition
      state.damage += damage.filter { $0.lowerBound > known }
      state.lastPosition = max(known, next.heads.last?.position ?? 0, damage.last?.upperBound ?? 0)
      let screen = next.names.firstIndex(of: Self.screenName)
      // Numbered when they are met, so that only names and streams that something is of are offered.
      var names = [UInt32?](repeating: nil, count: next.names.count)
      var sources = [UInt32?](repeating: nil, count: next.sources.count)
      var counts = [Int](repeating: 0, count: next.sources.count)
      for head in next.heads where head.position > known && head.name != screen {
        let name = names[head.name] ?? state.number(of: next.names[head.name])
        let source = sources[head.source] ?? state.number(of: next.sources[head.source])
        (names[head.name], sources[head.source]) = (name, source)
        counts[head.source] += 1
        state.entries.append(
          LogEntry(
            position: head.position, id: head.id, causeID: head.cause?.rawValue ?? 0,
            answersID: head.answers?.rawValue ?? 0, time: head.time, name: name, source: source,
            marks: head.marks))
      }
      for case (let source?, let count) in zip(sources, counts) { state.add(count, to: source) }
      if state.entries.count > limit {
        state.entries.removeFirst(state.entries.count - limit / 2)
        state.forgetSources()
        state.generation += 1
      }
    }
  }

  /// The places of what can't be read of the log, in order; empty where nothing is damaged.
  var damage: [ClosedRange<UInt64>] { state.withLock { $0.damage } }

  /// The entry with a number; `nil` if it has been forgotten.
  func entry(_ number: Int) -> LogEntry? {
    state.withLock { $0.entries.indices.contains(number) ? $0.entries[number] : nil }
  }

  /// The number of the entry of a record; `nil` if there is none.
  func number(ofPosition position: UInt64) -> Int? {
    state.withLock { state in
      let number = state.entries.firstPlace { $0.position >= position }
      return state.entries.indices.contains(number) && state.entries[number].position == position ? number : nil
    }
  }

  /// The entry of a record; `nil` if there is none, or it has been forgotten.
  func entry(ofPosition position: UInt64) -> LogEntry? {
    state.withLock { state in
      let number = state.entries.firstPlace { $0.position >= position }
      guard state.entries.indices.contains(number), state.entries[number].position == position else { return nil }
      return state.entries[number]
    }
  }

  /// The entries that a filter lets through, in order.
  ///
  /// - Parameter position: Only those behind this place in the log.
  func entries(matching filter: LogFilter, after position: UInt64 = 0) -> [LogEntry] {
    state.withLock { state in
      let test = state.test(for: filter)
      return state.entries[state.entries.firstPlace { $0.position > position }...].filter(test)
    }
  }

  /// What a list takes in of the index at one moment.
  struct Look: Sendable {
    /// How far the index has come.
    let extent: Extent
    /// The place of the last entry that the list knew before; 0 for none.
    let knownPosition: UInt64
    /// The place of the last record.
    let lastPosition: UInt64
    /// The numbers of the entries that the list didn't know and its filter lets through, in order.
    let numbers: [Int]
  }

  /// Looks at what a list doesn't know yet, all at once: others read on meanwhile, and what is asked for piece by piece may stand in
  /// two of them.
  ///
  /// - Parameters:
  ///   - filter: What the list lets through; `nil` for nothing.
  ///   - known: How far the list has looked. If old entries were forgotten since, it looks at all.
  func look(through filter: LogFilter?, behind known: Extent) -> Look {
    state.withLock { state in
      let count = known.generation == state.generation ? min(known.count, state.entries.count) : 0
      return Look(
        extent: Extent(generation: state.generation, count: state.entries.count),
        knownPosition: count > 0 ? state.entries[count - 1].position : 0, lastPosition: state.lastPosition,
        numbers: filter.map { state.numbers(matching: $0, from: count) } ?? [])
    }
  }

  func name(_ number: UInt32) -> String { state.withLock { $0.names[Int(number)] } }

  /// The stream with a number; the app's where all of it was forgotten after the entry with that number was looked up.
  func source(_ number: UInt32) -> LogSource {
    state.withLock { state in
      guard let place = state.place(of: number) else { return .app }
      return state.sources[place].source
    }
  }

  /// How many entries of a stream there have been, with those that are forgotten; `nil` if all of them may be.
  func count(of source: LogSource) -> Int? {
    state.withLock { state in
      guard let number = state.sourceNumbers[source], let place = state.place(of: number) else {
        return state.generation == 0 ? 0 : nil
      }
      return state.sources[place].count
    }
  }

  /// Those of some entries that a filter lets through.
  func numbers(matching filter: LogFilter, among some: [Int]) -> [Int] {
    state.withLock { state in
      let test = state.test(for: filter)
      return some.filter { state.entries.indices.contains($0) && test(state.entries[$0]) }
    }
  }

  /// Looks at all entries as they are now.
  func withEntries<Result>(_ body: (Snapshot) -> Result) -> Result {
    let (entries, names) = state.withLock { ($0.entries, $0.names) }
    return body(Snapshot(entries: entries, names: names))
  }

  /// The entries at one moment.
  struct Snapshot {
    let entries: ContiguousArray<LogEntry>
    let names: [String]
  }
}

extension LogIndex.State {
  /// The filter in the numbers of this index, so that no text is compared for each entry.
  fileprivate func test(for filter: LogFilter) -> (LogEntry) -> Bool {
    let names = filter.name.map { wanted in self.names.map { LogFilter.isName($0, under: wanted) } }
    let source = filter.source.map { sourceNumbers[$0] ?? .max }
    return { entry in
      if let source, entry.source != source { return false }
      if let names, !names[Int(entry.name)] { return false }
      if filter.onlyInputs, !entry.marks.contains(.input) { return false }
      if let chain = filter.chain, !chain.contains(entry.id) { return false }
      return true
    }
  }

  fileprivate func numbers(matching filter: LogFilter, from first: Int) -> [Int] {
    let all = min(first, entries.count)..<entries.count
    if filter.isEmpty { return Array(all) }
    let test = test(for: filter)
    return all.filter { test(entries[$0]) }
  }

  fileprivate mutating func number(of name: String) -> UInt32 {
    if let number = nameNumbers[name] { return number }
    let number = UInt32(names.count)
    names.append(name)
    nameNumbers[name] = number
    return number
  }

  fileprivate mutating func number(of source: LogSource) -> UInt32 {
    if let number = sourceNumbers[source] { return number }
    let number = nextSource
    nextSource += 1
    sources.append(LogIndex.NumberedSource(number: number, source: source))
    sourceNumbers[source] = number
    return number
  }

  /// Where the stream with a number stands; `nil` if it is forgotten.
  fileprivate func place(of number: UInt32) -> Int? {
    let place = sources.firstPlace { $0.number >= number }
    return sources.indices.contains(place) && sources[place].number == number ? place : nil
  }

  fileprivate mutating func add(_ count: Int, to source: UInt32) {
    if let place = place(of: source) { sources[place].count += count }
  }

  /// Forgets the streams of which no entry is left. The others keep their numbers: another thread may have looked up an entry and
  /// ask for its stream next.
  fileprivate mutating func forgetSources() {
    let left = Set(entries.lazy.map(\.source))
    // Anew, to give the memory back.
    sources = sources.filter { left.contains($0.number) }
    sourceNumbers = Dictionary(uniqueKeysWithValues: sources.map { ($0.source, $0.number) })
  }
}
