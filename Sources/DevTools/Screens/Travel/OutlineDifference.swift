internal import ViewKit

/// How two screens differ, line by line.
struct OutlineDifference: Hashable, Sendable {
  /// One line of either screen.
  enum Line: Hashable, Sendable {
    case same(String)
    case removed(String)
    case added(String)
    /// So many lines that are the same in both.
    case skipped(Int)
  }

  let lines: [Line]

  var isEmpty: Bool {
    lines.allSatisfy { line in
      switch line {
      case .same, .skipped: true
      case .removed, .added: false
      }
    }
  }

  /// - Parameter context: How many lines around a difference are shown.
  init(from old: String, to new: String, context: Int = 2) {
    let (old, new) = (old.split(separator: "\n").map(String.init), new.split(separator: "\n").map(String.init))
    var lines: [Line] = []
    let difference = new.difference(from: old)
    var removed: Set<Int> = []
    var added: Set<Int> = []
    for change in difference {
      switch change {
      case .remove(let offset, _, _): removed.insert(offset)
      case .insert(let offset, _, _): added.insert(offset)
      }
    }
    var (before, after) = (0, 0)
    while before < old.count || after < new.count {
      if before < old.count, removed.contains(before) {
        lines.append(.removed(old[before]))
        before += 1
      } else if after < new.count, added.contains(after) {
        lines.append(.added(new[after]))
        after += 1
      } else {
        lines.append(.same(new[after]))
        before += 1
        after += 1
      }
    }
    self.lines = Self.shortened(lines, context)
  }

  private static func shortened(_ lines: [Line], _ context: Int) -> [Line] {
    var isShown = [Bool](repeating: false, count: lines.count)
    for (index, line) in lines.enumerated() {
      if case .same = line { continue }
      for near in max(0, index - context)...min(lines.count - 1, index + context) { isShown[near] = true }
    }
    var result: [Line] = []
    var skipped = 0
    for (index, line) in lines.enumerated() {
      if isShown[index] {
        if skipped > 0 { result.append(.skipped(skipped)) }
        skipped = 0
        result.append(line)
      } else {
        skipped += 1
      }
    }
    if skipped > 0 { result.append(.skipped(skipped)) }
    return result
  }

  /// The difference as pieces of code.
  var pieces: [CodeBlock.Piece] {
    lines.map { line in
      switch line {
      case .same(let text): CodeBlock.Piece("  \(text)\n")
      case .removed(let text): CodeBlock.Piece("− \(text)\n", look: "removed")
      case .added(let text): CodeBlock.Piece("+ \(text)\n", look: "added")
      case .skipped(let count): CodeBlock.Piece("  … \(count) lines alike\n", look: "comment")
      }
    }
  }
}
