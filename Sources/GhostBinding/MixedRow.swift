/// A row of a mixed list: a model that knows how the cell shows it.
///
/// An object for each row, made once, with one virtual call to bind it: what that costs doesn't depend on how large the model
/// is or how many types the list mixes, and nothing is allocated. Rows are used where their cell is, by one session; what
/// travels in events are the models.
open class MixedRow<Cell: MixedViewType>: ModelType, Identifiable, Equatable {
  /// What the model has in common with the others in the list.
  public final let shared: Cell.Shared
  /// Tells the types of models apart, and with them the subclasses.
  @usableFromInline final let modelType: ObjectIdentifier

  init(shared: Cell.Shared, modelType: ObjectIdentifier) {
    self.shared = shared
    self.modelType = modelType
  }

  /// Gives the model to a cell. Overridden for each model.
  open func give(to cell: Cell) {}

  /// Gives the model to a cell as the tag says. Overridden for the models whose showing depends on it.
  open func give(to cell: Cell, tag: Cell.Tag) { give(to: cell) }

  // Overridden by `RowOf`, which knows the model.
  func hasSameIdentity(as other: MixedRow) -> Bool { self === other }
  func isEqual(to other: MixedRow) -> Bool { self === other }
  func hashIdentity(into hasher: inout Hasher) {}
  var identityText: String { "" }

  /// The same thing: a model of the same type with the same identity.
  public final var id: Identity { Identity(row: self) }

  /// The same content.
  public static func == (a: MixedRow, b: MixedRow) -> Bool { a === b || a.isEqual(to: b) }

  /// Which thing a row shows, whatever its content.
  public struct Identity: Hashable, CustomStringConvertible {
    let row: MixedRow

    /// Whether both are of the same thing.
    public static func == (a: Identity, b: Identity) -> Bool { a.row === b.row || a.row.hasSameIdentity(as: b.row) }
    /// Takes in the model's type and identity.
    public func hash(into hasher: inout Hasher) { row.hashIdentity(into: &hasher) }
    /// The model's type and identity: the same in every process, as far as the identity's text is.
    public var description: String { row.identityText }
  }
}
