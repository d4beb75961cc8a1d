/// A table as renderers see it, whatever its rows are.
public class AnyTable: View {
  /// The keys of the rows, in order. A row keeps its key for as long as it is in the table.
  public internal(set) var keys: [Int] = []
  /// The cell as it is built, before any row is bound to it.
  public let cell: TableCell

  /// The views of the cell, depth first; a part's number is its place here.
  let parts: [View]
  private let pristine: [PropertyList]
  private var lastKey = 0
  var keysBefore: [Int]?
  /// What the user's screen shows on controls of a row, where that isn't what its model says.
  var shown: [Int: [PartSetting]] = [:]

  init(cell: TableCell) {
    self.cell = cell
    parts = Self.depthFirst(cell)
    pristine = parts.map(\.properties)
    super.init(.list)
  }

  private static func depthFirst(_ view: View) -> [View] { [view] + view.children.flatMap(depthFirst) }

  /// The number of a cell's view, if it is one.
  public func part(_ view: View) -> Int? { parts.firstIndex { $0 === view } }

  /// Makes the cell as it was built.
  func resetCell() {
    for (part, properties) in zip(parts, pristine) { part.properties = properties }
  }

  func snapshot() -> [PropertyList] { parts.map(\.properties) }

  func newKey() -> Int {
    lastKey += 1
    return lastKey
  }

  func noteRows() {
    tree?.note(self)
  }

  func noteOrder() {
    if keysBefore == nil { keysBefore = keys }
    noteRows()
  }

  func settings(from old: [PropertyList], to new: [PropertyList]) -> [PartSetting] {
    var found: [PartSetting] = []
    for part in new.indices {
      for change in new[part].changes(from: old[part]) {
        found.append(PartSetting(part: part, property: change.property, value: change.value))
      }
    }
    return found
  }

  /// What the parts of the cell are, by their numbers.
  public var partKinds: [ViewKind] { parts.map(\.kind) }

  /// What rows set on the cell as it is built, in the order of the keys; keys that aren't there are left out.
  public func settings(ofRows wanted: some Sequence<Int>) -> [(key: Int, settings: [PartSetting])] {
    let wanted = Array(wanted)
    if wanted.isEmpty { return [] }
    // A handful of rows is found by looking; for many an index pays.
    let index = wanted.count > 4 ? Dictionary(uniqueKeysWithValues: zip(keys, keys.indices)) : nil
    defer { resetCell() }
    return wanted.compactMap { key in
      guard let row = index.map({ $0[key] }) ?? keys.firstIndex(of: key) else { return nil }
      bind(row)
      return (key, settings(from: pristine, to: snapshot()))
    }
  }

  /// Calls `body` with the cell bound to each row in order.
  public func forEachRow(_ body: (_ key: Int, _ cell: TableCell) -> Void) {
    for index in keys.indices {
      bind(index)
      body(keys[index], cell)
    }
    resetCell()
  }

  /// Gives what has changed in the rows, and forgets it.
  public func takeRowChanges() -> TableChanges {
    let difference = keysBefore.map { ListDifference(from: $0, to: keys) } ?? ListDifference(from: [], to: [])
    keysBefore = nil
    return TableChanges(difference: difference, reloaded: takeReloaded())
  }

  // Carried out by the table that knows its rows.
  func bind(_ index: Int) {}
  func takeReloaded() -> [(key: Int, settings: [PartSetting])] { [] }

  func receive(_ intent: IntentKind, _ value: IntentValue, key: Int, part: Int) throws(IntentRefusal) {
    guard let index = keys.firstIndex(of: key), parts.indices.contains(part) else { throw .notOnScreen }
    bind(index)
    defer { resetCell() }
    let view = parts[part]
    guard view.isReachable else { throw .notReachable }
    guard view.allowedIntents.contains(intent) else { throw .notAllowed }
    let property: Property? =
      switch (intent, value) {
      case (.change, .flag): .isChecked
      case (.change, .text): .value
      default: nil
      }
    if let property {
      let before = shown[key]
      shown[key, default: []].removeAll { $0.part == part && $0.property == property }
      shown[key, default: []].append(PartSetting(part: part, property: property, value: value.asProperty))
      do { try view.receive(intent, value) } catch {
        shown[key] = before
        throw error
      }
    } else {
      try view.receive(intent, value)
    }
  }
}

extension IntentValue {
  var asProperty: PropertyValue? {
    switch self {
    case .text(let text): text.isEmpty ? nil : .text(text)
    case .flag(let isOn): isOn ? .flag(true) : nil
    case .none: nil
    }
  }
}
