import Ghostlight

/// What users seldom have to be told, with what can be done about it.
///
/// Its parts are made when it is first told what to say: most sessions never see them, and have no memory for them.
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

  /// Says something, or nothing any more.
  ///
  /// - Parameters:
  ///   - text: What it says; with `nil` it isn't seen.
  ///   - buttons: What can be done about it, the same each time.
  func say(_ text: String?, _ buttons: @autoclosure () -> [Button]) {
    if children.isEmpty {
      add(isError ? ErrorLabel() : Label())
      for button in buttons() { add(button) }
    }
    children[0][text: .text] = text ?? ""
    children[0].isHidden = text == nil
    isHidden = text == nil
  }
}
