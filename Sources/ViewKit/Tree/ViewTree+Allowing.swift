/// What the screen allows its user, asked before it is done.
extension ViewTree {
  /// Looks at the view that an intent is about, as it is on the screen; `nil` if the screen doesn't allow the intent.
  ///
  /// - Parameter body: Gets the view, which for a row of a table is the cell's, and the view that stands in the tree.
  func inspect<Result>(_ intent: Intent, _ body: (_ view: View, _ standing: View) -> Result) -> Result? {
    switch intent.target {
    case .view(let id):
      guard let view = view(id) else { return nil }
      let isAllowed = view.isReachable && view.allowedIntents.contains(intent.kind) || view.allowsLate(intent.kind)
      return isAllowed ? body(view, view) : nil
    case .row(let table, let key, let part):
      guard let table = view(table)?.table, table.isReachable else { return nil }
      return table.inspect(intent.kind, key: key, part: part) { view, _ in
        view.allowedIntents.contains(intent.kind) ? body(view, table) : nil
      } ?? nil
    }
  }

  /// Whether what an intent is for is there, can be used, and does that. Its value may still be wrong.
  func allows(_ intent: Intent) -> Bool {
    guard case .row(let table, let key, let part) = intent.target else { return inspect(intent) { _, _ in } != nil }
    guard let table = view(table)?.table, table.isReachable, !lacksNext(of: intent) else { return false }
    return table.inspect(intent.kind, key: key, part: part) { view, isRow in
      isRow ? table.rowAllows(intent.kind) : view.allowedIntents.contains(intent.kind)
    } ?? false
  }

  /// Whether an intent moves a row before one that isn't there.
  private func lacksNext(of intent: Intent) -> Bool { intent.next.map { hasRow($0) == false } ?? false }

  /// Whether a row that an intent is for, or before which it moves another, has gone lately, and isn't back.
  func isAway(_ intent: Intent) -> Bool {
    [intent.target, intent.next].contains { target in
      guard case .row(let table, let key, _) = target else { return false }
      return view(table)?.table?.isAway(key, for: intent.kind) == true
    }
  }

  /// Whether the row of a target is there; `nil` where it is for none, or there is no such table.
  private func hasRow(_ target: IntentTarget?) -> Bool? {
    guard case .row(let id, let key, _) = target, let table = view(id)?.table else { return nil }
    return table.index(of: key) != nil
  }
}

extension AnyTable {
  /// Looks at a part of a row's cell, with the row bound to it; `nil` if the row has no such part, or that can't be used.
  ///
  /// - Parameter body: Gets the part, and whether it is the row itself.
  fileprivate func inspect<Result>(
    _ intent: IntentKind, key: Int, part: Int, _ body: (_ view: View, _ isRow: Bool) -> Result
  ) -> Result? {
    guard parts.indices.contains(part), let cell = bindRow(of: key, for: intent) else { return nil }
    defer { resetCells() }
    guard partRange(ofCell: cell).contains(part), parts[part].isReachable else { return nil }
    return body(parts[part], part == firstParts[cell])
  }
}
