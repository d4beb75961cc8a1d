public import GhostBinding

/// The cells of a table whose rows are of several kinds: one cell for each, and for every model the kind that shows it.
///
/// ```swift
/// @Shows(Message.self, Photo.self)
/// final class ChatCells: CellSet {
///   let mine = RowKind(BubbleCell(.mine)), theirs = RowKind(BubbleCell(.theirs)), photo = RowKind(PhotoCell())
///
///   init() { super.init(mine, theirs, photo) }
///
///   func take(_ message: Message) { show(message, as: message.isMine ? mine : theirs) }
///   func take(_ photo: Photo) { show(photo, as: self.photo) }
/// }
///
/// let cells = ChatCells()
/// let table = Table("Chat", cells: cells)
/// cells.photo.onTap(\.delete) { photo in … }
/// table.show(ChatCells.rows(messages) + ChatCells.rows(photos))
/// ```
///
/// A cell is taken out of the set by the type of what it shows: a model goes to a kind whose cell takes that model, or it
/// doesn't compile. A model that no method takes can't become a row. Where all rows are of one type of model, the set
/// is a ``ViewType`` of that type, and has one `take(_:)` that chooses the kind.
open class CellSet: TableCells {
  /// The cells of its kinds, in the order in which they were named.
  public final let allCells: [TableCell]
  /// The place of the cell that shows the row that was taken last.
  public private(set) final var boundCell = 0

  /// Makes a set of these kinds, in any order. A kind that is left out can show nothing: that is a programmer's mistake,
  /// and stops the program when its first row is to be shown.
  public init(_ kinds: AnyRowKind...) {
    allCells = kinds.map(\.tableCell)
    for (number, kind) in kinds.enumerated() { kind.number = number }
  }

  /// Shows a model as a kind of row: called by `take(_:)`.
  public final func show<Cell>(_ model: Cell.Model, as kind: RowKind<Cell>) {
    choose(kind)
    kind.bound = model
    kind.cell.take(model)
  }

  /// Shows a model as a kind of row, as the tag says: called by `take(_:tag:)`.
  public final func show<Cell>(_ model: Cell.Model, as kind: RowKind<Cell>, tag: Cell.Tag) {
    choose(kind)
    kind.bound = model
    kind.cell.take(model, tag: tag)
  }

  private func choose(_ kind: AnyRowKind) {
    precondition(
      allCells.indices.contains(kind.number) && allCells[kind.number] === kind.tableCell,
      "\(Self.self) shows a row by a cell that it wasn't made with; name its kind in super.init")
    boundCell = kind.number
  }
}
