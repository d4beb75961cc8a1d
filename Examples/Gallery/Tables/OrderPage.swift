import GalleryFrame
import Ghostlight

/// Rows in the order that the user gives them, under the titles that the user gives them.
final class OrderPage: PageController {
  private lazy var table = Table(Phrase("Chores", "家务")(language), cell: OrderedChoreCell(language))
  private let order = Label(looks: ["quiet-text"])
  @SessionState private var chores: [Chore] = []

  override func loadContent() -> View {
    chores = Chore.all(language)
    table.onMove(\.handle) { [unowned self] from, to in
      chores.insert(chores.remove(at: from), at: to)
      show()
    }
    table.onSubmit(\.title) { [unowned self] chore, title in
      guard let index = chores.firstIndex(where: { $0.id == chore.id }) else { return }
      let title = String(title.prefix(100))
      if !title.allSatisfy(\.isWhitespace) { chores[index].title = title }
      table.reload(chores[index], at: index)
      // Where it isn't taken as it was entered, the field shows the title that there is.
      table.restore()
      show()
    }
    show()
    return Stack.column(table, order, looks: ["large"])
  }

  override func didRestoreState() { show() }

  private func show() {
    table.show(chores)
    order.text = chores.map(\.title).joined(separator: " · ")
  }
}

/// Shows a chore that can be moved and renamed.
final class OrderedChoreCell: TableCell, ViewType {
  let handle = DragHandle()
  let title = TextInput.line()

  private let language: Language

  init(_ language: Language) {
    self.language = language
    super.init()
    add(handle, title)
  }

  func take(_ chore: Chore) {
    handle.name = Phrase("Move \(chore.title)", "移动 \(chore.title)")(language)
    title.name = Phrase("Title of \(chore.title)", "\(chore.title) 的标题")(language)
    title.text = chore.title
  }
}
