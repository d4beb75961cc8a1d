import Ghostlight

/// Whatever a cell can be filled from.
protocol CellPresentable {
  var date: String { get }
  var title: String { get }
  var look: String { get }
}

extension CellPresentable {
  func update(_ cell: MVVMCell) {
    cell.date.text = date
    cell.title.text = title
    cell.looks = [look]
  }
}
