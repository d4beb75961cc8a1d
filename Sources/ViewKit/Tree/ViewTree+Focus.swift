/// Where the user's focus goes.
extension ViewTree {
  /// Moves the user's focus to a view. What it stands in shows it: ``Tabs`` its page, a ``Disclosure`` what is folded away.
  public func moveFocus(to view: View) {
    focus = view
    var child = view
    while let parent = child.parent {
      parent.reveal(child)
      child = parent
    }
  }

  /// The view to which the focus was moved by changes that were forgotten, for a page that begins with a picture; `nil` where it is for the
  /// page to say, or has been taken.
  public func takeForgottenFocus() -> View? {
    defer { forgottenFocus = nil }
    guard let view = forgottenFocus, view.tree === self else { return nil }
    // Of what is around an input, that.
    return (view as? AnyField)?.focusTarget ?? (view as? InputLabel)?.input ?? view
  }
}
