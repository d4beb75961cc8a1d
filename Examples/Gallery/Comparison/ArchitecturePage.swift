import GalleryArchitectures
import GalleryFrame
import Ghostlight

/// An architecture's live screen, and around it its source, its numbers, and when to choose it.
final class ArchitecturePage: PageController {
  private let architecture: Architecture
  private let cost = Label(looks: ["value"])
  private let region = Stack.column()

  init(_ architecture: Architecture, _ visit: Visit) {
    self.architecture = architecture
    super.init(visit)
  }

  override func loadContent() -> View {
    let live = Stack.section(
      Heading(ComparisonWords.live(language), level: 2), region, looks: ["panel", "live"])
    let side = Stack.column(live, choice, numbers, looks: ["side"])
    let content = Stack.row(side, SourceView.make(SourceFile.files(in: architecture.name), language), looks: ["split"])
    let explained = Stack.column(looks: ["explained"])
    if architecture.name == "GhostMV" { explained.add(GhostExplanation(language: language).view) }
    explained.add(content)
    return explained
  }

  override func viewDidLoad() {
    add(architecture.screen(language, ReminderSource(SampleReminders(language))), in: region)
    onAnswer(to: \CostEvent.requestCosts, failed: { _, _ in }) { page, costs in
      page.cost.text = ComparisonWords.cost(costs[page.architecture.name], page.language)
    }
  }

  override func viewWillAppear() { send(CostEvent.requestCosts) }

  private var choice: View {
    Stack.section(
      Heading(ComparisonWords.when(language), level: 2),
      Label(ArchitectureStory.of(architecture.name).choice(language)), looks: ["panel"])
  }

  private var numbers: View {
    let counts = SourceFile.lineCounts(in: architecture.name)
    let facts = Stack.column(looks: ["facts"])
    for role in SourceFile.Role.allCases {
      facts.add(fact(ComparisonWords.role(role)(language), "\(counts[role] ?? 0)"))
    }
    facts.add(fact(ComparisonWords.total(language), "\(counts.values.reduce(0, +))"))
    facts.add(Stack.row(Label(ComparisonWords.perRow(language)), cost, looks: ["fact"]))
    let numbers = Stack.section(
      Heading(ComparisonWords.numbers(language), level: 2), facts,
      Label(ComparisonWords.howMeasured(language), looks: ["fine"]), looks: ["panel"])
    if ComparisonWords.isDebug { numbers.add(Label(ComparisonWords.debug(language), looks: ["fine"])) }
    return numbers
  }

  private func fact(_ name: String, _ value: String) -> View {
    Stack.row(Label(name), Label(value, looks: ["value"]), looks: ["fact"])
  }
}
