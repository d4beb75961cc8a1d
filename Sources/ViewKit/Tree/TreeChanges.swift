/// What has changed in a tree since a renderer last looked.
public struct TreeChanges {
  /// The changed views, in the order of their first change.
  public let views: [ViewChange]
  /// The new title, if it has changed.
  public let title: String?
  /// The view that gets the focus, if it moves.
  public let focus: View?
  /// What happens to the address bar, in order.
  public let addresses: [AddressChange]
}

/// What has changed on a view.
public struct ViewChange {
  /// The view, as it is now.
  public let view: View
  /// The properties that have changed.
  public let properties: [Property]
  /// The ids of the children as they were, if they have changed.
  public let childrenBefore: [Int]?
}

/// What happens to the browser's address bar.
public enum AddressChange: Sendable, Equatable {
  /// A new entry of the history.
  case push(String)
  /// Another address for the entry that is shown.
  case replace(String)
  /// The entry before, if that has this address; otherwise another address for the entry that is shown. Nothing but a new entry comes
  /// behind it.
  case back(String)
}
