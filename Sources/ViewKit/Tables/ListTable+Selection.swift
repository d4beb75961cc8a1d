/// Which rows are selected, by the app or by the user.
extension ListTable {
  /// The items that are selected, in order.
  public var selectedItems: [Item] { zip(keys, items).filter { selectedKeys.contains($0.0) }.map(\.1) }

  /// Selects these items and no others, as far as the table's selection allows.
  public func select(_ ids: Set<Item.ID>) {
    let chosen = zip(keys, items).filter { ids.contains($0.1.id) }.map(\.0)
    select(keys: Set(selection == .single ? Array(chosen.prefix(1)) : selection == .none ? [] : chosen))
  }

  func select(keys new: Set<Int>) {
    if selectedBefore == nil { selectedBefore = selectedKeys }
    // What is done next is done to these.
    if new != selectedKeys { tree?.letsDoMore = true }
    for (key, item) in zip(keys, items) where selectedKeys.contains(key) != new.contains(key) { noteReload(key, item) }
    selectedKeys = new
  }

  /// Has users select one row by a part of it.
  func selects(by part: Int, look: String) {
    selection = .single
    selectedLook = look
    needClientPart("selects")
    build(part, with: .selectingLook, as: .text(look))
  }

  /// Selects the row that a user's intent is carried out on, and no other.
  ///
  /// - Parameter part: The part of it that the user has pressed, if the user's screen shows already what that selects.
  func selectBound(by part: Int?) {
    guard let bound, let index = items.firstIndex(where: { $0.id == bound.id }) else { return }
    if let part { selectAlone(keys[index], by: part) } else { select(keys: [keys[index]]) }
    onSelect?(selectedItems)
  }

  /// Selects the row that the user has pressed and no other, as his screen shows already: on the row as it was when he pressed it.
  func selectAlone(_ key: Int, by part: Int) {
    _ = noteShownAlone(boundKey, by: part)
    select(keys: [key])
  }

  /// Notes that the user's screen shows that a row is selected and no other.
  ///
  /// - Returns: Where the rows are that are otherwise.
  func noteShownAlone(_ key: Int, by part: Int) -> [Int] {
    let selected = selectedKeys
    let others = selected.symmetricDifference([key])
    if others.isEmpty { return [] }
    selectedKeys = [key]
    defer {
      selectedKeys = selected
      resetCells()
    }
    let places = keys.indices.filter { others.contains(keys[$0]) }
    for index in places {
      let row = firstParts[bindAsTold(index)]
      let shownLooks = selectedLook.map { looksShown(onRow: row, at: index, with: $0) }
      setShown(
        ShownSetting(part: row, property: .isSelected, value: parts[row].setting(.isSelected), by: part), keys[index])
      if let shownLooks {
        setShown(ShownSetting(part: row, property: .looks, value: shownLooks, by: part), keys[index])
      }
    }
    return places
  }

  /// The looks that the user's screen shows on a row: those that it has there, of which only the look of the selected row comes or goes.
  /// Its model may have others by now, which are told once what its user has asked for is answered.
  private func looksShown(onRow row: Int, at index: Int, with selectedLook: String) -> PropertyValue? {
    guard let setting = shown[keys[index]]?.first(where: { $0.part == row && $0.property == .looks }) else {
      return parts[row].setting(.looks)
    }
    var looks: Set<String> = []
    if case .text(let words)? = setting.value { looks = Set(words.split(separator: " ").map(String.init)) }
    if selectedKeys.contains(keys[index]) { looks.insert(selectedLook) } else { looks.remove(selectedLook) }
    return looks.isEmpty ? nil : .text(looks.sorted().joined(separator: " "))
  }

  func showSelection(of key: Int, on cell: Int, before: Bool) {
    if selection == .none { return }
    let isSelected = (before ? selectedBefore ?? selectedKeys : selectedKeys).contains(key)
    guard let selectedLook else { return cells[cell].setQuietly(.isSelected, .flag(isSelected)) }
    if !isSelected { return }
    cells[cell].setQuietly(.isSelected, .flag(true))
    let looks = cells[cell].looks.union([selectedLook])
    cells[cell].setQuietly(.looks, .text(looks.sorted().joined(separator: " ")))
  }
}
