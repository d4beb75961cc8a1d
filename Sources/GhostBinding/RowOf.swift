/// A row that shows a model of one type. A subclass says how; `@Shows` writes it.
///
/// ```swift
/// final class EventRow: RowOf<ReminderCell, Event> {
///   override func give(to cell: ReminderCell) { cell.take(model) }
/// }
/// ```
open class RowOf<Cell: MixedViewType, Model: Identifiable & Equatable>: MixedRow<Cell> {
  /// The model.
  public final let model: Model

  /// Makes a row.
  ///
  /// - Parameter shared: The model as what it has in common with the others.
  public init(_ model: Model, shared: Cell.Shared) {
    self.model = model
    super.init(shared: shared, modelType: ObjectIdentifier(Model.self))
  }

  private func sameType(_ other: MixedRow<Cell>) -> RowOf<Cell, Model>? {
    guard other.modelType == modelType else { return nil }
    // Safe because only this class makes rows of this type of model.
    return unsafeDowncast(other, to: RowOf<Cell, Model>.self)
  }

  override func hasSameIdentity(as other: MixedRow<Cell>) -> Bool { sameType(other)?.model.id == model.id }
  override func isEqual(to other: MixedRow<Cell>) -> Bool { sameType(other)?.model == model }
  override func hashIdentity(into hasher: inout Hasher) {
    hasher.combine(modelType)
    hasher.combine(model.id)
  }
  override var identityText: String { "\(Model.self) \(model.id)" }
}
