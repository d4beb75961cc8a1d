import Ghostlight

/// The view: lets itself be filled by whatever can be presented.
final class MVVMCell: TableCell, ViewType {
  let date = Label(looks: ["date"])
  let title = Label(looks: ["title"])

  override init() {
    super.init()
    add(date, title)
  }

  func take(_ viewModel: ReminderViewModel) { viewModel.update(self) }
}
