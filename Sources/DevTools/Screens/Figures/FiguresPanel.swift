internal import Metering
internal import ViewKit

/// A table of cases, with how often each has passed and what it took.
final class FiguresPanel {
  let view: View
  private let empty: Label
  private let table: DataTable<CaseFigures>

  init(_ title: String, empty text: String) {
    empty = Label(text, looks: ["muted"])
    table = DataTable(
      title,
      columns: [
        .heading("Case") { $0.name },
        .number("Events") { "\($0.count)" },
        .number("Handled in") { TimeText.length($0.handling.mean) },
        .view("At most") { Self.time($0.handling.longest, slow: .milliseconds(10)) },
        .number("Answered in") { $0.answering.count == 0 ? "–" : TimeText.length($0.answering.mean) },
        .view("At most") { Self.time($0.answering.longest, slow: .milliseconds(250)) },
      ])
    view = Stack.section(Heading(title, level: 2), empty, table, looks: ["panel"])
  }

  func show(_ figures: [CaseFigures]) {
    empty.isHidden = !figures.isEmpty
    table.isHidden = figures.isEmpty
    table.show(figures.sorted { ($0.handling.longest, $0.name) > ($1.handling.longest, $1.name) })
  }

  private static func time(_ time: Duration, slow: Duration) -> View {
    if time == .zero { return Label("–") }
    return time >= slow ? Badge(TimeText.length(time) + " · slow", .warning) : Label(TimeText.length(time))
  }
}
