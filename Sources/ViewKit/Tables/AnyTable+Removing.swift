/// Rows that go on their user's screen when a button is pressed, before the server has heard of it.
extension AnyTable {
  /// Has a part of a cell remove its row.
  func removesRow(by part: Int) {
    build(part, with: .removesRows)
    needClientPart("removes")
    removesRows = true
  }

  /// Has a button remove all rows that are ticked.
  ///
  /// - Parameter part: The box that says so.
  func removesRows(tickedAt part: Int, by button: Button) {
    build(part, with: .isRemovedWhenTicked)
    removesRows = true
    remover = button
    button[flag: .removesRows] = true
    button.needClientPart("removes")
    nameRemover()
  }

  /// Tells the page which table it is that has such rows, and the button which that is, once it has its number.
  func nameRemover() {
    guard id > 0 else { return }
    if removesRows, let tree, !tree.removingTables.contains(id) { tree.removingTables.append(id) }
    remover?[number: .controls] = id
  }
}
