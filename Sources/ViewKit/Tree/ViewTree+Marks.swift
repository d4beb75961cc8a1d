/// Finding a view again in another program's screen, which may have numbered its views otherwise.
extension ViewTree {
  /// A number that stands for what is acted on: what kind it is, and what it is called. Views alike have the same.
  func mark(of target: IntentTarget) -> UInt32? {
    switch target {
    case .view(let id): view(id)?.mark
    case .row(let table, _, let part): view(table)?.table?.mark(ofPart: part)
    }
  }

  /// The target that an act was on, when it was recorded with a mark.
  ///
  /// - Returns: The target itself if it has the mark still, or else the only one that has; `nil` if none has, or several.
  func target(like target: IntentTarget, marked mark: UInt32) -> IntentTarget? {
    if self.mark(of: target) == mark { return target }
    switch target {
    case .view:
      let found = all.filter { $0.isReachable && $0.mark == mark }
      return found.count == 1 ? .view(found[0].id) : nil
    case .row(_, let key, _):
      let found = all.compactMap(\.table).flatMap { table in
        table.parts.indices.filter { table.mark(ofPart: $0) == mark }.map { (table.id, $0) }
      }
      return found.count == 1 ? .row(table: found[0].0, key: key, part: found[0].1) : nil
    }
  }

  /// Gives every view another number than any had before: what a page of another program still means is nowhere then.
  func renumberAnew() {
    let first = (lastID / 10_000 + 2) * 10_000
    let views = all
    for view in views { note(view) }
    renumber(views.enumerated().map { ($1, first + $0) }, last: first + views.count)
  }
}

extension View {
  /// A number that stands for the view's kind and name.
  var mark: UInt32 { fingerprint("\(kind)", name.isEmpty ? self[text: .text] : name) }
}

extension AnyTable {
  /// A number that stands for a part of a table's rows: the table, the part's kind, and which of its kind it is.
  fileprivate func mark(ofPart part: Int) -> UInt32? {
    guard parts.indices.contains(part) else { return nil }
    let before = parts[..<part].count { $0.kind == parts[part].kind }
    return fingerprint("\(mark)", "\(parts[part].kind) \(before)")
  }
}

/// FNV-1a. It tells of mistakes, not of forgery.
private func fingerprint(_ texts: String...) -> UInt32 {
  var digest: UInt32 = 0x811C_9DC5
  for text in texts {
    for byte in text.utf8 { digest = (digest ^ UInt32(byte)) &* 0x0100_0193 }
    digest = (digest ^ 0xFF) &* 0x0100_0193
  }
  return digest
}
