public import GhostBinding

/// Rows in sections, each under a header.
///
/// Headers and rows are one list: a row that goes from one section to another moves, and what changes is found once for all
/// of them. Headers have a cell of their own, or a ``CellSet`` where they are of several kinds, kept and bound like the rows'.
///
/// ```swift
/// let table = SectionedTable("Team", header: SectionHeader(), cell: MemberCell())
/// table.show([TableSection(SectionTitle("Here"), rows: present), TableSection(SectionTitle("Away"), rows: absent)])
/// ```
public final class SectionedTable<Cell: TableCells & ViewType, Header: TableCells & ViewType>:
  ListTable<SectionItem<Header.Model, Cell.Model>>
where Cell.Model: Identifiable & Equatable, Header.Model: Identifiable & Equatable {
  /// What a row shows.
  public typealias Row = Cell.Model

  private let cell: Cell
  private let header: Header

  /// Makes an empty table.
  ///
  /// - Parameter name: What screen readers call it.
  public init(_ name: String, header: Header, cell: Cell) {
    self.cell = cell
    self.header = header
    super.init(name, cells: cell.allCells + header.allCells, selection: .none)
  }

  /// The sections, in order.
  public private(set) var sections: [TableSection<Header.Model, Row>] = []

  /// Shows other sections. Headers and rows that are there already, by identity, stay, move and are changed where they differ.
  public func show(_ sections: [TableSection<Header.Model, Row>]) {
    self.sections = sections
    let items = sections.flatMap { section in [SectionItem.header(section.header)] + section.rows.map { .row($0) } }
    show(items: items, as: RowMatch(items, of: self.items))
  }

  /// Calls `body` with the row whose button is pressed.
  public func onTap(_ button: KeyPath<Cell, Button>, _ body: @escaping (Row) -> Void) {
    cell[keyPath: button].onTap = { [unowned self] in
      if case .row(let row)? = bound { body(row) }
    }
  }

  /// Calls `body` with the row whose checkbox is ticked or unticked.
  public func onChange(_ checkbox: KeyPath<Cell, Checkbox>, _ body: @escaping (Row, Bool) -> Void) {
    cell[keyPath: checkbox].onChange = { [unowned self] isOn in
      if case .row(let row)? = bound { body(row, isOn) }
    }
  }

  override func bind(_ item: SectionItem<Header.Model, Row>, before: Bool) -> Int {
    switch item {
    case .row(let row):
      cell.take(row)
      return cell.boundCell
    case .header(let model):
      header.take(model)
      return cell.allCells.count + header.boundCell
    }
  }
}

/// A section of a ``SectionedTable``: its header and its rows.
public struct TableSection<Header: Identifiable & Equatable, Row: Identifiable & Equatable> {
  /// What the header shows.
  public var header: Header
  /// The rows, in order.
  public var rows: [Row]

  /// Makes a section.
  public init(_ header: Header, rows: [Row]) {
    self.header = header
    self.rows = rows
  }
}

/// What a ``SectionedTable`` shows in one place.
public enum SectionItem<Header: Identifiable & Equatable, Row: Identifiable & Equatable>: Identifiable, Equatable {
  /// A section's header.
  case header(Header)
  /// A row.
  case row(Row)

  /// Which header or row it is, whatever its content.
  public enum ID: Hashable {
    /// A header's identity.
    case header(Header.ID)
    /// A row's identity.
    case row(Row.ID)
  }

  /// The header's identity, or the row's.
  public var id: ID {
    switch self {
    case .header(let header): .header(header.id)
    case .row(let row): .row(row.id)
    }
  }
}

/// A section's title, where no more is needed.
public struct SectionTitle: Identifiable, Equatable, Sendable {
  /// Which section it is.
  public let id: String
  /// What the header says.
  public let text: String

  /// Makes a title.
  ///
  /// - Parameter id: Which section it is; its text unless given.
  public init(_ text: String, id: String? = nil) {
    self.id = id ?? text
    self.text = text
  }
}

/// Shows a ``SectionTitle`` as a heading.
public final class SectionHeader: TableCell, ViewType {
  private let heading = Heading(level: 3)

  public override init() {
    super.init()
    looks = ["section"]
    add(heading)
  }

  /// Shows a title.
  public func take(_ title: SectionTitle) { heading.text = title.text }
}
