/// How many rows of a table a user can select.
public enum TableSelection: Sendable {
  /// None: rows hold controls of their own.
  case none
  /// One. Rows then hold no controls.
  case single
  /// Any number. Rows then hold no controls.
  case multiple
}
