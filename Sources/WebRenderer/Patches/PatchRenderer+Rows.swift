internal import ViewKit

extension PatchRenderer {
  /// Writes what has changed in a table's rows.
  mutating func writeRows(of table: AnyTable) {
    let changes = table.takeRowChanges()
    let deleted = changes.difference.steps.compactMap { step -> Int? in
      if case .delete(let key) = step { key } else { nil }
    }
    if !deleted.isEmpty {
      write(.removeRows) { buffer in
        buffer.number(table.id)
        for key in deleted {
          buffer.raw(",")
          buffer.number(key)
        }
      }
    }
    var run = RowRun()
    for step in changes.difference.steps {
      switch step {
      case .delete: continue
      case .insert(let key, let before):
        if run.continues(before) {
          run.keys.append(key)
        } else {
          writeInserted(run, table)
          run = RowRun(before: before, keys: [key])
        }
      case .move(let key, let before):
        writeInserted(run, table)
        run = RowRun()
        write(.moveRow) { buffer in
          buffer.number(table.id)
          buffer.raw(",")
          buffer.number(key)
          buffer.raw(",")
          buffer.number(before ?? 0)
        }
      }
    }
    writeInserted(run, table)
    let inserted = Set(
      changes.difference.steps.compactMap { step in
        if case .insert(let key, _) = step { key } else { nil }
      })
    for row in changes.reloaded where !inserted.contains(row.key) { writeReloaded(row, table) }
  }

  /// Rows that are inserted side by side, the last one first, as the difference gives them.
  private struct RowRun {
    var before: Int?
    var keys: [Int] = []

    func continues(_ next: Int?) -> Bool { keys.last != nil && keys.last == next }
  }

  private mutating func writeInserted(_ run: RowRun, _ table: AnyTable) {
    var shape: [DocumentName] = []
    var firstPart = 0
    var isOpen = false
    let cellKinds = table.partKinds
    for row in table.settings(ofRows: run.keys.reversed()) {
      let shown = row.settings.compactMap { setting in
        DocumentProperty(setting.property, setting.value, on: cellKinds[setting.part]).map { (setting.part, $0) }
      }
      let names = shown.map { DocumentName(part: $0.0, name: $0.1.name) }
      if !isOpen || names != shape || row.firstPart != firstPart {
        if isOpen { buffer.raw("]") }
        begin(.insertRows)
        buffer.number(table.id)
        buffer.raw(",")
        buffer.number(run.before ?? 0)
        buffer.raw(",[")
        if row.firstPart > 0 { buffer.number(row.firstPart) }
        for (index, name) in names.enumerated() {
          if index > 0 || row.firstPart > 0 { buffer.raw(",") }
          buffer.number(name.part)
          buffer.raw(",\"")
          buffer.raw(name.name)
          buffer.raw("\"")
        }
        buffer.raw("]")
        shape = names
        firstPart = row.firstPart
        isOpen = true
      }
      buffer.raw(",[")
      buffer.number(row.key)
      for (_, property) in shown {
        buffer.raw(",")
        property.value.write(to: &buffer)
      }
      buffer.raw("]")
    }
    if isOpen { buffer.raw("]") }
  }

  private struct DocumentName: Equatable {
    let part: Int
    let name: StaticString
    static func == (a: DocumentName, b: DocumentName) -> Bool {
      a.part == b.part && a.name.utf8Start == b.name.utf8Start
    }
  }

  private mutating func writeReloaded(_ row: TableRow, _ table: AnyTable) {
    let cellKinds = table.partKinds
    write(.setRow) { buffer in
      buffer.number(table.id)
      buffer.raw(",")
      buffer.number(row.key)
      for setting in row.settings {
        guard let shown = DocumentProperty(setting.property, setting.value, on: cellKinds[setting.part]) else {
          continue
        }
        buffer.raw(",")
        buffer.number(setting.part)
        buffer.raw(",\"")
        buffer.raw(shown.name)
        buffer.raw("\",")
        shown.value.write(to: &buffer)
      }
    }
  }
}
