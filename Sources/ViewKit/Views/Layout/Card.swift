/// Something that stands for itself, set off from what is around it.
public final class Card: View {
  private let heading: Heading

  /// Makes a card.
  ///
  /// - Parameters:
  ///   - title: What it is about; it is also what screen readers call it.
  ///   - level: The level of its heading, 1 to 6.
  public init(_ title: String, level: Int = 2, _ views: View..., looks: Set<String> = []) {
    heading = Heading(title, level: level)
    super.init(.card)
    name = title
    self.looks = looks
    add(heading)
    for view in views { add(view) }
  }

  /// What it is about.
  public var title: String {
    get { heading.text }
    set {
      heading.text = newValue
      name = newValue
    }
  }
}
