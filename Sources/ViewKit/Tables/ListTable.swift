/// A table that holds its items: rows, or rows and the headers of their sections.
///
/// It keeps the items and a cell for each kind of them; no view is kept for a row. An item that changes is sent as the few
/// values that differ, found by binding the cell to it as it was and as it is.
public class ListTable<Item: Identifiable & Equatable>: AnyTable {
  /// What is shown, in order.
  public internal(set) var items: [Item] = []
  /// What that is chosen from, if anybody has said so: what a user does with a row that has just left the others is for it, as long as
  /// it is there.
  @usableFromInline var choices: [Item] = []
  /// What the cell is bound to while a user's intent is carried out.
  var bound: Item?
  /// The key that the intent names: another than the row has now, if that has gone and come back.
  var boundKey = 0
  /// The rows that may look different, as they were, and where each is among them, by its key.
  private var itemsBefore: [Item] = []
  private var placesBefore: [Int: Int] = [:]
  /// Which rows have gone lately: what a user does with one before he has seen that is meant for it, should it have come back.
  var gone = GoneRows<Item.ID>()
  var selectedKeys: Set<Int> = []
  var selectedBefore: Set<Int>?
  var selection: TableSelection
  /// The look of the row that is selected, where users select rows by something in them.
  var selectedLook: String?

  /// Called when the user has selected other rows.
  public var onSelect: (([Item]) -> Void)?

  init(_ name: String, cells: [TableCell], selection: TableSelection, form: TableForm = .list) {
    self.selection = selection
    let (kind, cellKind): (ViewKind, ViewKind) =
      switch form {
      case .list: selection == .none ? (.list, .cell) : (.listBox, .option)
      case .sheet: (.tableBody, .tableRow)
      }
    for cell in cells { cell.kind = cellKind }
    super.init(kind, cells: cells)
    self.name = name
    if selection != .none { needClientPart("tables") }
    self[flag: .isMultiple] = selection == .multiple
  }

  // MARK: Changing the rows

  func insert(item: Item, at index: Int) {
    noteOrder()
    choices = []
    items.insert(item, at: index)
    keys.insert(newKey(), at: index)
    takeBackShown(at: index)
  }

  func deleteItem(at index: Int) {
    noteOrder()
    choices = []
    remember([index])
    items.remove(at: index)
    forget(keys.remove(at: index))
  }

  func reload(item: Item, at index: Int) {
    noteReload(keys[index], items[index])
    choices = []
    items[index] = item
  }

  func moveItem(from index: Int, to destination: Int) {
    noteOrder()
    items.insert(items.remove(at: index), at: destination)
    keys.insert(keys.remove(at: index), at: destination)
  }

  override func writeAgain(_ index: Int) { noteReload(keys[index], items[index]) }

  func noteReload(_ key: Int, _ item: Item) {
    // On no screen nothing is written of how it was; when it comes on one, its rows come as they are.
    guard tree != nil else { return }
    if placesBefore[key] == nil {
      placesBefore[key] = itemsBefore.count
      itemsBefore.append(item)
    }
    noteRows()
  }

  func noteAllReloads() {
    for (key, item) in zip(keys, items) { noteReload(key, item) }
  }

  func forget(_ key: Int) {
    placesBefore[key] = nil
    forgetShown(key)
    selectedKeys.remove(key)
  }

  /// A row that has gone and come back meanwhile has another key, and is the one that was meant.
  override func index(of key: Int) -> Int? {
    if let index = super.index(of: key) { return index }
    guard let id = gone[key] else { return nil }
    return items.firstIndex { $0.id == id }
  }

  override func bindRow(of key: Int, for intent: IntentKind) -> Int? {
    if let cell = super.bindRow(of: key, for: intent) { return cell }
    guard !intent.isForShownRows, let item = hiddenItem(key) else { return nil }
    resetCells()
    return bind(item, before: false)
  }

  override func identity(of key: Int) -> String? { item(of: key).map { "\($0.id)" } }

  override func identityOfGone(_ key: Int) -> String? { gone[key].map { "\($0)" } }

  /// The key is no row's, and the last that has gone by it counts: so one key does for whichever row is asked for.
  override func keyOfHidden(where isIt: (String) -> Bool) -> Int? {
    guard let item = choices.first(where: { isIt("\($0.id)") }) else { return nil }
    gone.begin(turn: tree?.turn ?? 0)
    gone.add(-1, item.id)
    return -1
  }

  override func isAway(_ key: Int, for intent: IntentKind) -> Bool {
    gone[key] != nil && index(of: key) == nil && (intent.isForShownRows || hiddenItem(key) == nil)
  }

  // MARK: Selection

  override func rowAllows(_ intent: IntentKind) -> Bool {
    intent == .select && selection != .none && selectedLook == nil
  }

  override func receiveRow(_ intent: IntentKind, _ value: IntentValue, at index: Int) throws(IntentRefusal) {
    guard rowAllows(intent) else { throw .notAllowed }
    let key = keys[index]
    switch (selection, value) {
    // The row is its cell's first part.
    case (_, .none): selectAlone(key, by: firstParts[bind(index)])
    case (.multiple, .flag(true)): select(keys: selectedKeys.symmetricDifference([key]))
    case (_, .flag): select(keys: [key])
    default: throw .wrongValue(expected: "whether to add to what is selected")
    }
    onSelect?(selectedItems)
  }

  override func putSelectionRight(_ key: Int, by part: Int) {
    for index in noteShownAlone(key, by: part) { writeAgain(index) }
  }

  // MARK: Binding

  /// Binds an item as it is, or with what held before the last changes.
  ///
  /// - Returns: Which of the cells shows it.
  func bind(_ item: Item, before: Bool) -> Int { 0 }

  /// Binds the item at `index` as it is.
  ///
  /// - Returns: Which of the cells shows it.
  func bindItem(at index: Int) -> Int { bind(items[index], before: false) }

  private func bind(_ item: Item, key: Int, before: Bool) -> Int {
    resetCells()
    let cell = bind(item, before: before)
    showSelection(of: key, on: cell, before: before)
    return cell
  }

  override func bind(_ index: Int) -> Int {
    resetCells()
    let cell = bindItem(at: index)
    showSelection(of: keys[index], on: cell, before: false)
    return cell
  }

  /// Binds the item at `index` as the screen has been told of it, with what is selected now.
  ///
  /// - Returns: Which of the cells shows it.
  func bindAsTold(_ index: Int) -> Int {
    guard let place = placesBefore[keys[index]] else { return bind(index) }
    resetCells()
    let cell = bind(itemsBefore[place], before: true)
    showSelection(of: keys[index], on: cell, before: false)
    return cell
  }

  override func identity(at index: Int) -> String? { "\(items[index].id)" }

  override func receive(_ intent: IntentKind, _ value: IntentValue, key: Int, part: Int) throws(IntentRefusal) {
    bound = item(of: key)
    boundKey = key
    try super.receive(intent, value, key: key, part: part)
  }

  // MARK: Snapshots

  override var keptByView: KeptByView? {
    var kept = super.keptByView
    kept?.rows?.selected = selectedKeys.sorted()
    return kept
  }

  override func takeBack(_ rows: KeptByView.Rows) {
    super.takeBack(rows)
    selectedKeys = Set(rows.selected)
  }

  // MARK: Changes

  /// Where the rows are that may look different, in order. A handful is found by looking, rather than by asking of every row.
  private var changedPlaces: [Int] {
    if placesBefore.count > 4 { return Array(keys.indices) }
    return placesBefore.keys.compactMap { keys.firstIndex(of: $0) }.sorted()
  }

  override func takeReloaded() -> [TableRow] {
    defer {
      itemsBefore = []
      placesBefore = [:]
      selectedBefore = nil
      restored = []
    }
    if placesBefore.isEmpty { return [] }
    var found: [TableRow] = []
    for index in changedPlaces {
      let key = keys[index]
      guard let place = placesBefore[key] else { continue }
      let change = changes(of: key) {
        bind(itemsBefore[place], key: key, before: true)
      } now: {
        bind(items[index], key: key, before: false)
      }
      guard let change else {
        let new = replace(at: index)
        if selectedKeys.remove(key) != nil { selectedKeys.insert(new) }
        continue
      }
      if !change.settings.isEmpty { found.append(change) }
    }
    resetCells()
    return found
  }
}
