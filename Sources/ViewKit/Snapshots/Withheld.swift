/// What stands for what mustn't be kept: not even its length is told.
package let withheldText = "••••••••"

// What is typed into private views is neither recorded nor kept. A session that is brought back has `withheldText` in its place until
// it goes on: then those views are empty, and its page says once more what they hold.

extension View {
  /// Whether it holds what stands for something that wasn't kept.
  var holdsWithheld: Bool { isPrivate && properties[.value] == .text(withheldText) }
}

extension ViewTree {
  /// Whether some view holds what stands for something that wasn't kept.
  var holdsWithheld: Bool {
    all.contains { view in view.holdsWithheld || view.table?.rowsWithheld.isEmpty == false }
  }

  /// Empties what holds what stands for something that wasn't kept, and tells whoever listens to it; users' screens are left as they are.
  ///
  /// - Returns: Whether there was anything.
  func emptyWithheld() -> Bool {
    var isMissing = false
    // What listens may take views away.
    for view in all where view.tree === self {
      if view.emptyWithheld() { isMissing = true }
      guard let table = view.table else { continue }
      for (key, part) in table.rowsWithheld {
        isMissing = true
        _ = try? table.receive(.change, .text(""), key: key, part: part)
      }
    }
    return isMissing
  }
}

extension AnyTable {
  /// The parts of rows that hold what stands for something that wasn't kept, in order.
  fileprivate var rowsWithheld: [(key: Int, part: Int)] {
    shown.flatMap { key, settings in
      settings.filter { $0.isPrivate && $0.value == .text(withheldText) }.map { (key, $0.part) }
    }.sorted { $0 < $1 }
  }
}
