/// An input that can show what a part of a value is, and take it: see ``EditForm``.
public protocol EditableInput: FieldInput {
  /// What the user has entered, or is to see.
  var entry: Entry { get set }
}

extension TextInput: EditableInput {
  /// What it holds.
  public var entry: String {
    get { text }
    set { text = newValue }
  }
}

extension Checkbox: EditableInput {
  /// Whether it is ticked.
  public var entry: Bool {
    get { isOn }
    set { isOn = newValue }
  }
}

extension RadioGroup: EditableInput {
  /// What is chosen.
  public var entry: Choice {
    get { selected }
    set { selected = newValue }
  }
}

extension NumberField: EditableInput {
  /// The number it holds; `nil` while it is empty or wrong.
  public var entry: Number? {
    get { number }
    set { number = newValue }
  }
}

extension Slider: EditableInput {
  /// The number it holds.
  public var entry: Number {
    get { number }
    set { number = newValue }
  }
}

extension Select: EditableInput {
  /// What is chosen; `nil` for nothing.
  public var entry: Choice? {
    get { selected }
    set { selected = newValue }
  }
}
