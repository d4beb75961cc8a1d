/// A screen and the address it stands at.
struct StackedScreen {
  let path: Path
  /// Which of the addresses that it answers it shows: the last that it was told of, or made at.
  var address: Path
  let controller: Controller
}

extension [StackedScreen] {
  /// The controllers that are shown, each in the outlet of the one before. Those without an outlet are covered by the last.
  var shown: [Controller] {
    indices.filter { $0 == count - 1 || self[$0].controller.outlet != nil }.map { self[$0].controller }
  }

  /// The nearest screen under another that shows it in its outlet, when nothing covers it.
  func host(of index: Int) -> Controller? {
    self[..<index].last { $0.controller.outlet != nil }?.controller
  }
}
