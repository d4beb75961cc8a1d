internal import EventStream

/// The properties of a view that are set, in the order of ``Property``.
///
/// A short array: a view sets three or four of them, and there are very many views. Most of what a screen is built with is the
/// same in every session, and is kept once for all.
struct PropertyList: Hashable, Sendable {
  private(set) var entries: [Entry] = []

  struct Entry: Hashable, Sendable {
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

  /// Whether two lists are one in memory, as what nobody has changed is with what it was made from.
  func isSame(as other: PropertyList) -> Bool {
    entries.withUnsafeBufferPointer { own in
      other.entries.withUnsafeBufferPointer { own.baseAddress == $0.baseAddress && own.count == $0.count }
    }
  }

  /// Calls `body` with what must be set to come from `old` to this list; `nil` for what is no longer set.
  func forEachChange(from old: PropertyList, _ body: (Property, PropertyValue?) -> Void) {
    if isSame(as: old) { return }
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

extension PropertyList: Identifiable {
  var id: PropertyList { self }

  private static let pool = SharedPool<PropertyList>()

  /// The same, kept between all that hold it.
  var shared: PropertyList { entries.isEmpty ? self : Self.pool.shared(self).value }
}
