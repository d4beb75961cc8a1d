/// The names that a damaged log refers to by number, as far as they are known: from its table, and from the blocks that were the first
/// to use them.
struct RecoveredNames {
  /// Stands for a name that isn't known, where a list must have one.
  private static let lost = "\u{0}lost"

  private var texts: [LogName.Kind: [Int: String]] = [:]
  /// The numbers that blocks have told.
  private var told: [LogName.Kind: Set<Int>] = [:]
  /// The same for those who read.
  private(set) var names = LogNames.none
  private var lacksFields = false

  /// Takes in names of the store's table; those that come later are believed.
  mutating func learn(_ names: [LogName]) { _ = take(names) }

  /// Takes in what a block tells, in order. The first that tells a name is believed, rather than the table too: those behind it have the
  /// name from that.
  ///
  /// - Returns: Whether anything is news.
  mutating func learn(from contents: BlockContents) -> Bool {
    var first: [LogName] = []
    for name in contents.names where told[name.kind, default: []].insert(name.number).inserted { first.append(name) }
    return take(first)
  }

  /// Returns whether any of them is news.
  private mutating func take(_ names: [LogName]) -> Bool {
    var isNew = false
    for name in names where (1...NameTable.highest).contains(name.number) {
      if texts[name.kind]?[name.number] == name.text { continue }
      texts[name.kind, default: [:]][name.number] = name.text
      isNew = true
    }
    guard isNew else { return false }
    let fields = list(.field)
    self.names = LogNames(cases: list(.case), fields: fields)
    lacksFields = fields.contains(Self.lost)
    return true
  }

  private func list(_ kind: LogName.Kind) -> [String] {
    let known = texts[kind] ?? [:]
    return (0..<(known.keys.max() ?? 0)).map { known[$0 + 1] ?? Self.lost }
  }

  /// All of them, by kind and number.
  var all: [LogName] {
    let kinds: [LogName.Kind] = [.case, .field]
    return kinds.flatMap { kind in
      (texts[kind] ?? [:]).sorted { $0.key < $1.key }.map { LogName(kind: kind, number: $0.key, text: $0.value) }
    }
  }

  /// Whether an event can be read: what it carries, and all names that it refers to.
  func cover(_ record: CodedRecord, carrying payload: LogPayload) -> Bool {
    guard knows(record.name), record.requests.allSatisfy({ knows($0.name) }), let value = try? payload.value() else {
      return false
    }
    return !lacksFields || !value.hasField(Self.lost)
  }

  private func knows(_ number: UInt64) -> Bool {
    guard let name = names.caseName(number) else { return false }
    return name != Self.lost
  }
}

extension LogValue {
  /// Whether a field has a name, at any depth.
  fileprivate func hasField(_ name: String) -> Bool {
    switch self {
    case .array(let items): items.contains { $0.hasField(name) }
    case .object(let fields): fields.contains { $0.name == name || $0.value.hasField(name) }
    default: false
    }
  }
}
