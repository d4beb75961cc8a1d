/// An input of any kind with its visible label in front, and behind it what is wrong with what is entered.
public final class Field<Input: FieldInput>: AnyField {
  /// The input.
  public let input: Input
  private let rules: [FieldRule<Input.Entry>]

  /// Makes a field; the label names the input.
  ///
  /// - Parameter rules: What is asked of the content. The first that isn't kept is told.
  public init(_ label: String, _ input: Input, rules: [FieldRule<Input.Entry>]) {
    self.input = input
    self.rules = rules
    super.init(label, input: input, control: input.control)
    isRequired = rules.contains { $0.isRequirement }
  }

  /// Makes a field; the label names the input.
  ///
  /// - Parameter rules: What is asked of the content. The first that isn't kept is told.
  public convenience init(_ label: String, _ input: Input, _ rules: FieldRule<Input.Entry>...) {
    self.init(label, input, rules: rules)
  }

  override func findProblem() -> String? {
    if let refusal = input.refusal { return refusal }
    let entry = input.entry
    return rules.lazy.compactMap { $0.problem(with: entry) }.first
  }

  override func checkAgain() {
    if problem != nil || input.refusal != nil { check() }
  }
}

extension Field where Input == TextInput {
  /// Makes a field for text: `Field("Title", .line())`.
  public convenience init(_ label: String, _ input: TextInput, _ rules: FieldRule<String>...) {
    self.init(label, input, rules: rules)
  }
}
