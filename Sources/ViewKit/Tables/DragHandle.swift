/// Where a row is taken hold of, to be dragged or moved with the arrow keys. Stands in a cell.
public final class DragHandle: View {
  /// Called with where the row is to go.
  var onMove: ((Move) throws(IntentRefusal) -> Void)?

  enum Move {
    /// In front of the row with the key; at the end if that is 0.
    case before(Int)
    /// One place up or down from where the row stands by then, so that keys pressed in a row add up.
    case up, down
  }

  /// Makes a handle; name it in the cell's `take(_:)`, as in “Move Milk”.
  public init() { super.init(.dragHandle) }

  public override var allowedIntents: Set<IntentKind> { onMove == nil ? [] : [.move] }
  public override func receive(_ intent: IntentKind, _ value: IntentValue) throws(IntentRefusal) {
    switch value {
    case .number(let key): try onMove?(.before(key))
    case .flag(let isDown): try onMove?(isDown ? .down : .up)
    default: throw .wrongValue(expected: "the key of a row, 0, or a direction")
    }
  }
}
