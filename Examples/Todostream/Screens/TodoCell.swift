public import Ghostlight
import TodoPresentation

/// A todo in the list: tick it, open it, delete it.
final class TodoCell: TableCell, ViewType {
  /// The day it is: todos that should have been done before are marked.
  typealias Tag = String

  let check = Checkbox()
  let title = Label(looks: ["title"])
  let meta = Label(looks: ["meta"])
  let edit: Button
  let delete: Button
  private let words: Shared<Words>

  init(_ words: Shared<Words>) {
    self.words = words
    edit = Button(words.editButton, looks: ["quiet"])
    delete = Button(words.deleteButton, looks: ["quiet", "danger"])
    super.init()
    add(check, Stack.column(title, meta, looks: ["text"]), Stack.row(edit, delete, looks: ["actions"]))
  }

  func take(_ row: TodoRow) {
    title.text = row.title
    check.name = row.title
    check.isOn = row.isCompleted
    edit.name = words.edit(row.title)
    delete.name = words.delete(row.title)
    meta.text = row.due.isEmpty ? "" : words.due(row.due)
    meta.isHidden = row.due.isEmpty
    if row.isCompleted { looks = ["done"] }
  }

  func take(_ row: TodoRow, tag today: String) {
    take(row)
    guard row.isOverdue(on: today) else { return }
    meta.text = words.overdue(words.due(row.due))
    looks = ["overdue"]
  }
}

extension TodoRow: ModelType {}
