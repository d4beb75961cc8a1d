import Ghostlight

/// What users seldom have to be told, with what can be done about it.
///
/// Its parts are made when it is shown, and go some time after it: most sessions never see them, and have no memory for them.
final class Notice: View {
  private let isError: Bool

  /// Makes one that says nothing and isn't seen.
  ///
  /// - Parameter isError: Whether it tells what is wrong with something that was entered.
  init(_ kind: ViewKind, isError: Bool = false, looks: Set<String>) {
    self.isError = isError
    super.init(kind)
    self.looks = looks
    isHidden = true
  }

  /// Says something.
  ///
  /// - Parameter buttons: What can be done about it, the same each time.
  func show(_ text: String, _ buttons: @autoclosure () -> [Button]) {
    isHidden = false
    if children.isEmpty {
      add(isError ? ErrorLabel() : Label())
      for button in buttons() { add(button) }
    }
    children[0][text: .text] = text
    children[0].isHidden = false
  }

  /// Says nothing any more. To be called whenever there is nothing to say: the parts go the second time, since a browser moves the focus
  /// away only from what is hidden.
  func hide() {
    if isHidden { for part in children { part.removeFromParent() } }
    isHidden = true
  }
}
