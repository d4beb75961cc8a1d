/// What events carry, as far as it has been read; the least recently used is forgotten.
struct EventTexts {
  /// What stands for what the log can't tell any more.
  private let gone: String
  private var texts: [UInt64: EventText] = [:]
  private var order: [UInt64] = []
  private(set) var missing: Set<UInt64> = []
  private var asked: Set<UInt64> = []
  private let limit = 2_000
  /// How many are asked for at once.
  private static let most = 400

  init(gone: String) { self.gone = gone }

  /// What an event carries, in one line; `nil` while that is being read.
  mutating func summary(at position: UInt64) -> String? { text(at: position).map { $0.summary ?? gone } }

  /// What an event carries, in full; an ellipsis while that is being read.
  mutating func full(at position: UInt64) -> String { text(at: position).map { $0.full ?? gone } ?? "…" }

  /// The text of an event; notes that it is wanted if it isn't there.
  private mutating func text(at position: UInt64) -> EventText? {
    if let text = texts[position] { return text }
    if !asked.contains(position) { missing.insert(position) }
    return nil
  }

  /// What is to be asked for now: no more than a screen or two holds. Who still misses the rest looks for it again.
  ///
  /// - Parameter first: What comes before all others, if it is missing; of those the newest come first.
  mutating func takeMissing(beginningWith first: UInt64? = nil) -> [UInt64] {
    var wanted = Array(missing.sorted(by: >).prefix(Self.most))
    if let first, missing.contains(first), !wanted.contains(first) { wanted[wanted.count - 1] = first }
    asked.formUnion(wanted)
    missing = []
    return wanted
  }

  mutating func add(_ new: [EventText]) {
    for text in new {
      asked.remove(text.position)
      if texts.updateValue(text, forKey: text.position) == nil { order.append(text.position) }
    }
    while order.count > limit { texts[order.removeFirst()] = nil }
  }
}
