internal import EventStream

/// A table as renderers see it, whatever its rows are.
///
/// It has a cell for each kind of row: built once, bound to one row after the other, and numbered with the views in it
/// through all cells, so that a part's number tells its cell too.
public class AnyTable: View {
  /// The keys of the rows, in order. A row keeps its key for as long as it is in the table; one that comes back gets another.
  public internal(set) var keys: [Int] = []
  /// How many rows there are, with those that nobody looks at.
  package var rowCount: Int { keys.count }
  /// The cells as they are built, before any row is bound to them: one for each kind of row.
  public let cells: [TableCell]

  /// The views of the cells, depth first; a part's number is its place here.
  let parts: [View]
  /// The number of each cell's first part, which is the cell itself.
  public let firstParts: [Int]
  private(set) var pristine: [PropertyList]
  private(set) var lastKey = 0
  /// The tree that it stood in last.
  private weak var home: ViewTree?
  /// The last turn of that tree in which rows have got their keys while the table stood in none; `.max` if it had never stood in one.
  private var newKeysTurn: Int?
  var keysBefore: [Int]?
  /// What the user's screen shows on controls of a row, where that isn't what its model says.
  var shown: [Int: [ShownSetting]] = [:]
  /// How many bytes of text that users have typed are in that, at most.
  var typedBytes = 0
  /// The rows that follow their models once what their user has set is answered: those whose models have been changed meanwhile, say.
  var held: Set<Int> = []
  /// The rows of which something that their user has set is to be taken back.
  var restored: Set<Int> = []
  /// What rows show on their user's screen, of what he had set, where that is still to be told what he has set since: on others in their
  /// places, that had gone when it was heard.
  var untold: [Int: [ShownSetting]] = [:]
  /// What users have set on rows that have gone, and what isn't answered, by their identities.
  var shownOfGone: [String: [ShownSetting]] = [:]
  /// What the last intent has chosen on a row that isn't shown by the key that it named any more.
  var chosenOnGone: (key: Int, choices: [ShownSetting])?
  /// Whether its rows have other keys than the program had given them whose acts are played.
  var hasOtherKeys = false
  /// Whether its page removes rows at once.
  var removesRows = false
  /// What removes all rows that are ticked, if anything does.
  weak var remover: Button?
  /// What ticks a box in every row, if anything does.
  weak var boxForAll: Checkbox?
  /// Whether its user's screen may show that otherwise than it is, since it follows the rows by itself.
  var doubtsBoxForAll = false

  init(_ kind: ViewKind = .list, cells: [TableCell]) {
    self.cells = cells
    var parts: [View] = []
    firstParts = cells.map { cell in
      defer { parts += Self.depthFirst(cell) }
      return parts.count
    }
    precondition(
      !parts.contains { $0.kind == .filePicker },
      "a FilePicker can't stand in a table's rows, which share one cell: put it beside the table, or into a dialog")
    precondition(
      !parts.contains { $0.kind == .radioGroup },
      "a RadioGroup can't stand in a table's rows, which share one cell: let a row offer a Select, or lead to a dialog with the group"
    )
    for case let field as AnyField in parts { field.standInRow() }
    self.parts = parts
    pristine = parts.map(\.properties.shared)
    super.init(kind)
    resetCells()
    if parts.contains(where: { $0[flag: .isEditor] }) { needClientPart("editing") }
  }

  private static func depthFirst(_ view: View) -> [View] { [view] + view.children.flatMap(depthFirst) }

  public override var table: AnyTable? { self }

  override func didJoinTree() {
    home = tree
    boxForAll?.nameTable()
    nameRemover()
  }

  /// Has a part of a cell be built with something set.
  func build(_ part: Int, with property: Property, as value: PropertyValue = .flag(true)) {
    parts[part].properties = pristine[part]
    parts[part].setQuietly(property, value)
    pristine[part] = parts[part].properties.shared
  }

  /// Makes the cells as they were built.
  func resetCells() {
    // Most parts are set by no row.
    for (index, part) in parts.enumerated() where !part.properties.isSame(as: pristine[index]) {
      part.properties = pristine[index]
    }
  }

  /// Keys for the first rows of a table.
  func firstKeys(_ count: Int) -> [Int] {
    if count > 0 { noteNewKeys() }
    lastKey = count
    return FirstKeys.pool.shared(FirstKeys(id: count)).value.keys
  }

  func newKey() -> Int {
    noteNewKeys()
    lastKey += 1
    return lastKey
  }

  private func noteNewKeys() {
    if let tree { tree.given.insert(.rows) } else { newKeysTurn = home?.turn ?? .max }
  }

  /// What it brings into a tree that has got its number since it was in one: rows of this turn, or of an earlier one.
  func takeNewKeys(into tree: ViewTree) -> GivenNumbers {
    defer { newKeysTurn = nil }
    guard let newKeysTurn, !keys.isEmpty else { return [] }
    return tree === home && newKeysTurn < tree.turn ? .earlierRows : .rows
  }

  func noteRows() {
    // A row that another cell shows comes as a new one, which is only known when the changes are taken.
    if cells.count > 1 { tree?.given.insert(.rows) }
    tree?.note(self)
  }

  func noteOrder() {
    if keysBefore == nil { keysBefore = keys }
    noteRows()
  }

  /// Has another cell show a row: it comes as a new one, in its place.
  ///
  /// - Returns: Its new key.
  func replace(at index: Int) -> Int {
    if keysBefore == nil { keysBefore = keys }
    keys[index] = newKey()
    boxForAll?.passOver(keys[index])
    return keys[index]
  }

  // MARK: Snapshots

  override var keptByView: KeptByView? {
    let shown = keptShown
    return KeptByView(
      rows: KeptByView.Rows(
        keys: keys, lastKey: lastKey, shown: shown, parts: shown.isEmpty ? nil : partKindNames, order: order))
  }

  /// What users' screens show by themselves, but for what they have typed into private inputs.
  private var keptShown: [Int: [ShownSetting]] {
    parts.contains(where: \.isPrivate) ? shown.mapValues { $0.map(\.kept) } : shown
  }

  override func takeBack(_ own: KeptByView) {
    if let rows = own.rows, rows.keys.count == keys.count { takeBack(rows) }
  }

  /// Gives its rows the keys that they had.
  func takeBack(_ rows: KeptByView.Rows) {
    keys = rows.keys
    newKeysTurn = nil
    lastKey = rows.lastKey
    shown = rows.shown
  }

  // MARK: Carried out by the table that knows its rows

  /// Binds the row at `index`.
  ///
  /// - Returns: Which of the cells shows it.
  @discardableResult
  func bind(_ index: Int) -> Int { 0 }
  func takeReloaded() -> [TableRow] { [] }
  /// Which row it is, whatever it shows, in a form that another program has for it too; `nil` if its place is all that is known.
  func identity(at index: Int) -> String? { nil }
  /// Has the row at `index` compared with what the user's screen shows.
  func writeAgain(_ index: Int) {}
  /// Has rows written again as they are, where the user's screen shows that one is selected and no other, and that isn't allowed.
  func putSelectionRight(_ key: Int, by part: Int) {}
  /// Does what a row itself can do, rather than a control in it.
  func receiveRow(_ intent: IntentKind, _ value: IntentValue, at index: Int) throws(IntentRefusal) {
    throw .notAllowed
  }

  /// Whether a row itself, rather than a control in it, does something.
  func rowAllows(_ intent: IntentKind) -> Bool { false }

  /// Whether the row with this key has gone lately and isn't back, and an intent can't be done to it meanwhile.
  func isAway(_ key: Int, for intent: IntentKind) -> Bool { false }

  /// Which row an intent is for that names a key, if that row is shown.
  func index(of key: Int) -> Int? { keys.firstIndex(of: key) }

  /// Binds the row that an intent is for that names a key: one that is shown, or one that isn't but that it can still be done to.
  ///
  /// - Returns: Which of the cells shows it; `nil` if there is no such row.
  func bindRow(of key: Int, for intent: IntentKind) -> Int? { index(of: key).map { bind($0) } }

  /// As ``identity(at:)``, of the row that an intent is for that names a key, shown or not.
  func identity(of key: Int) -> String? { index(of: key).flatMap { identity(at: $0) } }

  /// Which row had a key that none has any more, if it went lately; in the same form.
  func identityOfGone(_ key: Int) -> String? { nil }

  /// A key by which an intent is for a row that isn't shown, but that users can still act on; `nil` if there is no such row.
  ///
  /// - Parameter isIt: Whether an identity is the row's.
  func keyOfHidden(where isIt: (_ identity: String) -> Bool) -> Int? { nil }

  func receive(_ intent: IntentKind, _ value: IntentValue, key: Int, part: Int) throws(IntentRefusal) {
    guard parts.indices.contains(part), let cell = bindRow(of: key, for: intent) else { throw .notOnScreen }
    defer { resetCells() }
    guard partRange(ofCell: cell).contains(part) else { throw .notOnScreen }
    let view = parts[part]
    guard view.isReachable else { throw .notReachable }
    let index = index(of: key)
    if part == firstParts[cell] {
      guard let index else { throw .notOnScreen }
      return try receiveRow(intent, value, at: index)
    }
    guard view.allowedIntents.contains(intent) else { throw .notAllowed }
    let before = shown[key]
    // Text that was typed into a row which has gone is nowhere any more: one that has come back shows what its model says.
    let isAsSeen = index.map { keys[$0] == key } == true
    let settings = view.echoes(of: intent, value).compactMap { echo in
      self.part(echo.view).map { echoing in
        ShownSetting(
          part: echoing, property: echo.property, value: echo.value, by: part,
          isSubmitted: intent == .submit && echo.property == .value ? true : nil,
          isPrivate: echo.property == .value && parts[echoing].isPrivate)
      }
    }
    if isAsSeen { for setting in settings { setShown(setting, key) } }
    do { try view.receive(intent, value) } catch {
      shown[key] = before
      throw error
    }
    // It may have gone just now, by what came of that.
    if !isAsSeen || shown[key] == nil { chosenOnGone = (key, settings.filter(isChoice)) }
  }
}
