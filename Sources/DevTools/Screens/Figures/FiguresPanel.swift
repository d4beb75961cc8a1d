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
        .view(words.figures.longest) { Self.time($0.handling.longest, slow: Self.slowHandling, words) },
        .number(words.figures.answering) {
          $0.answering.count == 0 ? "–" : TimeText.length($0.answering.mean, in: words.times)
        },
        .view(words.figures.longest) { Self.time($0.answering.longest, slow: Self.slowAnswer, words) },
      ])
    view = Stack.section(Heading(title, level: 2), empty, table, looks: ["panel"])
  }

  func show(_ figures: [CaseFigures]) {
    empty.isHidden = !figures.isEmpty
    table.isHidden = figures.isEmpty
    table.show(figures.sorted { (Self.slowness(of: $0), $0.name) > (Self.slowness(of: $1), $1.name) })
  }

  /// From so much on each is told to be slow.
  private static let slowHandling = Duration.milliseconds(10), slowAnswer = Duration.milliseconds(250)

  /// How often the longest is what would be slow: whoever answers slowly holds its stream for no time at all.
  private static func slowness(of figures: CaseFigures) -> Double {
    max(figures.handling.longest / slowHandling, figures.answering.longest / slowAnswer)
  }

  private static func time(_ time: Duration, slow: Duration, _ words: Words) -> View {
    if time == .zero { return Label("–") }
    let text = TimeText.length(time, in: words.times)
    return time >= slow ? Badge(words.figures.slow(text), .warning) : Label(text)
  }
}
