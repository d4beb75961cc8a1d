/// Showing other items.
extension ListTable {
  /// Carries out what ``RowMatch`` has found.
  @usableFromInline
  func show(items new: [Item], as match: RowMatch) {
    for place in match.changed { noteReload(keys[match.sources[place]], items[match.sources[place]]) }
    if match.isSameOrder {
      items = new
      return
    }
    noteOrder()
    remember(match.gone)
    for place in match.gone { forget(keys[place]) }
    keys = lastKey == 0 ? firstKeys(new.count) : match.sources.map { $0 < 0 ? newKey() : keys[$0] }
    items = new
    if !shownOfGone.isEmpty { for place in new.indices where match.sources[place] < 0 { takeBackShown(at: place) } }
  }
}
