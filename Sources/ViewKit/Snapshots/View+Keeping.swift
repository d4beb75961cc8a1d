extension View {
  /// What a snapshot keeps of a property: of what is private, only whether there is anything.
  func kept(_ property: Property) -> PropertyValue? {
    let value = properties[property]
    return isPrivate && property == .value && value != nil ? .text(withheldText) : value
  }

  /// What a controller doesn't give a view that it has just built.
  func snapshot(besides fresh: View) -> ViewSnapshot {
    var snapshot = ViewSnapshot(id: id, kind: kind.word, own: keptByView)
    for property in Property.allCases where kept(property) != fresh.kept(property) {
      snapshot.settings.append(ViewSnapshot.KeptSetting(property: property.rawValue, value: kept(property)))
    }
    if !snapshot.isEmpty { snapshot.mark = fresh.mark }
    return snapshot
  }

  /// Whether what a snapshot has kept is for this view, which its controller has just built.
  func fits(_ snapshot: ViewSnapshot, ofOtherProgram isOfOtherProgram: Bool) -> Bool {
    if let table, let rows = snapshot.own?.rows, !rows.fits(table) { return false }
    guard isOfOtherProgram, !snapshot.isEmpty else { return true }
    return snapshot.mark == mark && (snapshot.own?.rows?.parts.map { $0 == table?.partKindNames } ?? true)
  }

  /// Holds what a snapshot has kept.
  ///
  /// Keys of rows tell only their places: if another program shows rows in another order, each gets a new one, and nothing that users
  /// have done with one is on another.
  func restore(_ snapshot: ViewSnapshot, ofOtherProgram isOfOtherProgram: Bool) {
    for setting in snapshot.settings {
      guard let property = Property(rawValue: setting.property) else { continue }
      if property == .value, let select = self as? any ChoiceHolder, setting.value != nil {
        // What another program doesn't offer isn't chosen: what is stays so.
        if let name = select.name(for: setting.value) { properties[property] = name }
        continue
      }
      properties[property] = setting.value
    }
    guard let own = snapshot.own else { return }
    if isOfOtherProgram, let order = own.rows?.order, order != table?.order {
      table?.hasOtherKeys = true
      return
    }
    takeBack(own)
  }
}
