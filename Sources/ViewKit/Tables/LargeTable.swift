public import GhostBinding

/// A table of any number of rows, of which only those near the viewport are asked for, kept and sent.
///
/// ```swift
/// let table = LargeTable("Numbers", count: 1_000_000, cell: NumberCell()) { index in Number(index) }
/// ```
///
/// It opens and scrolls alike with a hundred rows and a million. Rows may be of different heights. What the user looks at stays
/// where it is when rows above change.
public final class LargeTable<Cell: TableCells & ViewType>: AnyTable where Cell.Model: Equatable {
  /// What a row shows.
  public typealias Row = Cell.Model

  /// How many rows there are.
  public private(set) var count: Int
  package override var rowCount: Int { count }
  /// The rows that are kept: those in the viewport and some around it.
  public private(set) var window: Range<Int> = 0..<0
  /// Whether a page that shows the first row goes on showing the first where others come before it. One that has been scrolled away from
  /// there stays where it is, as without.
  public var followsTop = false { didSet { describe() } }
  private let cell: Cell
  private let row: (Int) -> Row
  private let rowHeight: Int
  private var kept: [Row] = []
  private var keptBefore: [Int: Row] = [:]
  private var bound: Int?
  private var jump = (row: 0, number: 0)

  /// How many rows are kept before a browser has said how many it shows.
  private static var firstRows: Int { 60 }
  /// How many rows a browser may ask for at a time: several of the tallest screens.
  private static var mostRows: Int { 400 }

  /// Makes a table.
  ///
  /// - Parameters:
  ///   - name: What screen readers call it.
  ///   - count: How many rows there are.
  ///   - rowHeight: About how high a row is, in CSS pixels: rows that nobody has seen yet are taken to be so high.
  ///   - row: Gives the model at an index in `0 ..< count`. Asked in the session, so it must be quick.
  public init(
    _ name: String, count: Int, rowHeight: Int = 44, cell: Cell, row: @escaping (_ index: Int) -> Row
  ) {
    self.cell = cell
    self.count = count
    self.row = row
    self.rowHeight = rowHeight
    super.init(cells: cell.allCells)
    self.name = name
    needClientPart("tables")
    look(at: 0..<Self.firstRows)
    describe()
  }

  // MARK: Changing the rows

  /// Shows that rows have been inserted, the first of which stands at `index` now.
  public func didInsert(_ number: Int = 1, at index: Int) {
    count += number
    if index <= jump.row, !(followsTop && jump.row == 0) { jump.row += number }
    if index < window.lowerBound {
      window = window.lowerBound + number..<window.upperBound + number
    } else if index <= window.upperBound {
      var size = max(window.count, Self.firstRows)
      let place = index - window.lowerBound
      // What is looked at stands about the middle, but at the beginning, where it may be all that is above. Few rows push it away by
      // little, and the page asks for others.
      let isAbove = !keys.isEmpty && (place == 0 || window.lowerBound > 0 && place < window.count / 2)
      if number > size / 4, isAbove {
        guard followsTop, window.lowerBound == 0 else { return insertAbove(number, at: place, keeping: size) }
        // Only the page knows whether it shows the first row or one near it: both stay, as far as there is room.
        if number < Self.mostRows { size = min(size + number, Self.mostRows) }
      }
      let new = index..<index + min(number, size)
      noteOrder()
      keys.insert(contentsOf: new.map { _ in newKey() }, at: place)
      kept.insert(contentsOf: new.map(row), at: place)
      window = window.lowerBound..<window.upperBound + new.count
      look(at: window.lowerBound..<window.lowerBound + size)
    }
    describe()
  }

  /// Many rows are inserted above what is looked at: that stays, and of these those next to it, as far as there is room.
  private func insertAbove(_ number: Int, at place: Int, keeping size: Int) {
    noteOrder()
    let stay = place..<keys.count
    let room = min(number, size - stay.count)
    let first = window.lowerBound + place + number - room
    forget(keys[..<place])
    let new = first..<first + room
    keys = new.map { _ in newKey() } + keys[stay]
    kept = new.map(row) + kept[stay]
    window = first..<first + keys.count
    look(at: first..<first + size)
    describe()
  }

  /// Shows that rows have been deleted, the first of which stood at `index`.
  public func didDelete(_ number: Int = 1, at index: Int) {
    count -= number
    if index < jump.row { jump.row = max(index, jump.row - number) }
    let gone = (index..<index + number).clamped(to: window)
    let above = max(0, min(number, window.lowerBound - index))
    let size = max(window.count, Self.firstRows)
    if !gone.isEmpty {
      noteOrder()
      let places = gone.lowerBound - window.lowerBound..<gone.upperBound - window.lowerBound
      forget(keys[places])
      keys.removeSubrange(places)
      kept.removeSubrange(places)
    }
    window = window.lowerBound - above..<window.lowerBound - above + keys.count
    look(at: window.lowerBound..<window.lowerBound + size)
    describe()
  }

  /// Shows that the row at `index` is another now.
  public func didChange(at index: Int) {
    guard window.contains(index) else { return }
    let place = index - window.lowerBound
    writeAgain(place)
    kept[place] = row(index)
  }

  override func writeAgain(_ place: Int) {
    if keptBefore[keys[place]] == nil { keptBefore[keys[place]] = kept[place] }
    noteRows()
  }

  /// Rows aren't kept any more: what users have set on them goes with them.
  private func forget(_ gone: some Sequence<Int>) {
    for key in gone {
      keptBefore[key] = nil
      forgetShown(key)
    }
  }

  /// Scrolls so that a row stands first in the viewport.
  public func jump(to index: Int) {
    let index = max(0, min(index, count - 1))
    jump = (index, jump.number + 1)
    look(at: index - 20..<index + Self.firstRows)
    describe()
  }

  /// Keeps the rows of a range, as far as there are any, and no others.
  private func look(at wanted: Range<Int>) {
    let end = min(wanted.upperBound, count)
    // At the end as many rows as anywhere else.
    let new = max(0, min(wanted.lowerBound, count - wanted.count))..<end
    if new == window { return }
    noteOrder()
    let same = new.clamped(to: window)
    if same.isEmpty {
      forget(keys)
      keys = new.map { _ in newKey() }
      kept = new.map(row)
    } else {
      let places = same.lowerBound - window.lowerBound..<same.upperBound - window.lowerBound
      forget(keys[..<places.lowerBound])
      forget(keys[places.upperBound...])
      let head = new.lowerBound..<same.lowerBound
      let tail = same.upperBound..<new.upperBound
      keys = head.map { _ in newKey() } + keys[places] + tail.map { _ in newKey() }
      kept = head.map(row) + kept[places] + tail.map(row)
    }
    window = new
  }

  /// Tells the browser where its rows stand among all.
  private func describe() {
    let numbers = [count, window.lowerBound, rowHeight, jump.row, jump.number] + (followsTop ? [1] : [])
    self[text: .window] = numbers.map(String.init).joined(separator: ",")
  }

  // MARK: What users do

  public override var allowedIntents: Set<IntentKind> { [.look] }

  public override func receive(_ intent: IntentKind, _ value: IntentValue) throws(IntentRefusal) {
    guard case .range(let range) = value, range.lowerBound >= 0, range.lowerBound < max(1, count),
      range.count <= Self.mostRows
    else { throw .wrongValue(expected: "a range of at most \(Self.mostRows) of the table's rows") }
    look(at: range)
    describe()
  }

  /// Calls `body` with the index of the row whose button is pressed, and the row.
  public func onTap(_ button: KeyPath<Cell, Button>, _ body: @escaping (Int, Row) -> Void) {
    cell[keyPath: button].onTap = { [unowned self] in
      if let bound { body(window.lowerBound + bound, kept[bound]) }
    }
  }

  // MARK: Snapshots

  override var keptByView: KeptByView? {
    var own = super.keptByView
    own?.rows?.window = KeptByView.Window(rows: window, jump: jump.row, jumps: jump.number)
    return own
  }

  override func takeBack(_ own: KeptByView) {
    guard let place = own.rows?.window, place.rows.upperBound <= count else { return }
    look(at: place.rows)
    jump = (place.jump, place.jumps)
    super.takeBack(own)
  }

  // MARK: Binding

  private func bind(model: Row) -> Int {
    resetCells()
    cell.take(model)
    return cell.boundCell
  }

  override func bind(_ index: Int) -> Int {
    bound = index
    return bind(model: kept[index])
  }

  override func takeReloaded() -> [TableRow] {
    defer {
      keptBefore = [:]
      restored = []
    }
    if keptBefore.isEmpty { return [] }
    var found: [TableRow] = []
    for (place, key) in keys.enumerated() {
      guard let before = keptBefore[key] else { continue }
      let change = changes(of: key) {
        bind(model: before)
      } now: {
        bind(model: kept[place])
      }
      guard let change else {
        _ = replace(at: place)
        continue
      }
      if !change.settings.isEmpty { found.append(change) }
    }
    resetCells()
    return found
  }
}
