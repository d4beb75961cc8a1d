import GalleryFrame
import Ghostlight

/// Rows that go from section to section.
final class SectionsPage: PageController {
  @SessionState private var chores: [Chore] = []
  private lazy var table: SectionedTable<SectionChoreCell, SectionHeader> = {
    let cell = SectionChoreCell()
    cell.move.text = Phrase("Elsewhere", "换个地方")(language)
    return SectionedTable(Phrase("Chores", "家务")(language), header: SectionHeader(), cell: cell)
  }()

  override func loadContent() -> View {
    chores = Chore.all(language)
    table.onTap(\.move) { [unowned self] chore in
      guard let index = chores.firstIndex(where: { $0.id == chore.id }) else { return }
      chores[index].room = chore.room.next
      show()
    }
    show()
    return Stack.column(Heading(table.name, level: 2), table, looks: ["large"])
  }

  override func didRestoreState() { show() }

  private func show() {
    table.show(
      Chore.Room.allCases.map { room in
        TableSection(SectionTitle(room.name(language)), rows: chores.filter { $0.room == room })
      })
  }
}

/// Shows a chore with a way to send it to the next room.
final class SectionChoreCell: TableCell, ViewType {
  let move = Button(looks: ["quiet"])
  private let title = Label(looks: ["title"])

  override init() {
    super.init()
    add(Stack.row(title, looks: ["text"]), move)
  }

  func take(_ chore: Chore) {
    title.text = chore.title
    move.name = "\(move.text): \(chore.title)"
  }
}
