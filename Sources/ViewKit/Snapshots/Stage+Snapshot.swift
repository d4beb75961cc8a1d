internal import EventStream

/// Taking a snapshot of a session, and making a session of one.
extension Stage {
  /// The views on the screen, depth first, and then those of controllers that are loaded but not shown.
  var allViews: [View] {
    let hidden = controllers.compactMap(\.loadedView).filter { $0.tree == nil && $0.parent == nil }
    return ([tree.root] + hidden).flatMap(\.withDescendants)
  }

  /// The controllers of the screens that stand in no other.
  private var outermost: [Controller] { stack.map(\.controller).filter { $0.parent == nil } }

  /// Whether nothing is under way that a snapshot couldn't have in it, as far as one can tell without taking one.
  var isQuiet: Bool { stream.point != nil && layers.isEmpty && !isPerforming }

  /// Takes a snapshot, makes a session of it, and sees whether that is like this one.
  ///
  /// - Parameters:
  ///   - opening: How this session began.
  ///   - session: What this one consists of.
  ///   - fresh: The same, made anew.
  /// - Throws: ``SessionSnapshot/Refusal``.
  func snapshot(
    _ opening: SessionOpening, of session: Session, anew fresh: Session, _ coding: any SnapshotCoding
  ) throws -> SessionSnapshot {
    guard let point = stream.point, isQuiet else { throw SessionSnapshot.Refusal.notNow }
    try Likeness.check(session, fresh)
    var snapshot = SessionSnapshot(
      opening: opening, point: point, path: path.text, addresses: addresses?.map(\.text), random: randomNumbers.state,
      lastTimer: timers.last, timers: timers.inOrder.map(KeptTimer.init),
      lastView: tree.lastID, program: program, lacksPrivate: lacksPrivate ? true : nil,
      values: try session.values.map { KeptValue(try $0.encoded(by: coding)) },
      valueNames: session.values.map(\.name),
      controllers: try outermost.map { try $0.snapshot(coding) }, views: [])
    let trial = try Stage(
      builtFrom: snapshot, ofOtherProgram: false, fresh, fresh.values, app: AppStream(), onFailure: nil,
      sleep: { _ in throw CancellationError() }, coding)
    defer { trial.end() }
    let (views, others) = (allViews, trial.allViews)
    guard views.count == others.count else { throw SessionSnapshot.Refusal.unlike(Likeness.otherwise(views, others)) }
    trial.renumber(as: views.map(\.id), last: snapshot.lastView)
    snapshot.views = zip(views, others).map { $0.snapshot(besides: $1) }
    trial.restoreViews(of: snapshot, ofOtherProgram: false)
    try Likeness.check(self, of: session, trial, of: fresh)
    return snapshot
  }

  /// Makes a session of a snapshot. It goes on as one that is replayed.
  ///
  /// - Parameters:
  ///   - isOfOtherProgram: Whether this program may build its screens otherwise: then what views have kept is for views of the same names
  ///     only, and so are values.
  ///   - isOnlyBeginning: Whether there is nothing else to make the session of: then values and state that only this program has are as
  ///     it has them at first.
  /// - Throws: ``SessionSnapshot/Refusal/unlike(_:)`` if this program's screens are others, and what the state's values throw.
  static func restored(
    _ snapshot: SessionSnapshot, _ session: Session, isOfOtherProgram: Bool = false, isOnlyBeginning: Bool = true,
    app: AppStream, onFailure: FailureHandler?,
    sleep: @escaping @Sendable (Duration) async throws -> Void, _ coding: any SnapshotCoding
  ) throws -> Stage {
    guard let values = isOfOtherProgram ? session.values(as: snapshot) : session.values,
      values.count == snapshot.values.count
    else { throw SessionSnapshot.Refusal.unlike("it has other values") }
    guard isOnlyBeginning || session.values.count == values.count else {
      throw SessionSnapshot.Refusal.unlike("it has more values")
    }
    let stage = try Stage(
      builtFrom: snapshot, ofOtherProgram: isOfOtherProgram, session, values, app: app, onFailure: onFailure,
      sleep: sleep, coding)
    do {
      guard isOnlyBeginning || !stage.outermost.haveMore(than: snapshot.controllers) else {
        throw SessionSnapshot.Refusal.unlike("its controllers keep more")
      }
      let views = stage.allViews
      guard views.map({ "\($0.kind)" }) == snapshot.views.map(\.kind),
        zip(views, snapshot.views).allSatisfy({ $0.fits($1, ofOtherProgram: isOfOtherProgram) })
      else { throw SessionSnapshot.Refusal.unlike("the screen is built otherwise") }
      stage.renumber(as: snapshot.views.map(\.id), last: snapshot.lastView)
      stage.restoreViews(of: snapshot, ofOtherProgram: isOfOtherProgram)
      if stage.tree.holdsWithheld { stage.notePrivateIsMissing() }
      return stage
    } catch {
      stage.end()
      throw error
    }
  }

  private convenience init(
    builtFrom snapshot: SessionSnapshot, ofOtherProgram isOfOtherProgram: Bool, _ session: Session,
    _ values: [any AnySessionValue], app: AppStream, onFailure: FailureHandler?,
    sleep: @escaping @Sendable (Duration) async throws -> Void,
    _ coding: any SnapshotCoding
  ) throws {
    for (value, kept) in zip(values, snapshot.values) { try value.decode(kept.bytes, by: coding) }
    self.init(
      session, snapshot.opening, app: app, onFailure: onFailure, sleep: sleep, replaying: snapshot.point.identity)
    stream.goOn(from: snapshot.point)
    loadBeforeShowing = { [unowned self] in load(as: snapshot.controllers) }
    show(Path(snapshot.path), remembering: snapshot.addresses?.map { Path($0) } ?? [])
    loadBeforeShowing = nil
    do {
      // What controllers send when they show again what was there has been sent before, and heard.
      try stream.whileSilent { try restore(outermost, as: snapshot.controllers, coding) }
    } catch {
      end()
      throw error
    }
    endTurn()
    do {
      try timers.goOn(behind: snapshot.lastTimer, with: snapshot.timers, ofOtherProgram: isOfOtherProgram)
    } catch {
      end()
      throw error
    }
    randomNumbers.state = snapshot.random
    program = snapshot.program
    lacksPrivate = snapshot.lacksPrivate == true
    stream.goOn(from: snapshot.point)
    // Once more, now that nothing is asked for: what was busy isn't.
    endTurn()
    tree.forgetChanges()
  }

  /// Loads what has been loaded, in the same order. Some come only with what others load.
  private func load(as kept: [ControllerSnapshot]) {
    func unloaded(_ controllers: [Controller], _ kept: [ControllerSnapshot]) -> [(Controller, ControllerSnapshot)] {
      zip(controllers, kept).flatMap { controller, kept in
        (kept.isLoaded && controller.loadedView == nil ? [(controller, kept)] : [])
          + unloaded(controller.children, kept.children)
      }
    }
    // Of older logs nobody knows: mostly what lies under others was loaded before them.
    while let next = unloaded(outermost, kept).min(by: { $0.1.loadNumber ?? 0 < $1.1.loadNumber ?? 0 }) {
      _ = next.0.view
    }
  }

  private func restore(
    _ controllers: [Controller], as kept: [ControllerSnapshot], _ coding: any SnapshotCoding
  ) throws {
    guard controllers.count == kept.count else { throw SessionSnapshot.Refusal.unlike("there are other controllers") }
    for (controller, kept) in zip(controllers, kept) {
      guard "\(type(of: controller))" == kept.type else {
        throw SessionSnapshot.Refusal.unlike("\(kept.type) is another controller")
      }
      if kept.isLoaded { _ = controller.view }
      let state = controller.sessionState
      for (name, content) in kept.state {
        guard let value = state[name] else {
          throw SessionSnapshot.Refusal.unlike("\(kept.type).\(name) isn't there any more")
        }
        try value.decode(content.bytes, by: coding)
      }
      // One that was never on screen has no views yet to show it with.
      if kept.isLoaded, !kept.state.isEmpty { controller.didRestoreState() }
      try restore(controller.children, as: kept.children, coding)
    }
  }

  private func renumber(as ids: [Int], last: Int) {
    let views = allViews
    tree.renumber(zip(views, ids).filter { $0.tree != nil && $1 != 0 }, last: last)
  }

  private func restoreViews(of snapshot: SessionSnapshot, ofOtherProgram isOfOtherProgram: Bool) {
    for (view, kept) in zip(allViews, snapshot.views) { view.restore(kept, ofOtherProgram: isOfOtherProgram) }
    tree.forgetChanges()
  }
}

extension Session {
  /// Its values in the order of a snapshot's, by what they are called; `nil` if it has others, or that doesn't tell them.
  fileprivate func values(as snapshot: SessionSnapshot) -> [any AnySessionValue]? {
    // Of older logs nobody knows, but where there is only one.
    guard let names = snapshot.valueNames else { return values.count < 2 ? values : nil }
    let byName = Dictionary(values.map { ($0.name, $0) }) { first, _ in first }
    guard byName.count == values.count, Set(names).count == names.count else { return nil }
    let found = names.compactMap { byName[$0] }
    return found.count == names.count ? found : nil
  }
}

extension [Controller] {
  /// Whether one of them keeps something that the one in its place in a snapshot doesn't.
  fileprivate func haveMore(than kept: [ControllerSnapshot]) -> Bool {
    zip(self, kept).contains { controller, kept in
      controller.sessionState.keys.contains { kept.state[$0] == nil }
        || controller.children.haveMore(than: kept.children)
    }
  }
}

extension Controller {
  fileprivate func snapshot(_ coding: any SnapshotCoding) throws -> ControllerSnapshot {
    ControllerSnapshot(
      type: "\(type(of: self))", isLoaded: loadedView != nil, loadNumber: loadedView == nil ? nil : loadNumber,
      state: try sessionState.mapValues { KeptValue(try $0.encoded(by: coding)) },
      children: try children.map { try $0.snapshot(coding) })
  }
}
