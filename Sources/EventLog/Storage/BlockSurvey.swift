/// Compares what a store keeps beside its blocks with what the blocks say: all of it stands in them too.
///
/// It is given every block, then every entry of the store's index, and tells at the end what doesn't fit.
public struct BlockSurvey {
  private var names: [Number: String] = [:]
  /// The cases that events and requests are of.
  private var cases: Set<UInt64> = []
  private var sessions: [Int: String] = [:]
  private var balances: [Int: Balance] = [:]
  /// Blocks of which nobody knows what is in them.
  private var unreadable: Set<UInt64> = []

  /// What a name is found by.
  private struct Number: Hashable {
    let kind: LogName.Kind
    let number: Int
  }

  /// By how much blocks and index differ about a stream.
  private struct Balance {
    /// How many more events the blocks have.
    var events = 0
    /// The sum of all that the blocks have, less all that the index has: zero if the entries are the same.
    var digest: UInt64 = 0

    mutating func add(_ count: Int, in last: UInt64, sign: Int) {
      events &+= count &* sign
      // Multiplied, so that two errors don't cancel each other out.
      let entry = (last &* 0x9E37_79B9_7F4A_7C15 ^ UInt64(truncatingIfNeeded: count)) &* 0xBF58_476D_1CE4_E5B9
      digest &+= sign < 0 ? 0 &- entry : entry
    }
  }

  /// Nothing seen yet.
  public init() {}

  /// Takes in a block; of one that is damaged only that it is.
  public mutating func add(_ block: StoredBlock) {
    guard let contents = try? BlockContents(block.bytes) else {
      unreadable.insert(block.last)
      return
    }
    // Those who tell it once more have it from the table.
    for name in contents.names where names[Number(kind: name.kind, number: name.number)] == nil {
      names[Number(kind: name.kind, number: name.number)] = name.text
    }
    sessions.merge(contents.sessions) { old, _ in old }
    var counts: [Int: Int] = [:]
    for (record, _) in contents.records {
      counts[record.source, default: 0] += 1
      cases.insert(record.name)
      for request in record.requests { cases.insert(request.name) }
    }
    for (stream, count) in counts { balances[stream, default: Balance()].add(count, in: block.last, sign: 1) }
  }

  /// Takes in an entry of the index: that a block has so many events of a stream.
  ///
  /// - Parameters:
  ///   - stream: The stream's number.
  ///   - last: The position that the block is found by.
  ///   - count: How many events of the stream it has.
  public mutating func add(stream: Int, last: UInt64, count: Int) {
    guard !unreadable.contains(last) else { return }
    balances[stream, default: Balance()].add(count, in: last, sign: -1)
  }

  /// What doesn't fit, in words, when all blocks and then all entries of the index have been taken in.
  ///
  /// - Parameters:
  ///   - names: The names that the store has.
  ///   - sessions: The names of the sessions that it has, by the numbers of their chapters.
  public func flaws(names: [LogName], sessions: [Int: String]) -> [String] {
    flaws(of: names) + flaws(of: sessions) + flawsOfIndex(sessions)
  }

  private func flaws(of stored: [LogName]) -> [String] {
    let stored = Dictionary(stored.map { (Number(kind: $0.kind, number: $0.number), $0.text) }) { old, _ in old }
    let wrong = names.filter { stored[$0.key] != $0.value }
    let unknown = cases.filter { number in
      guard let number = Int(exactly: number) else { return true }
      let name = Number(kind: .case, number: number)
      return stored[name] == nil && names[name] == nil
    }
    return wrong.sorted { ($0.key.kind.rawValue, $0.key.number) < ($1.key.kind.rawValue, $1.key.number) }.map {
      "the name “\($0.value)” is \(stored[$0.key].map { "“\($0)”" } ?? "missing") in the table of names"
    } + unknown.sorted().map { "the name of case \($0) is missing in the table of names" }
  }

  private func flaws(of stored: [Int: String]) -> [String] {
    let numbers = balances.keys.filter { $0 != 0 && isMisnamed($0, in: stored) }
    return numbers.sorted().map { number in
      "\(label(number, stored)) is \(stored[number].map { "“\($0)”" } ?? "missing") in the table of sessions"
    }
  }

  private func isMisnamed(_ number: Int, in stored: [Int: String]) -> Bool {
    stored[number] == nil || sessions[number] != nil && sessions[number] != stored[number]
  }

  private func flawsOfIndex(_ stored: [Int: String]) -> [String] {
    balances.filter { $0.value.digest != 0 || $0.value.events != 0 }.sorted { $0.key < $1.key }.map { number, balance in
      let stream = label(number, stored)
      return switch balance.events {
      case 1...: "the index lacks \(balance.events) of the events of \(stream)"
      case ..<0: "the index has \(0 &- balance.events) events of \(stream) that are in no block"
      default: "the index looks for events of \(stream) in the wrong blocks"
      }
    }
  }

  private func label(_ number: Int, _ stored: [Int: String]) -> String {
    number == 0 ? "the app" : "session \(sessions[number] ?? stored[number] ?? "\(number)")"
  }
}
