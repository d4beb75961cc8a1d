/// Views one under the other, or side by side.
public class Stack: View {
  /// Views one under the other.
  public static func column(_ views: View..., looks: Set<String> = []) -> Stack { Stack(.stack, views, looks) }
  /// Views side by side.
  public static func row(_ views: View..., looks: Set<String> = []) -> Stack { Stack(.row, views, looks) }
  /// The main part of a screen.
  public static func main(_ views: View..., looks: Set<String> = []) -> Stack { Stack(.main, views, looks) }
  /// The head of a screen.
  public static func header(_ views: View..., looks: Set<String> = []) -> Stack { Stack(.header, views, looks) }
  /// A part of a screen that stands for itself.
  public static func section(_ views: View..., looks: Set<String> = []) -> Stack { Stack(.section, views, looks) }
  /// Links to other screens, under a name that tells them from others on the same screen.
  public static func navigation(_ name: String, _ views: View..., looks: Set<String> = []) -> Stack {
    let stack = Stack(.navigation, views, looks)
    stack.name = name
    return stack
  }

  init(_ kind: ViewKind, _ views: [View], _ looks: Set<String>) {
    super.init(kind)
    self.looks = looks
    for view in views { add(view) }
  }
}

/// Inputs that belong together. Enter in one of them does what the form's own button does.
public final class Form: View {
  /// Called when the form is submitted.
  public var onSubmit: (() -> Void)?

  /// Makes a form.
  public init(_ views: View...) {
    super.init(.form)
    for view in views { add(view) }
  }

  public override var allowedIntents: Set<IntentKind> { onSubmit == nil ? [] : [.submit] }
  public override func receive(_ intent: IntentKind, _ value: IntentValue) { onSubmit?() }
}

/// An input with its visible label in front and what is wrong with it behind.
public final class Field: View {
  /// Tells what is wrong with the input.
  public let error = ErrorLabel()
  /// The input.
  public let input: TextInput

  /// Makes a field; the label names the input.
  public init(_ label: String, _ input: TextInput) {
    self.input = input
    super.init(.field)
    input.name = label
    let caption = Label(label, looks: ["caption"])
    add(caption, input, error)
  }

  /// What is wrong; `nil` where nothing is.
  public var problem: String? {
    get { error.text.isEmpty ? nil : error.text }
    set {
      error.text = newValue ?? ""
      input[flag: .isInvalid] = newValue != nil
      input[number: .describedBy] = newValue == nil || error.id == 0 ? nil : error.id
    }
  }
}
