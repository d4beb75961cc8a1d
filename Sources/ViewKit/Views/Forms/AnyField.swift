/// An input with its visible label in front and what is wrong with it behind, whatever the input is: see ``Field``.
public class AnyField: View {
  /// Tells what is wrong with the input.
  public let error = ErrorLabel()
  private let control: View
  /// The label of an input that is used by a click on it: a click on what is wrong mustn't be one.
  private var caption: InputLabel?

  init(_ label: String, input: View, control: View) {
    self.control = control
    // A label must not hold what has labels or buttons of its own.
    let isGroup = [.radioGroup, .filePicker, .checkbox].contains(input.kind)
    super.init(isGroup ? .fieldGroup : .field)
    input.name = label
    if input.kind == .checkbox { caption = InputLabel(label, for: input, looks: ["caption"]) }
    add(caption ?? Label(label, looks: ["caption"]), input, error)
  }

  /// In a row of a table nothing can be named by its number: there the input stands in its label.
  func standInRow() {
    guard let caption else { return }
    (kind, caption.kind) = (.field, .label)
  }

  /// Whether its user is told before he enters anything that something must be entered here, by a mark and to whom it is read. Of itself
  /// so where one of its rules is ``FieldRule/required(_:)``: to be set where somebody else checks, as a server.
  public final var isRequired: Bool {
    get { control[flag: .isRequired] }
    set {
      control[flag: .isRequired] = newValue
      (control as? any ChoiceHolder)?.offerPrompt()
    }
  }

  /// What is wrong, as the user is told; `nil` where nothing is.
  public var problem: String? {
    get { error.text.isEmpty ? nil : error.text }
    set {
      if newValue != nil { tree?.complaints.insert(ObjectIdentifier(self)) }
      error.text = newValue ?? ""
      describe()
    }
  }

  /// Sees whether what is entered is as it should be, and tells the user where it isn't.
  ///
  /// - Returns: Whether it is.
  @discardableResult
  public func check() -> Bool {
    problem = findProblem()
    return problem == nil
  }

  /// What is wrong with what is entered; `nil` for nothing.
  func findProblem() -> String? { nil }

  /// Whether the user can do something about what is entered here, if need be by choosing its tab.
  var canBeMended: Bool { control.canBeReached }

  /// What gets the focus when something is wrong here.
  var focusTarget: View { control.kind == .radioGroup ? control.children.first ?? control : control }

  /// The user has entered something else: a complaint goes as soon as it is mended, and none comes before its time.
  func checkAgain() {}

  private func describe() {
    // It has things of its own to say of its input.
    if let picker = control.parent as? FilePicker { return picker.describe() }
    control[flag: .isInvalid] = problem != nil
    control[number: .describedBy] = problem == nil || error.id == 0 ? nil : error.id
  }

  override func didJoinTree() {
    describe()
    // The input, which stands behind its label, has its number now.
    caption?.didJoinTree()
  }
  override var enclosingField: AnyField? { self }
  override var fields: [AnyField] { [self] }
}
