/// The properties of a view that are set, in the order of ``Property``.
///
/// A short array: a view sets three or four of them, and there are very many views.
struct PropertyList: Equatable {
  private(set) var entries: [Entry] = []

  struct Entry: Equatable {
    let property: Property
    var value: PropertyValue
  }

  subscript(property: Property) -> PropertyValue? {
    get { entries.first { $0.property == property }?.value }
    set {
      let index = entries.firstIndex { $0.property.rawValue >= property.rawValue } ?? entries.endIndex
      let isSet = index < entries.endIndex && entries[index].property == property
      switch (newValue, isSet) {
      case (let value?, true): entries[index].value = value
      case (let value?, false): entries.insert(Entry(property: property, value: value), at: index)
      case (nil, true): entries.remove(at: index)
      case (nil, false): break
      }
    }
  }

  /// Calls `body` with what must be set to come from `old` to this list; `nil` for what is no longer set.
  func forEachChange(from old: PropertyList, _ body: (Property, PropertyValue?) -> Void) {
    // Lists that nobody has changed share their storage, and are told to be equal by that.
    if entries == old.entries { return }
    var place = 0
    var kept = 0
    for entry in entries {
      while place < old.entries.count, old.entries[place].property.rawValue < entry.property.rawValue { place += 1 }
      if place < old.entries.count, old.entries[place].property == entry.property {
        kept += 1
        if old.entries[place].value == entry.value { continue }
      }
      body(entry.property, entry.value)
    }
    if kept == old.entries.count { return }
    for entry in old.entries where self[entry.property] == nil { body(entry.property, nil) }
  }
}
