internal import Metering
internal import ViewKit

/// A table of cases, with how often each has passed and what it took.
final class FiguresPanel {
  let view: View
  private let empty: Label
  private let table: DataTable<CaseFigures>

  init(_ title: String, empty text: String, _ words: Words) {
    empty = Label(text, looks: ["muted"])
    table = DataTable(
      title,
      columns: [
        .heading(words.figures.kind) { $0.name },
        .number(words.figures.events) { "\($0.count)" },
        .number(words.figures.handling) { TimeText.length($0.handling.mean, in: words.times) },
        .view(words.figures.longest) { Self.time($0.handling.longest, slow: .milliseconds(10), words) },
        .number(words.figures.answering) {
          $0.answering.count == 0 ? "–" : TimeText.length($0.answering.mean, in: words.times)
        },
        .view(words.figures.longest) { Self.time($0.answering.longest, slow: .milliseconds(250), words) },
      ])
    view = Stack.section(Heading(title, level: 2), empty, table, looks: ["panel"])
  }

  func show(_ figures: [CaseFigures]) {
    empty.isHidden = !figures.isEmpty
    table.isHidden = figures.isEmpty
    table.show(figures.sorted { ($0.handling.longest, $0.name) > ($1.handling.longest, $1.name) })
  }

  private static func time(_ time: Duration, slow: Duration, _ words: Words) -> View {
    if time == .zero { return Label("–") }
    let text = TimeText.length(time, in: words.times)
    return time >= slow ? Badge(words.figures.slow(text), .warning) : Label(text)
  }
}
