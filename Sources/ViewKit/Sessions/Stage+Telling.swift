internal import EventStream

/// View events: made only where somebody observes them.
extension Stage {
  func tellAppeared(_ controller: Controller) {
    if stream.isObserved(\ViewEvent.appeared) { stream.send(ViewEvent.appeared(place(controller))) }
  }

  func tellDisappeared(_ controller: Controller) {
    if stream.isObserved(\ViewEvent.disappeared) { stream.send(ViewEvent.disappeared(place(controller))) }
  }

  /// Carries out what a user did, and tells of it before. What isn't allowed is put right on the user's screen.
  func carryOut(_ intent: Intent) throws(IntentRefusal) {
    do throws(IntentRefusal) { try carryOutAllowed(intent) } catch {
      tree.putRight(intent)
      tree.sayBoxesForAll(behind: intent)
      throw error
    }
  }

  private func carryOutAllowed(_ intent: Intent) throws(IntentRefusal) {
    switch intent.kind {
    case .tap where stream.isObserved(\ViewEvent.tapped):
      if let act = act(intent) { stream.send(ViewEvent.tapped(act)) }
    case .change where stream.isObserved(\ViewEvent.changed),
      .select where stream.isObserved(\ViewEvent.changed) && intent.target.isView:
      if let act = act(intent) { stream.send(ViewEvent.changed(act)) }
    case .submit where stream.isObserved(\ViewEvent.submitted):
      if let act = act(intent) { stream.send(ViewEvent.submitted(act)) }
    default: break
    }
    let sets = [.change, .submit, .select].contains(intent.kind)
    let tells = tree.tellsUnanswered(intent)
    guard sets || tells else { return try tree.receive(intent) }
    let before = stream.unansweredRequests
    try tree.receive(intent)
    let waiting = stream.unansweredRequests, made = waiting.subtracting(before)
    if tells {
      tree.note(made, of: act, among: waiting)
      tree.sayBoxesForAll(behind: intent)
    }
    if sets { tree.wait(for: made, target: intent.target, isSubmission: intent.kind == .submit) }
  }

  /// What a user did; `nil` if the screen doesn't allow it.
  private func act(_ intent: Intent) -> ViewAct? {
    tree.inspect(intent) { view, standing in
      let controller = owner(of: standing)
      return ViewAct(
        place: controller.map(place) ?? ViewPlace(controller: "", path: shownPath), kind: view.kind.word,
        name: view.name.isEmpty ? view[text: .text] : view.name, value: view.isPrivate ? nil : intent.value.told)
    }
  }

  private func place(_ controller: Controller) -> ViewPlace {
    ViewPlace(controller: "\(type(of: controller))", path: shownPath)
  }

  private var shownPath: String { String(tree.path.prefix { $0 != "?" && $0 != "#" }) }

  /// The controller that a view stands in.
  private func owner(of view: View) -> Controller? {
    let all = controllers
    var holder: View? = view
    while let current = holder {
      if let owner = all.first(where: { $0.loadedView === current }) { return owner }
      holder = current.parent
    }
    return nil
  }
}

extension IntentTarget {
  fileprivate var isView: Bool { if case .view = self { true } else { false } }
}

extension IntentValue {
  fileprivate var told: String? {
    switch self {
    case .text(let text): text
    case .flag(let isOn), .guess(let isOn): "\(isOn)"
    case .number(let number): "\(number)"
    default: nil
    }
  }
}
