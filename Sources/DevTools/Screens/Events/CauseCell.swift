internal import GhostBinding
internal import ViewKit

/// An event in a tree of causes.
struct CauseRow: Identifiable, Equatable {
  let row: EventRow
  let depth: Int

  var id: UInt64 { row.position }
}

/// Shows an event under its cause.
final class CauseCell: TableCell, ViewType {
  let open = Button(looks: ["open"])
  private let source = Label(looks: ["source"])
  private let summary = Label(looks: ["summary"])
  private let words: EventsWords

  /// Deeper ones stand no further in: there would be no room left.
  private static let deepest = 12

  init(_ words: EventsWords) {
    self.words = words
    super.init()
    add(open, source, summary)
  }

  func take(_ cause: CauseRow) {
    open.text = cause.row.kind.sign + " " + cause.row.name
    open.name = words.name(of: cause.row)
    source.text = cause.row.source.shortName(in: words)
    source.looks = ["source", cause.row.source.look]
    summary.text = cause.row.summary ?? "…"
    var looks: Set = ["cause", "depth-\(min(cause.depth, Self.deepest))"]
    if cause.row.kind == .failure { looks.insert("failed") }
    if cause.row.isChosen { looks.insert("chosen") }
    self.looks = looks
  }
}
