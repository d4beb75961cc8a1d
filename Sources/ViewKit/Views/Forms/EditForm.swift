/// A form that edits a value: each of its fields a part of it. A `NumberField` edits an optional number, and a `Select` an optional
/// choice: where nothing is entered there is none. A choice is taken back by the ``Select``'s prompt, unless it is required.
///
/// ```swift
/// let form = EditForm(Person())
/// form.add(
///   form.field(\.name, "Name", .line(), .required("What are they called?")),
///   form.field(\.seats, "Seats", NumberField(minimum: 1, maximum: 9)),
///   Button("Save") { [unowned self] in form.submit() })
/// form.onSave = { [unowned self] person in send(PeopleEvent.requestSave(person)) }
/// ```
public final class EditForm<Value>: Form {
  private struct Part {
    let path: PartialKeyPath<Value>
    let field: AnyField
    let show: (Value) -> Void
    let read: (inout Value) -> Void
    let isRefused: () -> Bool
  }

  /// Called with what is entered when the form is submitted and every field in it is as it should be. What is refused may be where nobody can
  /// mend it, as it is hidden or disabled: of that it is what was shown.
  public var onSave: ((Value) -> Void)?
  private var start: Value
  private var parts: [Part] = []

  /// Makes a form without fields that edits a value.
  public init(_ value: Value) {
    start = value
    super.init()
    onSubmit = { [unowned self] in
      onSave?(parts.reduce(into: start) { value, part in if !part.isRefused() { part.read(&value) } })
    }
  }

  /// What is entered, on top of what was shown. Another one shows itself in the fields.
  public var value: Value {
    get { parts.reduce(into: start) { value, part in part.read(&value) } }
    set {
      start = newValue
      for part in parts {
        part.show(newValue)
        part.field.problem = nil
      }
    }
  }

  /// Makes a field that edits a part of the value, and shows what it is. It is added where it is to stand.
  ///
  /// - Parameter rules: What is asked of the content. The first that isn't kept is told.
  public func field<Input: EditableInput>(
    _ path: WritableKeyPath<Value, Input.Entry>, _ label: String, _ input: Input, _ rules: FieldRule<Input.Entry>...
  ) -> Field<Input> {
    edit(path, in: Field(label, input, rules: rules))
  }

  /// Makes a field for text: `form.field(\.title, "Title", .line())`.
  public func field(
    _ path: WritableKeyPath<Value, String>, _ label: String, _ input: TextInput, _ rules: FieldRule<String>...
  ) -> Field<TextInput> {
    edit(path, in: Field(label, input, rules: rules))
  }

  private func edit<Input: EditableInput>(
    _ path: WritableKeyPath<Value, Input.Entry>, in field: Field<Input>
  ) -> Field<Input> {
    let input = field.input
    input.entry = start[keyPath: path]
    parts.append(
      Part(
        path: path, field: field, show: { input.entry = $0[keyPath: path] },
        read: { $0[keyPath: path] = input.entry }, isRefused: { input.refusal != nil }))
    return field
  }

  /// Tells what others have found wrong with parts of the value, each beside its field, and moves the focus to the first of
  /// them. What was told before goes.
  ///
  /// - Parameter problems: What is wrong with which part, in words for the user; `nil` for nothing.
  /// - Returns: Whether anything was told.
  @discardableResult
  public func complain(_ problems: [PartialKeyPath<Value>: String?]) -> Bool {
    for part in parts { part.field.problem = problems[part.path] ?? nil }
    let wrong = parts.first { $0.field.problem != nil }
    if let wrong { tree?.moveFocus(to: wrong.field.focusTarget) }
    return wrong != nil
  }
}
