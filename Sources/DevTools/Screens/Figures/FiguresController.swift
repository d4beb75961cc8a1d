internal import Metering
internal import ViewKit

/// How much passes, and what takes long.
final class FiguresController: Controller {
  private let tools: DevToolsParts
  private let words: Words
  private let rate = Label(looks: ["figure"])
  private let bars = Label(looks: ["bars"])
  private let app: FiguresPanel
  private let sessions: FiguresPanel
  private lazy var updates = Repetition(on: self) { [unowned self] in update() }

  init(_ tools: DevToolsParts, _ words: Words) {
    self.tools = tools
    self.words = words
    app = FiguresPanel(words.figures.inApp, empty: words.figures.nothingInApp, words)
    sessions = FiguresPanel(words.figures.inSessions, empty: words.figures.nothingInSessions, words)
    super.init()
  }

  override var title: String { "\(words.figures.title) · \(tools.appName)" }

  override func loadView() -> View {
    bars.name = words.figures.bars
    let flow = Stack.section(
      Heading(words.figures.stream, level: 2), Stack.row(rate, bars, looks: ["rate"]), looks: ["panel"])
    return Frame.around(
      Stack.main(
        Heading(words.figures.title), flow, Label(words.figures.explanation, looks: ["muted"]), app.view,
        sessions.view, looks: ["sheet"]),
      at: .figures, of: tools.appName, in: words)
  }

  override func viewWillAppear() { updates.begin() }
  override func viewDidDisappear() { updates.end() }

  private func update() {
    let rates = tools.meter.recentRates
    let recent = rates.dropLast().suffix(5)
    let rate = recent.isEmpty ? 0 : Double(recent.reduce(0, +)) / Double(recent.count)
    self.rate.text = words.figures.rate((rate * 10).rounded() / 10)
    bars.text = Sparkline.text(rates)
    app.show(tools.meter.figures)
    sessions.show(tools.sessionMeter.figures)
    updates.again(after: .seconds(1))
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
