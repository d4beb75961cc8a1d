internal import ViewKit

/// What has changed on a session's screen: since the event before, or since a moment that is kept.
final class ChangesPanel {
  let view: View
  /// Whether it is seen. Screens are compared only then: large ones take a while.
  var isShown = false { didSet { compare() } }
  /// Whether a moment is kept to compare others with.
  var hasMark: Bool { marked != nil }
  private let words: ChangesWords
  private let head: Label
  private let changes: CodeBlock
  private var marked: Shown?
  private var current: Shown?

  /// A moment's screen, and the number of its event in the session, from 1.
  private struct Shown {
    let screen: MomentScreen
    let number: Int
  }

  init(_ words: ChangesWords) {
    self.words = words
    head = Label(words.sinceBefore, looks: ["muted"])
    changes = CodeBlock(words.name, "")
    view = Stack.column(head, changes, looks: ["stage"])
  }

  /// Shows what has changed at a moment.
  func show(_ screen: MomentScreen, number: Int) {
    current = Shown(screen: screen, number: number)
    compare()
  }

  /// Says why there is no screen of a moment to compare: what has changed at another isn't told in its place, and nor is that kept.
  func showNothing(because reason: String) {
    current = nil
    head.text = reason
    changes.show([])
  }

  /// Keeps the moment that is shown, or lets go of the one that is kept.
  func toggleMark() {
    marked = hasMark ? nil : current
    compare()
  }

  private func compare() {
    guard isShown, let current else { return }
    head.text = marked.map { words.since($0.number) } ?? words.sinceBefore
    guard let base = marked?.screen.outline ?? current.screen.outlineBefore else {
      return changes.show([CodeBlock.Piece(current.screen.outline)])
    }
    let difference = OutlineDifference(from: base, to: current.screen.outline)
    changes.show(
      difference.isEmpty ? [CodeBlock.Piece(words.none, look: "comment")] : difference.pieces(in: words))
  }
}
