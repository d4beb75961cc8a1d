/// Which rows have gone lately, and which of these can be acted on still.
extension ListTable {
  /// Notes which rows are about to go.
  func remember(_ places: [Int]) {
    keepShown(ofRowsAt: places)
    gone.begin(turn: tree?.turn ?? 0)
    for place in places.suffix(GoneRows<Item.ID>.most) { gone.add(keys[place], items[place].id) }
  }

  /// The row that an intent is for that names a key, shown or not.
  func item(of key: Int) -> Item? { index(of: key).map { items[$0] } ?? hiddenItem(key) }

  /// The row that had a key lately, if it isn't shown, but one of those that are chosen from.
  func hiddenItem(_ key: Int) -> Item? {
    guard !choices.isEmpty, let id = gone[key] else { return nil }
    return choices.first { $0.id == id }
  }
}

extension IntentKind {
  /// Whether it says where a row stands among others, or which of them is selected: it can't be done to one that isn't among them.
  var isForShownRows: Bool { self == .move || self == .select }
}
