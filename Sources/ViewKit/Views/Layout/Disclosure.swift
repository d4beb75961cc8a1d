/// Something that the user can fold away and unfold. Folding needs no server. It unfolds when what is in it gets the focus.
public final class Disclosure: View {
  private let summary = View(.summary)

  /// Makes a disclosure.
  ///
  /// - Parameters:
  ///   - title: What is seen of it in either state.
  ///   - isOpen: Whether it begins unfolded.
  public init(_ title: String, isOpen: Bool = false, _ views: View...) {
    super.init(.disclosure)
    self[flag: .isOpen] = isOpen
    summary[text: .text] = title
    let body = Stack.column()
    for view in views { body.add(view) }
    add(summary, body)
  }

  override func reveal(_ child: View) {
    if child === summary { return }
    self[flag: .isOpen] = true
    // Said also where it began unfolded: its user may have folded it.
    tree?.note(.isOpen, of: self)
  }

  /// What is seen of it in either state.
  public var title: String {
    get { summary[text: .text] }
    set { summary[text: .text] = newValue }
  }
}
