internal import ViewKit

extension PatchRenderer {
  /// Writes all rows of a table that comes without any.
  mutating func writeAllRows(of table: AnyTable) {
    // First: a row that another cell shows now gets its key only then.
    _ = table.takeRowChanges()
    writeInserted(table.keys, before: nil, table)
  }

  /// Writes what has changed in a table's rows.
  mutating func writeRows(of table: AnyTable) {
    let changes = table.takeRowChanges()
    let deleted = changes.difference.steps.compactMap { step -> Int? in
      if case .delete(let key) = step { key } else { nil }
    }
    if !deleted.isEmpty {
      begin(.removeRows)
      buffer.number(table.id)
      write(keys: deleted)
      buffer.raw("]")
    }
    // Many runs are found in it one after the other.
    let places = deleted.count < changes.difference.steps.count - 4 ? table.places : nil
    var run = RowRun()
    for step in changes.difference.steps {
      switch step {
      case .delete: continue
      case .insert(let key, let before):
        if run.continues(before) {
          run.keys.append(key)
        } else {
          writeInserted(run, table, places)
          run = RowRun(before: before, keys: [key])
        }
      case .move(let key, let before):
        writeInserted(run, table, places)
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
    writeInserted(run, table, places)
    if changes.reloaded.isEmpty { return }
    let inserted = Set(
      changes.difference.steps.compactMap { step in
        if case .insert(let key, _) = step { key } else { nil }
      })
    writeAlike(changes.reloaded.filter { !inserted.contains($0.key) }, of: table) { renderer, _ in
      renderer.begin(.setRows)
      renderer.buffer.number(table.id)
      renderer.buffer.raw(",[")
      return false
    }
  }

  /// Rows that are inserted side by side, the last one first, as the difference gives them.
  private struct RowRun {
    var before: Int?
    var keys: [Int] = []

    func continues(_ next: Int?) -> Bool { keys.last != nil && keys.last == next }
  }

  private mutating func writeInserted(_ run: RowRun, _ table: AnyTable, _ places: [Int: Int]?) {
    writeInserted(run.keys.reversed(), before: run.before, table, places)
  }

  private mutating func writeInserted(_ keys: [Int], before: Int?, _ table: AnyTable, _ places: [Int: Int]? = nil) {
    writeAlike(table.settings(ofRows: keys, places: places), of: table) { renderer, first in
      renderer.begin(.insertRows)
      renderer.buffer.number(table.id)
      renderer.buffer.raw(",")
      renderer.buffer.number(before ?? 0)
      renderer.buffer.raw(first.firstPart > 0 ? ",[\(first.firstPart)" : ",[")
      return first.firstPart > 0
    }
  }

  /// Writes rows, those that set the same things together with these named once.
  ///
  /// - Parameter open: Writes an operation up to the names; tells whether something stands in front of those in their array.
  private mutating func writeAlike(
    _ rows: [TableRow], of table: AnyTable, open: (inout PatchRenderer, TableRow) -> Bool
  ) {
    let kinds = table.partKinds
    var shape: [DocumentName] = []
    var shown: [(part: Int, property: DocumentProperty)] = []
    // What selects say is chosen, which must be among their options by then.
    var chosen: [(part: Int, property: DocumentProperty)] = []
    var first: TableRow?
    for row in rows {
      shown.removeAll(keepingCapacity: true)
      for setting in row.settings {
        let (property, value) = (setting.property, setting.value)
        guard let told = DocumentProperty(property, value, on: kinds[setting.part]) else { continue }
        if property == .value, kinds[setting.part] == .select {
          chosen.append((setting.part, told))
        } else {
          shown.append((setting.part, told))
        }
      }
      if !chosen.isEmpty {
        shown += chosen
        chosen.removeAll(keepingCapacity: true)
      }
      let isAlike =
        first?.firstPart == row.firstPart && shown.count == shape.count
        && shown.indices.allSatisfy { shape[$0] == DocumentName(part: shown[$0].part, name: shown[$0].property.name) }
      if !isAlike {
        if first != nil { buffer.raw("]") }
        first = row
        shape = shown.map { DocumentName(part: $0.part, name: $0.property.name) }
        write(shape, continues: open(&self, row))
      }
      buffer.raw(",[")
      buffer.number(row.key)
      for (_, property) in shown {
        buffer.raw(",")
        property.value.write(to: &buffer)
      }
      buffer.raw("]")
    }
    if first != nil { buffer.raw("]") }
  }

  private mutating func write(_ shape: [DocumentName], continues: Bool) {
    for (index, name) in shape.enumerated() {
      if index > 0 || continues { buffer.raw(",") }
      buffer.number(name.part)
      buffer.raw(",\"")
      buffer.raw(name.name)
      buffer.raw("\"")
    }
    buffer.raw("]")
  }

  private struct DocumentName: Equatable {
    let part: Int
    let name: StaticString
    static func == (a: DocumentName, b: DocumentName) -> Bool {
      a.part == b.part && a.name.utf8Start == b.name.utf8Start
    }
  }

  /// Writes keys; of three or more in sequence only the first and the last, as an array.
  private mutating func write(keys: [Int]) {
    var start = 0
    while start < keys.count {
      var end = start + 1
      while end < keys.count, keys[end] == keys[end - 1] + 1 { end += 1 }
      if end - start > 2 {
        buffer.raw(",[\(keys[start]),\(keys[end - 1])]")
      } else {
        for key in keys[start..<end] { buffer.raw(",\(key)") }
      }
      start = end
    }
  }
}
