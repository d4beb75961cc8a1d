/// An input that can show what a part of a value is, and take it: see ``EditForm``.
public protocol EditableInput: FieldInput {
  /// What the user has entered, or is to see.
  var entry: Entry { get set }
}

extension TextInput: EditableInput {
  public var entry: String {
    get { text }
    set { text = newValue }
  }
}

extension Checkbox: EditableInput {
  public var entry: Bool {
    get { isOn }
    set { isOn = newValue }
  }
}

extension RadioGroup: EditableInput {
  public var entry: Choice {
    get { selected }
    set { selected = newValue }
  }
}

extension NumberField: EditableInput {
  public var entry: Number? {
    get { number }
    set { number = newValue }
  }
}

extension Slider: EditableInput {
  public var entry: Number {
    get { number }
    set { number = newValue }
  }
}

extension Select: EditableInput {
  public var entry: Choice? {
    get { selected }
    set { selected = newValue }
  }
}
