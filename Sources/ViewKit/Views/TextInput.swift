/// An input that takes text.
public final class TextInput: View {
  /// Called as the user types, at rest, with the whole content.
  public var onChange: ((String) -> Void)?
  /// Called when the user presses Enter, with the whole content.
  public var onSubmit: ((String) -> Void)?

  /// A single line.
  public static func line(_ name: String = "", placeholder: String = "") -> TextInput {
    TextInput(.textField, name, placeholder)
  }
  /// A single line to search by.
  public static func search(_ name: String = "", placeholder: String = "") -> TextInput {
    TextInput(.searchField, name, placeholder)
  }
  /// Several lines; Enter begins a new one.
  public static func area(_ name: String = "", placeholder: String = "") -> TextInput {
    TextInput(.textArea, name, placeholder)
  }
  /// A date, as `2026-11-21`.
  public static func date(_ name: String = "") -> TextInput { TextInput(.dateField, name, "") }

  private init(_ kind: ViewKind, _ name: String, _ placeholder: String) {
    super.init(kind)
    self.name = name
    self[text: .placeholder] = placeholder
  }

  /// What it holds. What the user types arrives here; what is set here replaces what the user sees.
  public var text: String {
    get { self[text: .value] }
    set { self[text: .value] = newValue }
  }

  /// Whether it empties itself when it is submitted, ready for the next.
  public var clearsOnSubmit: Bool {
    get { self[flag: .clearsOnSubmit] }
    set { self[flag: .clearsOnSubmit] = newValue }
  }

  public override var allowedIntents: Set<IntentKind> { onSubmit == nil ? [.change] : [.change, .submit] }

  public override func receive(_ intent: IntentKind, _ value: IntentValue) throws(IntentRefusal) {
    guard case .text(let text) = value else { throw .wrongValue(expected: "text") }
    guard text.utf8.count <= Self.greatestSize else {
      throw .wrongValue(expected: "at most \(Self.greatestSize) bytes")
    }
    // The user's screen shows this already; sending it back would disturb who types on.
    setQuietly(.value, text.isEmpty ? nil : .text(text))
    if intent == .change {
      onChange?(text)
    } else {
      if clearsOnSubmit { setQuietly(.value, nil) }
      onSubmit?(text)
    }
  }

  /// Bytes: room for the longest notes in any script, and less than a message may have.
  static let greatestSize = 480_000
}
