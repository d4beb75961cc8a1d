/// The names of a log that is being written.
struct NameTable {
  /// Beyond so many, names stand where they are used: they are as good as data then, and there is no end to them.
  static let mostFields = 8_192
  static let longestField = 64
  /// No name has a higher number. No app has so many cases: what has comes from an import, and must not fill the log for ever.
  static let highest = 1 << 20

  private var cases = Numbered()
  private var fields = Numbered()
  /// What has been added and is not written yet.
  private(set) var added: [LogName] = []
  private var copy: LogNames?
  /// The number of the field that was asked for last, and for each field the one that came next when it was last asked for: fields
  /// come in the same order again and again, and comparing is quicker than looking up.
  private var lastField = 0
  private var nextField: [Int] = []

  /// Names, and where they stand.
  private struct Numbered {
    var names: [String] = []
    var numbers: [String: Int] = [:]

    func all(_ kind: LogName.Kind) -> [LogName] {
      numbers.map { LogName(kind: kind, number: $0.value, text: $0.key) }.sorted { $0.number < $1.number }
    }

    mutating func put(_ name: LogName) {
      // A damaged log may lack some: their places stay without a name.
      while names.count < name.number { names.append("?\(names.count + 1)") }
      names[name.number - 1] = name.text
      numbers[name.text] = name.number
    }

    mutating func add(_ name: String) -> Int {
      names.append(name)
      numbers[name] = names.count
      return names.count
    }
  }

  init(_ names: [LogName] = []) { learn(names) }

  /// Takes in names that have been written.
  mutating func learn(_ names: [LogName]) {
    copy = nil
    for name in names where (1...Self.highest).contains(name.number) {
      switch name.kind {
      case .case: cases.put(name)
      case .field: fields.put(name)
      }
    }
  }

  /// The number of a case; `nil` if it has none and there is none left.
  mutating func caseNumber(_ name: String) -> Int? {
    if let number = cases.numbers[name] { return number }
    if cases.names.count >= Self.highest { return nil }
    let number = cases.add(name)
    note(LogName(kind: .case, number: number, text: name))
    return number
  }

  /// The number of a field, or 0 for one that is written out.
  mutating func fieldNumber(_ name: String) -> Int {
    if lastField < nextField.count {
      let guess = nextField[lastField]
      if guess > 0, fields.names[guess - 1] == name {
        lastField = guess
        return guess
      }
    }
    let number = lookUpField(name)
    while nextField.count <= max(lastField, number) { nextField.append(0) }
    if number > 0 { nextField[lastField] = number }
    lastField = number
    return number
  }

  /// The number of a field that has one; 0 for any other.
  func knownFieldNumber(_ name: String) -> Int { fields.numbers[name] ?? 0 }

  private mutating func lookUpField(_ name: String) -> Int {
    if let number = fields.numbers[name] { return number }
    if fields.names.count >= Self.mostFields || name.utf8.count > Self.longestField { return 0 }
    let number = fields.add(name)
    note(LogName(kind: .field, number: number, text: name))
    return number
  }

  private mutating func note(_ name: LogName) {
    copy = nil
    added.append(name)
  }

  mutating func takeAdded() -> [LogName] {
    defer { added = [] }
    return added
  }

  /// All names so far, as blocks tell them once more.
  var all: [LogName] { (fields.all(.field) + cases.all(.case)).toldAgain }

  /// All names so far, for those who read.
  mutating func names() -> LogNames {
    if let copy { return copy }
    let made = LogNames(cases: cases.names, fields: fields.names)
    copy = made
    return made
  }
}
