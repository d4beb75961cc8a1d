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
      let row = firstParts[bind(index)]
      for property in [Property.looks, .isSelected] {
        setShown(
          ShownSetting(part: row, property: property, value: parts[row].setting(property), by: part), keys[index])
      }
    }
    return places
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
