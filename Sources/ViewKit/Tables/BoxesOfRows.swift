/// A checkbox in every row of a table, which one that is for all of them ticks.
final class BoxesOfRows {
  private(set) weak var table: AnyTable?
  private let part: Int
  /// The rows whose boxes were ticked last.
  private var ticked: [Int] = []
  /// As what they were ticked last, what was asked for because of that, and which row was the last to come before.
  private var tickedLast: (value: PropertyValue?, requests: Set<UInt64>, key: Int)?

  init(table: AnyTable, part: Int) {
    self.table = table
    self.part = part
  }

  /// Notes that the user's screen shows them so.
  func tick(_ value: IntentValue) {
    table?.forgetTicksOfGone(part)
    ticked = table?.tickAll(part, value.asProperty) ?? []
    tickedLast = (value.asProperty, [], table?.lastKey ?? 0)
  }

  /// Has those that were ticked last stay so until these requests are answered.
  func wait(for requests: Set<UInt64>) {
    for key in ticked { table?.wait(for: requests, key: key, part: part) }
    ticked = []
    tickedLast?.requests = requests
  }

  /// Ticks rows that have come since as well, for as long as that isn't answered: what had been done before brings them, and whoever
  /// clicks one of them means the opposite of what it is going to be.
  ///
  /// - Returns: Whether that isn't answered.
  func tickNewRows() -> Bool {
    guard let table, let (value, requests, key) = tickedLast else { return false }
    guard table.tree?.isWaiting(requests) == true else {
      tickedLast = nil
      return false
    }
    if table.lastKey > key {
      for key in table.tickAll(part, value, behind: key) { table.wait(for: requests, key: key, part: part) }
      tickedLast?.key = table.lastKey
    }
    return true
  }

  /// A row that was there has come anew, by another cell.
  func passOver(_ key: Int) {
    if let last = tickedLast, last.key < key { tickedLast?.key = key }
  }

  /// The table isn't on the screen any more.
  func forget() { tickedLast = nil }

  /// Has all written as they are: the user's screen shows them so, and that isn't allowed.
  func putRight(_ value: IntentValue) { table?.putAllRight(part, value.asProperty) }
}

extension AnyTable {
  /// Notes that the user's screen shows a box of every row as it shows that for all. Once what is asked for by that is answered, they
  /// follow their models, also where these have stayed as they were.
  ///
  /// - Parameter key: Only of rows that have come after the one with this key.
  /// - Returns: The keys of the rows whose boxes were otherwise before.
  func tickAll(_ part: Int, _ value: PropertyValue?, behind key: Int = 0) -> [Int] {
    defer { resetCells() }
    return keys.indices.filter { keys[$0] > key }.compactMap { index in
      // A row that has come was ticked by itself since, before it went.
      if key > 0, ownTick(index, part) != nil { return nil }
      guard let before = shownTick(index, part), before != (value == .flag(true)) else { return nil }
      setShown(ShownSetting(part: part, property: .isChecked, value: value), keys[index])
      held.insert(keys[index])
      return keys[index]
    }
  }

  /// Has every row written again as it is, where the user's screen shows a box of it as it shows that for all.
  func putAllRight(_ part: Int, _ value: PropertyValue?) {
    for index in tickable(part) { putRight(part, value, at: index) }
  }

  /// The rows that have a box which can be used.
  private func tickable(_ part: Int) -> [Int] {
    defer { resetCells() }
    return keys.indices.filter { shownTick($0, part) != nil }
  }

  /// Whether a row's box is ticked on the user's screen; `nil` if the row has none, or none that can be used. Leaves the row bound.
  private func shownTick(_ index: Int, _ part: Int) -> Bool? {
    let cell = bind(index)
    guard partRange(ofCell: cell).contains(part), parts[part].isReachable else { return nil }
    return ownTick(index, part).map { $0.value == .flag(true) } ?? parts[part][flag: .isChecked]
  }

  /// What its user has made of a row's box, if he has.
  private func ownTick(_ index: Int, _ part: Int) -> ShownSetting? {
    shown[keys[index]]?.first { $0.part == part && $0.property == .isChecked }
  }
}
