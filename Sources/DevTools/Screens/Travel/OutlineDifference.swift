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

  /// How many lines are shown at most: nobody reads more, and each is a view.
  static let longest = 1_000

  /// - Parameter context: How many lines around a difference are shown.
  init(from old: String, to new: String, context: Int = 2) {
    let (old, new) = (old.split(separator: "\n"), new.split(separator: "\n"))
    var numbers: [Substring: Int] = [:]
    func number(_ line: Substring) -> Int {
      if let number = numbers[line] { return number }
      let next = numbers.count
      numbers[line] = next
      return next
    }
    let matching = LineMatching(from: old.map { number($0) }, to: new.map { number($0) })
    var lines: [Line] = []
    var (before, after) = (0, 0)
    func addChanges(upTo oldEnd: Int, _ newEnd: Int) {
      for line in old[before..<oldEnd] { lines.append(.removed(String(line))) }
      for line in new[after..<newEnd] { lines.append(.added(String(line))) }
      (before, after) = (oldEnd, newEnd)
    }
    for (place, source) in matching.sources.enumerated() where source >= 0 {
      addChanges(upTo: source, place)
      lines.append(.same(String(new[place])))
      (before, after) = (source + 1, place + 1)
    }
    addChanges(upTo: old.count, new.count)
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
  func pieces(in words: ChangesWords) -> [CodeBlock.Piece] {
    let pieces = lines.prefix(Self.longest).map { line in
      switch line {
      case .same(let text): CodeBlock.Piece("  \(text)\n")
      case .removed(let text): CodeBlock.Piece("− \(text)\n", look: "removed")
      case .added(let text): CodeBlock.Piece("+ \(text)\n", look: "added")
      case .skipped(let count): CodeBlock.Piece("  … \(words.alike(count))\n", look: "comment")
      }
    }
    let rest = lines.count - pieces.count
    return rest == 0 ? pieces : pieces + [CodeBlock.Piece("  … \(words.more(rest))\n", look: "comment")]
  }
}
