/// What the rows look like, and what has changed of that.
extension AnyTable {
  /// What a cell as it is bound now sets otherwise than at another binding.
  func settings(ofBound cell: Int, since old: [PropertyList]) -> [PartSetting] {
    var found: [PartSetting] = []
    for (part, old) in zip(partRange(ofCell: cell), old) {
      parts[part].properties.forEachChange(from: old) { property, value in
        let value = property == .attributes ? Self.attributes(value, since: old[property]) : value
        found.append(PartSetting(part: part, property: property, value: value))
      }
    }
    return found
  }

  /// Attributes with those that are set no longer, as `nil`: the page has them still.
  private static func attributes(_ value: PropertyValue?, since old: PropertyValue?) -> PropertyValue? {
    guard case .attributes(let old)? = old else { return value }
    var all = old.mapValues { _ in String?.none }
    if case .attributes(let new)? = value { all.merge(new) { $1 } }
    return .attributes(all)
  }

  /// What the bound cell sets beyond what it is built with.
  private func settings(ofBound cell: Int) -> [PartSetting] {
    settings(ofBound: cell, since: Array(pristine[partRange(ofCell: cell)]))
  }

  /// Where each row stands, by its key.
  public var places: [Int: Int] { Dictionary(uniqueKeysWithValues: zip(keys, keys.indices)) }

  /// What rows set on their cell as it is built, in the order of the keys; keys that aren't there are left out. What their user has set on
  /// them already, as he may have on those that he had seen before his session was brought back, is set.
  ///
  /// - Parameter places: ``places``, if whoever asks has them.
  public func settings(ofRows wanted: some Sequence<Int>, places: [Int: Int]? = nil) -> [TableRow] {
    let wanted = Array(wanted)
    if wanted.isEmpty { return [] }
    // A handful of rows is found by looking; for many an index pays.
    let places = places ?? (wanted.count > 4 ? self.places : nil)
    defer { resetCells() }
    return wanted.compactMap { key in
      guard let row = places.map({ $0[key] }) ?? keys.firstIndex(of: key) else { return nil }
      let cell = bindAsShown(row)
      return TableRow(key: key, firstPart: firstParts[cell], settings: settings(ofBound: cell))
    }
  }

  /// Calls `body` with the cell bound to each row in order.
  ///
  /// - Parameter asShown: Whether with what the user has set on rows by himself, as his screen shows them, and not only with what
  ///   their models say.
  public func forEachRow(
    asShown: Bool = false, _ body: (_ key: Int, _ firstPart: Int, _ cell: TableCell) -> Void
  ) {
    for index in keys.indices {
      let cell = asShown ? bindAsShown(index) : bind(index)
      body(keys[index], firstParts[cell], cells[cell])
    }
    resetCells()
  }

  /// Gives what has changed in the rows, and forgets it.
  public func takeRowChanges() -> TableChanges {
    // First, since a row that another cell shows now is replaced.
    let reloaded = takeReloaded()
    let difference = keysBefore.map { ListDifference(from: $0, to: keys) } ?? .none
    keysBefore = nil
    untold = [:]
    return TableChanges(difference: difference, reloaded: reloaded)
  }
}
