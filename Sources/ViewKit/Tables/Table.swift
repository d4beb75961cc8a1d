public import GhostBinding

/// A list of rows, shown by one cell, or by one for each kind of row: a ``CellSet``.
///
/// ```swift
/// let table = Table("Todos", cell: TodoCell())
/// table.onTap(\.delete) { row in … }
/// table.show(rows)                       // the difference is worked out and animated
/// ```
///
/// Models are `Identifiable` and `Equatable`. Where one isn't, the compiler names only the cell: “generic class 'Table' requires that
/// 'TableCell' conform to 'ViewType'”.
public final class Table<Cell: TableCells & ViewType>: ListTable<Cell.Model>
where Cell.Model: Identifiable & Equatable {
  /// What a row shows.
  public typealias Row = Cell.Model

  private let cell: Cell
  private var tagBefore: Cell.Tag??

  /// Makes an empty table.
  ///
  /// - Parameters:
  ///   - name: What screen readers call it.
  ///   - selection: How many rows the user can select.
  ///   - cell: What shows the rows.
  public init(_ name: String, selection: TableSelection = .none, cell: Cell) {
    self.cell = cell
    super.init(name, cells: cell.allCells, selection: selection)
  }

  /// Makes an empty table with rows of several kinds.
  public convenience init(_ name: String, selection: TableSelection = .none, cells: Cell) where Cell: CellSet {
    self.init(name, selection: selection, cell: cells)
  }

  /// Makes the empty body of a ``Sheet``: rows of cells one below the other, ``SheetCell``.
  ///
  /// - Parameter name: What screen readers call it.
  public init(rowsOf name: String, cell: Cell) {
    self.cell = cell
    super.init(name, cells: cell.allCells, selection: .none, form: .sheet)
  }

  /// The rows, in order.
  public var rows: [Row] { items }

  /// What the controller says about how rows are shown; reaches the cell beside each model.
  public var tag: Cell.Tag? {
    didSet {
      if tagBefore == nil { tagBefore = .some(oldValue) }
      noteAllReloads()
    }
  }

  /// Shows other rows. Those that are there already, by identity, stay and are changed where they differ.
  @inlinable
  public func show(_ rows: [Row]) { show(rows, of: []) }

  /// Shows those rows of a list that a filter lets through. What a user does with a row that has just left them, and that his screen
  /// shows still, is for it: he unticks a todo, say, that is among the active ones no more since he has ticked it.
  ///
  /// ```swift
  /// table.show(todos.filter { !$0.isCompleted }, of: todos)
  /// ```
  ///
  /// - Parameters:
  ///   - rows: The rows, in order, as ``show(_:)`` takes them.
  ///   - all: What they are chosen from, in any order. The next call replaces it; where single rows are put in, taken out or reloaded,
  ///     nothing is known of the others any more.
  @inlinable
  public func show(_ rows: [Row], of all: [Row]) {
    show(items: rows, as: RowMatch(rows, of: items))
    choices = all
  }

  /// Puts a row in front of the one at `index`, `0 ... rows.count`.
  public func insert(_ row: Row, at index: Int) { insert(item: row, at: index) }
  /// Takes out the row at `index`.
  public func delete(at index: Int) { deleteItem(at: index) }
  /// Moves the row at `index` so that it stands at `destination` afterwards.
  public func move(from index: Int, to destination: Int) { moveItem(from: index, to: destination) }
  /// Shows another model in the row at `index`, `0 ..< rows.count`. The row keeps its place, and whether it is
  /// selected, also if the model has another identity.
  public func reload(_ row: Row, at index: Int) { reload(item: row, at: index) }

  // MARK: What users do with rows

  /// Calls `body` with the row whose button is pressed.
  ///
  /// - Parameters:
  ///   - button: The cell's button.
  ///   - body: Gets the row as it is when the button is pressed. Takes the place of what was set for the button before.
  public func onTap(_ button: KeyPath<Cell, Button>, _ body: @escaping (Row) -> Void) {
    cell[keyPath: button].onTap = { [unowned self] in
      if let bound { body(bound) }
    }
  }

  /// Calls `body` with the row whose link is pressed, one that leads nowhere else.
  public func onTap(_ link: KeyPath<Cell, Link>, _ body: @escaping (Row) -> Void) {
    cell[keyPath: link].onTap = { [unowned self] in
      if let bound { body(bound) }
    }
  }

  /// Has users select a row, and no other, by pressing a link in it. ``ListTable/onSelect`` is called with it.
  ///
  /// The page shows at once which row is selected, before the server has heard of it: that row gets a look, and the one before loses it.
  /// What the app makes of it, ``ListTable/select(_:)`` for instance, comes after that.
  ///
  /// ```swift
  /// let table = Table(rowsOf: "Books", cell: BookCell())
  /// table.selects(by: \.title, look: "chosen")     // before anybody sees the table
  /// table.onSelect = { [unowned self] in show($0.first) }
  /// ```
  ///
  /// - Parameters:
  ///   - link: The cell's link, one that leads nowhere else. It takes the place of what was set for it before.
  ///   - look: What the selected row looks like, by a name that the style sheet knows. The cell itself doesn't set it.
  public func selects(by link: KeyPath<Cell, Link>, look: String) {
    let view = cell[keyPath: link]
    guard let part = part(view) else { return }
    selects(by: part, look: look)
    view.onTap = { [unowned self] in selectBound(by: nil) }
    view.onSelect = { [unowned self] in selectBound(by: part) }
  }

  /// Has a row go at once on its user's screen when a button in it is pressed, before the server has heard of it.
  ///
  /// Whatever stands behind it moves up then, and not when the answer comes, under a pointer that is about to press something else. What
  /// ``onTap(_:_:)-(KeyPath<Cell,Button>,_)`` does decides: where the row is still there when what it asked for is answered, it is seen again.
  ///
  /// ```swift
  /// table.removes(by: \.delete)            // before anybody sees the table
  /// table.onTap(\.delete) { [unowned self] in send(ThingEvent.requestDelete($0)) }
  /// ```
  ///
  /// - Parameter button: The cell's button. Not one that leads to a question first: its row would be away while that is asked.
  public func removes(by button: KeyPath<Cell, Button>) {
    if let part = part(cell[keyPath: button]) { removesRow(by: part) }
  }

  /// Has a row go at once on its user's screen when a link in it is pressed, one that leads nowhere else: ``removes(by:)-(KeyPath<Cell,Button>)``.
  public func removes(by link: KeyPath<Cell, Link>) {
    if let part = part(cell[keyPath: link]) { removesRow(by: part) }
  }

  /// Has a row go at once on its user's screen when its text is edited in place and nothing is left of it: ``removes(by:)-(KeyPath<Cell,Button>)``.
  ///
  /// - Parameter input: The cell's input that stands for a label: see ``TextInput/stands(for:look:trims:)``.
  public func removes(byEmptying input: KeyPath<Cell, TextInput>) {
    if let part = part(cell[keyPath: input]) { removesRow(by: part) }
  }

  /// A view of the cell.
  func view(at path: KeyPath<Cell, Checkbox>) -> View { cell[keyPath: path] }

  /// Calls `body` with the row whose checkbox is ticked or unticked.
  public func onChange(_ checkbox: KeyPath<Cell, Checkbox>, _ body: @escaping (Row, Bool) -> Void) {
    cell[keyPath: checkbox].onChange = { [unowned self] isOn in
      if let bound { body(bound, isOn) }
    }
  }

  /// Whether what ``onChange(_:_:)`` is told of a checkbox is a guess of the page's: ``Checkbox/isGuess``.
  public func isGuess(_ checkbox: KeyPath<Cell, Checkbox>) -> Bool { cell[keyPath: checkbox].isGuess }

  /// Calls `body` with the row whose input is finished with, by Enter, and what it holds.
  public func onSubmit(_ input: KeyPath<Cell, TextInput>, _ body: @escaping (Row, String) -> Void) {
    cell[keyPath: input].onSubmit = { [unowned self] text in
      if let bound { body(bound, text) }
    }
  }

  /// Calls `body` with the row that is dragged by its handle, or moved by the arrow keys on it, and where it is to stand.
  ///
  /// The rows themselves haven't changed: move the row, ask for it to be moved, or do nothing.
  ///
  /// - Parameter body: Gets the row's index and the index that it is to have afterwards.
  public func onMove(_ handle: KeyPath<Cell, DragHandle>, _ body: @escaping (_ from: Int, _ to: Int) -> Void) {
    needClientPart("tables")
    cell[keyPath: handle].onMove = { [unowned self] move throws(IntentRefusal) in
      guard let bound, let from = items.firstIndex(where: { $0.id == bound.id }) else { throw .notOnScreen }
      let to = try destination(of: move, from: from)
      if to != from { body(from, to) }
    }
  }

  private func destination(of move: DragHandle.Move, from: Int) throws(IntentRefusal) -> Int {
    switch move {
    case .up: return max(0, from - 1)
    case .down: return min(items.count - 1, from + 1)
    case .before(let key):
      guard let next = key == 0 ? items.count : index(of: key) else { throw .notOnScreen }
      return next > from ? next - 1 : next
    }
  }

  // MARK: Binding

  override func bind(_ row: Row, before: Bool) -> Int {
    if let tag = before ? tagBefore ?? tag : tag { cell.take(row, tag: tag) } else { cell.take(row) }
    return cell.boundCell
  }

  override func bindItem(at index: Int) -> Int {
    if let tag { cell.take(items[index], tag: tag) } else { cell.take(items, at: index) }
    return cell.boundCell
  }

  override func takeReloaded() -> [TableRow] {
    defer { tagBefore = nil }
    return super.takeReloaded()
  }
}
