/// The visible label of an input that stands elsewhere on the screen; a click on it is one on the input. Where both stand
/// together, a ``Field`` makes it by itself.
///
/// Its text can be edited in place: see ``TextInput/stands(for:look:)``.
public final class InputLabel: View {
  /// What it is for.
  private(set) weak var input: View?

  /// Makes a label.
  ///
  /// - Parameter input: What it is for, in front of it on the screen. In a row of a table a label is for nothing.
  public init(_ text: String = "", for input: View? = nil, looks: Set<String> = []) {
    self.input = input
    super.init(.inputLabel)
    self.text = text
    self.looks = looks
  }

  /// What it says.
  public var text: String {
    get { self[text: .text] }
    set { self[text: .text] = newValue }
  }

  override func didJoinTree() {
    nameInput()
    if let input { tree?.note(self, for: input) }
  }

  /// Says which input it is for, whose number is another when it has left the screen and come back.
  func nameInput() {
    guard let input else { return }
    if let anchor = input.setting(.anchor) { set(.labelled, anchor) } else { self[number: .labelled] = input.id }
  }
}
