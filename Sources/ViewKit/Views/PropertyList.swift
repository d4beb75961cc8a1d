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

  /// What must be set to come from `old` to this list; `nil` for what is no longer set.
  func changes(from old: PropertyList) -> [(property: Property, value: PropertyValue?)] {
    if self == old { return [] }
    var found: [(Property, PropertyValue?)] = []
    for entry in entries where old[entry.property] != entry.value { found.append((entry.property, entry.value)) }
    for entry in old.entries where self[entry.property] == nil { found.append((entry.property, nil)) }
    return found
  }
}
