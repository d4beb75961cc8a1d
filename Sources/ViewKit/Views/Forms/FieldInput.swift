/// An input that a ``Field`` can label and check.
public protocol FieldInput: View {
  /// What a user can enter.
  associatedtype Entry
  /// What the user has entered.
  var entry: Entry { get }
  /// What is wrong with that whatever the rules say, in words for the user; `nil` for nothing.
  var refusal: String? { get }
  /// What bears the label and gets the focus: the input itself unless it is made of several views.
  var control: View { get }
}

extension FieldInput {
  /// Nothing.
  public var refusal: String? { nil }
  /// The input itself.
  public var control: View { self }
}
