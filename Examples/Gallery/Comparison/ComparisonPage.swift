import GalleryArchitectures
import GalleryFrame
import Ghostlight

/// All seven in one table.
final class ComparisonPage: PageController {
  private lazy var table = DataTable(visit.page.title(language), columns: columns)

  @SessionState private var costs: [String: Double] = [:]

  override func viewDidLoad() {
    show()
    onAnswer(to: \CostEvent.requestCosts, failed: { _, _ in }) { page, costs in
      page.costs = costs
      page.show()
    }
  }

  override func viewWillAppear() { send(CostEvent.requestCosts) }

  override func didRestoreState() { show() }

  private func show() { table.show(Architecture.all.map { row($0, costs[$0.name]) }) }

  override func loadContent() -> View {
    let notes = Stack.column(
      Label(ComparisonWords.howMeasured(language), looks: ["fine"]),
      Label(ComparisonWords.shared(SourceFile.sharedLineCount)(language), looks: ["fine"]), looks: ["notes"])
    if ComparisonWords.isDebug { notes.add(Label(ComparisonWords.debug(language), looks: ["fine"])) }
    return Stack.column(table, notes, looks: ["comparison"])
  }

  private var columns: [DataColumn<ComparisonRow>] {
    let name = DataColumn<ComparisonRow>.view(ComparisonWords.architecture(language)) { row in
      Stack.column(Link(row.title, to: row.path), Label(row.summary, looks: ["quiet-text"]))
    }
    let roles = SourceFile.Role.allCases.map { role in
      DataColumn<ComparisonRow>.number(ComparisonWords.role(role)(language)) { "\($0.lines[role] ?? 0)" }
    }
    return [name] + roles + [
      .number(ComparisonWords.total(language)) { "\($0.lines.values.reduce(0, +))" },
      .number(ComparisonWords.perRow(language)) { $0.cost },
    ]
  }

  private func row(_ architecture: Architecture, _ cost: Double?) -> ComparisonRow {
    let story = ArchitectureStory.of(architecture.name)
    return ComparisonRow(
      path: "/architectures/\(architecture.name)", title: story.title(language), summary: story.summary(language),
      lines: SourceFile.lineCounts(in: architecture.name),
      cost: ComparisonWords.cost(cost, language))
  }
}

/// An architecture in one row.
struct ComparisonRow {
  let path, title, summary: String
  let lines: [SourceFile.Role: Int]
  let cost: String
}
