internal import EventStream

/// Where a controller is in its life.
enum Presence {
  case away, appearing, present, disappearing, ended
}

/// Called by the stage and by containers. Coming and going are in two halves, between which the view is moved; so the view
/// is off the screen before `viewWillAppear` returns and after `viewDidDisappear` is called, a child's too.
extension Controller {
  /// Gives the controller and those in it to a stage.
  func enter(_ stage: Stage) {
    self.stage = stage
    for child in children { child.enter(stage) }
  }

  /// Puts the view where it is shown in its parent, once that has one.
  func moveIn() {
    guard let region = regionInParent, parent?.loadedView != nil, stage != nil, view.parent !== region else { return }
    region.add(view)
  }

  func willAppear() {
    guard presence == .away else { return }
    _ = view
    presence = .appearing
    viewWillAppear()
    forEachShownChild { $0.willAppear() }
  }

  func didAppear() {
    guard presence == .appearing else { return }
    forEachShownChild { child in
      // One that was added by a sibling, just now.
      child.willAppear()
      child.didAppear()
    }
    presence = .present
    viewDidAppear()
    stage?.tellAppeared(self)
  }

  func willDisappear() {
    guard presence == .present else { return }
    presence = .disappearing
    viewWillDisappear()
    forEachShownChild { $0.willDisappear() }
  }

  func didDisappear() {
    guard presence == .disappearing else { return }
    forEachShownChild { $0.didDisappear() }
    presence = .away
    viewDidDisappear()
    stage?.tellDisappeared(self)
  }

  /// Takes the view off the screen, and the dialogs that it has presented; with the dialog that it is in, if it is in one.
  func leave() {
    stage?.layers.takeOff(self)
    willDisappear()
    loadedView?.removeFromParent()
    didDisappear()
    regionInParent = nil
  }

  /// Lets go of everything: children first, then observers, timers and unanswered requests.
  func end() {
    guard presence != .ended else { return }
    for child in children.reversed() { child.end() }
    children = []
    presence = .ended
    stream?.forgetRequests(of: self)
    for timer in timers { timer.cancel() }
    timers = []
    subscriptions.cancel()
    busyViews = []
    parent = nil
    stage?.keepUntilTurnEnds(self)
    stage = nil
    didEnd()
  }

  func updateBusy() {
    for (view, _) in busyViews { view.isBusy = busyViews.contains { $0.view === view && $0.isBusy() } }
    for child in children { child.updateBusy() }
  }

  /// Children may be added meanwhile, and none is taken away: that waits until the coming or going is over.
  private func forEachShownChild(_ body: (Controller) -> Void) {
    var index = 0
    while index < children.count {
      let child = children[index]
      index += 1
      if child.regionInParent != nil { body(child) }
    }
  }
}
