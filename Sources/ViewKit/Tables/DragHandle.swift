/// Where a row is taken hold of, to be dragged or moved with the arrow keys. Stands in a cell.
public final class DragHandle: View {
  /// Called with the key of the row that this one is to stand in front of; 0 for the end.
  var onMove: ((Int) throws(IntentRefusal) -> Void)?

  /// Makes a handle; name it in the cell's `take(_:)`, as in “Move Milk”.
  public init() { super.init(.dragHandle) }

  public override var allowedIntents: Set<IntentKind> { onMove == nil ? [] : [.move] }
  public override func receive(_ intent: IntentKind, _ value: IntentValue) throws(IntentRefusal) {
    guard case .number(let key) = value else { throw .wrongValue(expected: "the key of a row, or 0") }
    try onMove?(key)
  }
}
