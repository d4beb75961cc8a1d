import GalleryArchitectures
import GalleryFrame
import Ghostlight

/// All seven in one table.
final class ComparisonPage: PageController {
  private let costs: BindingCosts

  init(_ visit: Visit, _ costs: BindingCosts) {
    self.costs = costs
    super.init(visit)
  }

  override func loadContent() -> View {
    let table = Table<ComparisonCell>(ComparisonWords.architecture(language))
    table.show(Architecture.all.map { row($0.name) })
    let notes = Stack.column(Label(ComparisonWords.howMeasured(language), looks: ["fine"]), looks: ["notes"])
    if ComparisonWords.isDebug { notes.add(Label(ComparisonWords.debug(language), looks: ["fine"])) }
    return Stack.column(table, notes, looks: ["comparison"])
  }

  private func row(_ name: String) -> ComparisonRow {
    let counts = SourceFile.lineCounts(in: name)
    let parts = SourceFile.Role.allCases.map { "\(ComparisonWords.role($0)(language)) \(counts[$0] ?? 0)" }
    let story = ArchitectureStory.of(name)
    return ComparisonRow(
      id: name, title: story.title(language), summary: story.summary(language),
      lines: "\(counts.values.reduce(0, +)) (\(parts.joined(separator: ", ")))",
      cost: ComparisonWords.cost(costs.perRow[name], language))
  }
}

struct ComparisonRow: Identifiable, Equatable, ModelType {
  let id, title, summary, lines, cost: String
}

/// An architecture in one row.
final class ComparisonCell: TableCell, ViewType {
  private let link = Link()
  private let summary = Label(looks: ["quiet-text"])
  private let lines = Label(looks: ["value"])
  private let cost = Label(looks: ["value"])

  required init() {
    super.init()
    add(Stack.column(link, summary, looks: ["what"]), lines, cost)
  }

  func take(_ row: ComparisonRow) {
    link.text = row.title
    link.target = "/architectures/\(row.id)"
    summary.text = row.summary
    lines.text = row.lines
    cost.text = row.cost
  }
}
