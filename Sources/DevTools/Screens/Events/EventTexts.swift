/// What events carry, as far as it has been read; what was read first is forgotten first.
struct EventTexts {
  /// What stands for what the log can't tell any more.
  private let gone: String
  private var summaries = KeptTexts()
  /// Apart from the others, which none of them is to push out: a list shows hundreds of those at once.
  private var fulls = KeptTexts()
  private var missing: Set<UInt64> = []
  /// The place of the event that is open, where it isn't there in full.
  private var missingFull: UInt64?
  private var asked: Set<UInt64> = []
  private var askedInFull: Set<UInt64> = []
  /// How many are asked for at once.
  private static let most = 400

  init(gone: String) { self.gone = gone }

  /// What an event carries, in one line; `nil` while that is being read, which is noted.
  mutating func summary(at position: UInt64) -> String? {
    if let summary = summaries[position] { return summary }
    if !asked.contains(position) { missing.insert(position) }
    return nil
  }

  /// What the event that is open carries, in full; an ellipsis while that is being read, which is noted. Of no other so much is read.
  mutating func full(at position: UInt64) -> String {
    missingFull = nil
    if let full = fulls[position] { return full }
    if !askedInFull.contains(position) { missingFull = position }
    return "…"
  }

  /// What is to be asked for now, if anything is: no more than a screen or two holds. Who still misses the rest looks for it again.
  ///
  /// The event that is open comes before all others; of those the newest come first.
  mutating func takeMissing() -> WantedTexts? {
    let open = missingFull
    if let open {
      missing.remove(open)
      askedInFull.insert(open)
    }
    var positions = Array(missing.sorted(by: >).prefix(Self.most))
    if let open { positions.insert(open, at: 0) }
    asked.formUnion(positions)
    missing = []
    missingFull = nil
    return positions.isEmpty ? nil : WantedTexts(positions: positions, full: open)
  }

  mutating func add(_ new: [EventText]) {
    for text in new {
      asked.remove(text.position)
      summaries.add(text.summary ?? gone, at: text.position)
      // There is no more to be read of what the log can't tell.
      guard let full = text.summary == nil ? gone : text.full else { continue }
      askedInFull.remove(text.position)
      fulls.add(full, at: text.position)
    }
  }
}
