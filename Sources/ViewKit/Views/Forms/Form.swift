/// Inputs that belong together. Enter in one of them does what the form's own button does. No form stands in another: browsers
/// don't know of such.
public class Form: View {
  /// Called when the form is submitted and every field in it is as it should be.
  public var onSubmit: (() -> Void)?

  /// Makes a form.
  public init(_ views: View...) {
    super.init(.form)
    for view in views { add(view) }
  }

  /// Submits the form, for its button: checks every field, and calls ``onSubmit`` or tells what is wrong.
  public func submit() {
    if check() { onSubmit?() }
  }

  /// Checks every field that the user can reach, tells what is wrong beside each, and moves the focus to the first that is; also
  /// where ``Tabs`` show another page, or a ``Disclosure`` is folded.
  ///
  /// - Returns: Whether all are as they should be.
  public func check() -> Bool {
    let wrong = fields.filter { $0.canBeMended && !$0.check() }
    if let first = wrong.first { tree?.moveFocus(to: first.focusTarget) }
    return wrong.isEmpty
  }

  override func didJoinTree() {
    var around = parent
    while let view = around {
      precondition(view.kind != .form, "a form can't stand in another: browsers don't know of such")
      around = view.parent
    }
  }

  public override var allowedIntents: Set<IntentKind> { onSubmit == nil ? [] : [.submit] }
  public override func receive(_ intent: IntentKind, _ value: IntentValue) { submit() }
}
