/// An element of one's own, for what no view stands for. Its looks are classes that the app's style sheet knows.
///
/// ```swift
/// Element(.figure, looks: ["chart"], drawing, Element(.caption, text: "Rows per second"))
/// ```
///
/// What could run a script, load a document or disturb the page can't be named: see ``ElementTag`` and ``ElementAttribute``.
public final class Element: View {
  /// Makes an element.
  ///
  /// - Parameters:
  ///   - tag: What it is.
  ///   - text: What it says, in front of the views in it.
  ///   - looks: Classes that the app's style sheet knows.
  ///   - attributes: What it carries; of two with one name the later.
  ///   - views: What is in it, in order.
  public init(
    _ tag: ElementTag, text: String = "", looks: Set<String> = [], attributes: [ElementAttribute] = [], _ views: View...
  ) {
    super.init(.element)
    self[text: .tag] = tag.name
    self.text = text
    self.looks = looks
    for attribute in attributes { set(attribute) }
    for view in views { add(view) }
  }

  /// What it says, in front of the views in it. Set it only on an element without any.
  public var text: String {
    get { self[text: .text] }
    set { self[text: .text] = newValue }
  }

  /// What it carries, by name.
  public var attributes: [String: String] { stored.compactMapValues { $0 } }

  /// Gives it an attribute, in place of the one with the same name.
  public func set(_ attribute: ElementAttribute) {
    stored[attribute.name] = .some(attribute.value)
  }

  /// Takes away the attribute with a name, if it has one.
  public func removeAttribute(_ name: String) {
    if stored[name] != nil { stored.updateValue(nil, forKey: name) }
  }

  private var stored: [String: String?] {
    get {
      if case .attributes(let attributes)? = setting(.attributes) { attributes } else { [:] }
    }
    set { set(.attributes, .attributes(newValue)) }
  }
}
