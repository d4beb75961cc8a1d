/// A controller that holds others: a page made of regions, a page whose child is chosen by state, dialogs.
extension Controller {
  /// Adds a controller and shows it in a region of this one's view, behind what is there.
  ///
  /// It comes and goes with this one, and ends with it at the latest.
  public func add(_ child: Controller, in region: View) {
    adopt(child)
    if presence == .appearing {
      child.regionInParent = region
      child.moveIn()
    } else {
      performHere { [self] in showNow(child, in: region) }
    }
  }

  /// Takes a child away. It ends.
  public func remove(_ child: Controller) {
    performHere { [self] in discard(child) }
  }

  /// Shows a controller in a region, alone: those that were shown there go.
  ///
  /// - Parameters:
  ///   - child: One that is new, or hidden in this one.
  ///   - transition: How it comes in.
  ///   - keepsOthers: Whether those that go are hidden and can be shown again, as they were left; otherwise they end.
  public func show(
    _ child: Controller, in region: View, by transition: Transition = .none, keepsOthers: Bool = false
  ) {
    if child.parent !== self { adopt(child) }
    performHere { [self] in
      for other in children where other.regionInParent === region && other !== child {
        if keepsOthers { other.leave() } else { discard(other) }
      }
      transition.set(on: region)
      if child.regionInParent !== region { showNow(child, in: region) }
    }
  }

  /// Takes a child off the screen. It lives on, and can be shown again with ``show(_:in:by:keepsOthers:)``.
  public func hide(_ child: Controller) {
    performHere { child.leave() }
  }

  // MARK: Dialogs

  /// Shows a controller in a dialog over the whole screen, called by its title. The rest can't be used meanwhile.
  ///
  /// It goes when it is dismissed, when this one ends, or when the user goes to another address.
  ///
  /// - Parameters:
  ///   - isDismissable: Whether the user can close it by a button or the Escape key.
  ///   - closing: What a screen reader calls that button.
  public func present(_ modal: Controller, isDismissable: Bool = true, closing: String = "Close") {
    adopt(modal)
    let dialog = Dialog(modal.title, isDismissable: isDismissable, closing: closing)
    dialog.onDismiss = { [unowned modal] in modal.dismiss() }
    whenPossible { [self] in stage?.layers.present(modal, in: dialog) }
  }

  /// Closes the dialog that this controller is in. It ends, and so do the dialogs over it, whoever has presented them.
  public func dismiss() {
    whenPossible { [self] in stage?.layers.dismiss(holding: self) }
  }

  // MARK: Called by the stage

  /// Does what makes controllers come or go, once the coming or going under way is over.
  func whenPossible(_ body: @escaping () -> Void) {
    if let stage { stage.perform(body) } else { body() }
  }

  /// The same for children. As long as this controller is away nobody sees them come or go, and nothing waits.
  private func performHere(_ body: @escaping () -> Void) {
    if presence == .away { body() } else { whenPossible(body) }
  }

  func adopt(_ child: Controller) {
    precondition(child.parent == nil && child.presence == .away, "a controller is in one other, and lives once")
    child.parent = self
    children.append(child)
    if let stage { child.enter(stage) }
  }

  /// Shows a child that isn't shown, at once.
  func showNow(_ child: Controller, in region: View) {
    guard child.parent === self else { return }
    child.regionInParent = region
    // Otherwise it appears with this one.
    let appears = presence == .present
    if appears { child.willAppear() }
    child.moveIn()
    if appears { child.didAppear() }
  }

  /// Takes a child away, at once.
  func discard(_ child: Controller) {
    guard child.parent === self else { return }
    child.leave()
    children.removeAll { $0 === child }
    child.end()
  }
}
