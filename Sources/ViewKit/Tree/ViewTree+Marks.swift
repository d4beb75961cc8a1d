/// Finding a view again in another program's screen, which may have numbered its views otherwise.
extension ViewTree {
  /// A number that stands for what is acted on: what kind it is, and what it is called. Views alike have the same.
  func mark(of target: IntentTarget) -> UInt32? {
    switch target {
    case .view(let id): view(id)?.mark
    case .row(let table, _, let part): view(table)?.table?.mark(ofPart: part)
    }
  }

  /// The target that an act was on, when it was recorded with a mark.
  ///
  /// - Returns: The target itself if it has the mark still, or else the only one that has; `nil` if none has, or several.
  func target(like target: IntentTarget, marked mark: UInt32, for intent: IntentKind) -> IntentTarget? {
    if self.mark(of: target) == mark { return target }
    switch target {
    case .view:
      let marked = all.filter { $0.mark == mark }
      let reachable = marked.filter(\.isReachable)
      let found = reachable.isEmpty ? marked.filter { $0.allowsLate(intent) } : reachable
      return found.count == 1 ? .view(found[0].id) : nil
    case .row(_, let key, _):
      let found = all.compactMap(\.table).flatMap { table in
        table.parts.indices.filter { table.mark(ofPart: $0) == mark }.map { (table.id, $0) }
      }
      return found.count == 1 ? .row(table: found[0].0, key: key, part: found[0].1) : nil
    }
  }

  /// A number that stands for the row that is acted on, whatever its place; `nil` where there is none, or nobody knows which it is.
  func rowMark(of target: IntentTarget) -> UInt32? {
    guard case .row(let id, let key, _) = target, let table = view(id)?.table else { return nil }
    return table.identity(of: key).map { fingerprint($0) }
  }

  /// The mark of the row that another is moved before, if an intent says that.
  func markOfNext(in intent: Intent) -> UInt32? { intent.next.flatMap { rowMark(of: $0) } }

  /// The same part of the row that has the mark: another program may show rows in another order, in which keys tell others.
  ///
  /// - Returns: The target itself if it has the mark. If no row has, the target too as long as keys tell anything, else `nil`.
  func target(_ target: IntentTarget, ofRowMarked mark: UInt32?) -> IntentTarget? {
    guard let mark, case .row(let id, _, let part) = target, rowMark(of: target) != mark, let table = view(id)?.table
    else { return target }
    let place = rowPlaces.place(of: mark, in: table)
    let key = place.map { table.keys[$0] } ?? table.keyOfHidden { fingerprint($0) == mark }
    if let key { return .row(table: id, key: key, part: part) }
    return table.hasOtherKeys ? nil : target
  }

  /// The intent of an act, on the rows that it was done to.
  ///
  /// - Parameter target: What it was done to, but for which row.
  /// - Returns: `nil` if it isn't known which rows they are.
  func intent(of act: SessionAct, on target: IntentTarget) -> Intent? {
    guard let place = self.target(target, ofRowMarked: act.row) else { return nil }
    let intent = Intent(place, act.intent.kind, act.intent.value)
    guard let next = intent.next else { return intent }
    guard case .row(_, let key, _) = self.target(next, ofRowMarked: act.next) else { return nil }
    return Intent(place, intent.kind, .number(key))
  }

  /// Gives every view another number than any had before: what a page of another program still means is nowhere then.
  func renumberAnew() {
    let first = (lastID / 10_000 + 2) * 10_000
    let views = all
    for view in views { note(view) }
    renumber(views.enumerated().map { ($1, first + $0) }, last: first + views.count)
  }
}

extension Intent {
  /// The row that another is moved before, if that is what it says; 0 is no row's key.
  var next: IntentTarget? {
    guard kind == .move, case .number(let key) = value, key != 0, case .row(let table, _, let part) = target else {
      return nil
    }
    return .row(table: table, key: key, part: part)
  }
}

extension View {
  /// A number that stands for the view's kind and name.
  var mark: UInt32 { fingerprint(kind.word, name.isEmpty ? self[text: .text] : name) }
}

extension AnyTable {
  /// A number that stands for which rows there are, in order; `nil` where nobody knows.
  var order: UInt32? {
    var digest = Fingerprint()
    for index in keys.indices {
      guard let identity = identity(at: index) else { return nil }
      digest.add(identity)
    }
    return digest.value
  }

  /// A number that stands for a part of a table's rows: the table, the part's kind, and which of its kind it is.
  fileprivate func mark(ofPart part: Int) -> UInt32? {
    guard parts.indices.contains(part) else { return nil }
    let before = parts[..<part].count { $0.kind == parts[part].kind }
    return fingerprint("\(mark)", "\(parts[part].kind.word) \(before)")
  }
}

/// Where the rows of the table that was asked last stand, by what stands for them: a session that is played in another program asks
/// with every act.
struct RowPlaces {
  private weak var table: AnyTable?
  private var keys: [Int] = []
  private var places: [UInt32: Int] = [:]

  /// Where the row with a mark stands; `nil` if none has it.
  mutating func place(of mark: UInt32, in table: AnyTable) -> Int? {
    if self.table !== table || keys != table.keys {
      self.table = table
      keys = table.keys
      places = [:]
      for index in keys.indices.reversed() {
        if let identity = table.identity(at: index) { places[fingerprint(identity)] = index }
      }
    }
    return places[mark]
  }
}

/// Never ``SessionAct/refusedMark``.
private func fingerprint(_ texts: String...) -> UInt32 {
  var digest = Fingerprint()
  for text in texts { digest.add(text) }
  return max(digest.value, 1)
}

/// FNV-1a. It tells of mistakes, not of forgery.
private struct Fingerprint {
  private(set) var value: UInt32 = 0x811C_9DC5

  mutating func add(_ text: String) {
    for byte in text.utf8 { value = (value ^ UInt32(byte)) &* 0x0100_0193 }
    value = (value ^ 0xFF) &* 0x0100_0193
  }
}
