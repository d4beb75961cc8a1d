internal import Metering
internal import ViewKit

/// How much passes, and what takes long.
final class FiguresController: Controller {
  private let tools: DevToolsParts
  private let rate = Label(looks: ["figure"])
  private let bars = Label(looks: ["bars"])
  private let empty = Label("Nothing has passed since the program began.", looks: ["muted"])
  private let table: DataTable<CaseFigures>

  init(_ tools: DevToolsParts) {
    self.tools = tools
    table = DataTable(
      "Cases, those that took longest first",
      columns: [
        .heading("Case") { $0.name },
        .number("Events") { "\($0.count)" },
        .number("Handled in") { TimeText.length($0.handling.mean) },
        .view("At most") { Self.time($0.handling.longest, slow: .milliseconds(10)) },
        .number("Answered in") { $0.answering.count == 0 ? "–" : TimeText.length($0.answering.mean) },
        .view("At most") { Self.time($0.answering.longest, slow: .milliseconds(250)) },
      ])
    super.init()
  }

  override var title: String { "Figures · \(tools.appName)" }

  override func loadView() -> View {
    bars.name = "Events in each of the last sixty seconds"
    let flow = Stack.section(
      Heading("The app’s stream", level: 2), Stack.row(rate, bars, looks: ["rate"]), looks: ["panel"])
    let cases = Stack.section(
      Heading("What takes long", level: 2),
      Label(
        "Handled in: how long the observers of an event held its stream. Answered in: from a request to its answer.",
        looks: ["muted"]), empty, table, looks: ["panel"])
    return Frame.around(
      Stack.main(Heading("Figures"), flow, cases, looks: ["sheet"]), at: .figures, of: tools.appName)
  }

  override func viewWillAppear() { update() }

  private func update() {
    let rates = tools.meter.recentRates
    let recent = rates.dropLast().suffix(5)
    let rate = recent.isEmpty ? 0 : Double(recent.reduce(0, +)) / Double(recent.count)
    self.rate.text = "\((rate * 10).rounded() / 10) a second"
    bars.text = Sparkline.text(rates)
    let figures = tools.meter.figures
      .sorted { ($0.handling.longest, $0.name) > ($1.handling.longest, $1.name) }
    empty.isHidden = !figures.isEmpty
    table.isHidden = figures.isEmpty
    table.show(figures)
    after(.seconds(1)) { [unowned self] in update() }
  }

  private static func time(_ time: Duration, slow: Duration) -> View {
    if time == .zero { return Label("–") }
    return time >= slow ? Badge(TimeText.length(time) + " · slow", .warning) : Label(TimeText.length(time))
  }
}

/// Numbers as a row of bars, for a look rather than for reading off.
enum Sparkline {
  static func text(_ numbers: [Int]) -> String {
    let steps = Array("▁▂▃▄▅▆▇█")
    let most = max(1, numbers.max() ?? 1)
    return String(numbers.map { $0 <= 0 ? steps[0] : steps[min(7, 1 + $0 * 6 / most)] })
  }
}
