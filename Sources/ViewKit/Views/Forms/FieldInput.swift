/// An input that a ``Field`` can label and check.
public protocol FieldInput: View {
  /// What a user can enter.
  associatedtype Entry
  /// What the user has entered.
  var entry: Entry { get }
  /// What is wrong with that whatever the rules say, in words for the user; `nil` for nothing.
  var refusal: String? { get }
}

extension FieldInput {
  public var refusal: String? { nil }
}

extension TextInput: FieldInput {
  public var entry: String { text }
}

extension Checkbox: FieldInput {
  public var entry: Bool { isOn }
}

extension RadioGroup: FieldInput {
  public var entry: Choice { selected }
}
