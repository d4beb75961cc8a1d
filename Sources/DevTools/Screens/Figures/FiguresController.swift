internal import Metering
internal import ViewKit

/// How much passes, and what takes long.
final class FiguresController: Controller {
  private let tools: DevToolsParts
  private let rate = Label(looks: ["figure"])
  private let bars = Label(looks: ["bars"])
  private let app = FiguresPanel("In the app’s stream", empty: "Nothing has passed since the program began.")
  private let sessions = FiguresPanel(
    "In the streams of sessions", empty: "No session has begun since the program did.")

  init(_ tools: DevToolsParts) {
    self.tools = tools
    super.init()
  }

  override var title: String { "Figures · \(tools.appName)" }

  override func loadView() -> View {
    bars.name = "Events in each of the last sixty seconds"
    let flow = Stack.section(
      Heading("The app’s stream", level: 2), Stack.row(rate, bars, looks: ["rate"]), looks: ["panel"])
    return Frame.around(
      Stack.main(
        Heading("Figures"), flow,
        Label(
          "Handled in: how long the observers of an event held its stream. Answered in: from a request to its answer. Those that "
            + "took longest come first.",
          looks: ["muted"]), app.view, sessions.view, looks: ["sheet"]),
      at: .figures, of: tools.appName)
  }

  override func viewWillAppear() { update() }

  private func update() {
    let rates = tools.meter.recentRates
    let recent = rates.dropLast().suffix(5)
    let rate = recent.isEmpty ? 0 : Double(recent.reduce(0, +)) / Double(recent.count)
    self.rate.text = "\((rate * 10).rounded() / 10) a second"
    bars.text = Sparkline.text(rates)
    app.show(tools.meter.figures)
    sessions.show(tools.sessionMeter.figures)
    after(.seconds(1)) { [unowned self] in update() }
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
