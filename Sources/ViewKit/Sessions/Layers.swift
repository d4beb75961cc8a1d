/// What lies over the screen: alerts, and dialogs with a controller. The top one can be used, and nothing under it.
final class Layers {
  private struct Layer {
    let view: View
    /// Whether it has come under an alert: the focus couldn't go there.
    var wasCovered = false
    /// What the dialog shows, and the dialog; `nil` for an alert.
    var modal: (controller: Controller, dialog: Dialog)?
    var controller: Controller? { modal?.controller }
  }

  private let screen: View
  private let tree: ViewTree
  /// The lowest first.
  private var layers: [Layer] = []
  /// The alerts that haven't been read: the first is shown, the others wait for it.
  private var alerts: [AlertDialog] = []

  init(over screen: View, in tree: ViewTree) {
    self.screen = screen
    self.tree = tree
  }

  /// Whether nothing lies over the screen.
  var isEmpty: Bool { layers.isEmpty && alerts.isEmpty }

  // MARK: Alerts

  func alert(_ title: String, _ message: String, button: String) {
    // The same failure twice is one thing to read.
    if alerts.contains(where: { $0.says(title, message) }) { return }
    let alert = AlertDialog(title, message, button: button)
    alerts.append(alert)
    alert.onDismiss = { [unowned self, unowned alert] in
      remove(alert)
      alerts.removeAll { $0 === alert }
      if let next = alerts.first { push(Layer(view: next)) } else { focusUncovered() }
    }
    if alerts.count == 1 { push(Layer(view: alert)) }
  }

  // MARK: Dialogs

  func present(_ modal: Controller, in dialog: Dialog) {
    guard let presenter = modal.parent else { return }
    guard presenter.presence == .present else { return presenter.discard(modal) }
    modal.willAppear()
    dialog.content.add(modal.view)
    push(Layer(view: dialog, modal: (modal, dialog)))
    modal.didAppear()
  }

  /// Closes the dialog that a controller is in, and those over it. Alerts stay until they are read.
  func dismiss(holding controller: Controller) {
    guard let index = layers.lastIndex(where: { $0.controller?.holds(controller) == true }) else { return }
    for modal in layers[index...].reversed().compactMap(\.controller) { close(modal) }
  }

  /// Closes the dialogs that a controller, or one in it, has presented.
  func dismiss(presentedIn controller: Controller) {
    for modal in layers.reversed().compactMap(\.controller) where modal !== controller && controller.holds(modal) {
      close(modal)
    }
  }

  /// Closes every dialog. Alerts stay until they are read.
  func dismissModals() {
    while let modal = layers.last(where: { $0.controller != nil })?.controller { close(modal) }
  }

  func updateTitles() {
    for case (let controller, let dialog)? in layers.map(\.modal) { dialog.title = controller.title }
  }

  private func close(_ modal: Controller) {
    takeOff(modal)
    modal.parent?.discard(modal)
  }

  /// Closes the dialogs that a controller has presented, and the one that it is shown in, if it is; it lives on.
  func takeOff(_ controller: Controller) {
    dismiss(presentedIn: controller)
    guard let layer = layers.first(where: { $0.controller === controller }) else { return }
    controller.willDisappear()
    remove(layer.view)
    controller.didDisappear()
  }

  // MARK: Order

  /// Dialogs come under the alert that is shown, if one is: it lies over whatever is shown until it is read.
  private func push(_ layer: Layer) {
    let alert = layer.controller == nil ? nil : layers.firstIndex { $0.controller == nil }
    let above = alert.map { layers[$0].view }
    var layer = layer
    layer.wasCovered = alert != nil
    layers.insert(layer, at: alert ?? layers.count)
    tree.root.insert(layer.view, at: tree.root.children.firstIndex { $0 === above } ?? tree.root.children.count)
    cover()
  }

  private func remove(_ view: View) {
    view.removeFromParent()
    layers.removeAll { $0.view === view }
    cover()
  }

  /// Gives the focus to a dialog that has come under an alert, now that this is gone.
  private func focusUncovered() {
    guard let top = layers.indices.last, layers[top].wasCovered else { return }
    for index in layers.indices { layers[index].wasCovered = false }
    let all = layers[top].view.withDescendants.dropFirst().filter(\.isReachable)
    if let stop = all.first(where: \.takesFocus) ?? all.first(where: \.isStop) { tree.moveFocus(to: stop) }
  }

  /// Only the top layer can be used.
  private func cover() {
    screen[flag: .isInert] = !layers.isEmpty
    for layer in layers { layer.view[flag: .isInert] = layer.view !== layers.last?.view }
  }
}

extension View {
  /// Whether who goes from one to the next by keyboard comes by it.
  fileprivate var isStop: Bool {
    switch kind {
    case .form, .filePicker, .menuItem: false
    case .menuButton: true
    default: table == nil && (!allowedIntents.isEmpty || !self[text: .target].isEmpty)
    }
  }
}
