/// A line or paragraph of text.
public final class Label: View {
  /// Makes a label.
  public init(_ text: String = "", looks: Set<String> = []) {
    super.init(.label)
    self.text = text
    self.looks = looks
  }

  /// Makes a label with emphasis, code and links in it.
  public convenience init(markup: Markup, looks: Set<String> = []) {
    self.init(looks: looks)
    self.markup = markup
  }

  /// What it says.
  public var text: String {
    get { self[text: .text] }
    set { self[text: .text] = newValue }
  }

  /// What it says, with emphasis, code and links in it.
  public var markup: Markup {
    get {
      if case .markup(let markup)? = setting(.text) { markup } else { Markup(.plain(text)) }
    }
    set {
      set(.text, newValue.runs.isEmpty ? nil : .markup(newValue))
      self[text: .clientPart] = newValue.leadsBehindHash ? "hash" : ""
    }
  }
}

/// A heading, which gives a screen its outline.
public final class Heading: View {
  /// Makes a heading.
  ///
  /// - Parameter level: 1 for the screen's own, up to 6.
  public init(_ text: String = "", level: Int = 1) {
    super.init(.heading)
    self[number: .level] = min(max(level, 1), 6)
    self.text = text
  }

  /// What it says.
  public var text: String {
    get { self[text: .text] }
    set { self[text: .text] = newValue }
  }
}

/// What is wrong with the content of an input, told beside it.
public final class ErrorLabel: View {
  /// Makes a label that says nothing and is not seen.
  public init() {
    super.init(.error)
    isHidden = true
  }

  /// What is wrong; empty where nothing is.
  public var text: String {
    get { self[text: .text] }
    set {
      self[text: .text] = newValue
      isHidden = newValue.isEmpty
    }
  }
}
