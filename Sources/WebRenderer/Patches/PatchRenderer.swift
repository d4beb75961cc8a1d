public import ViewKit

/// Writes what has changed in a tree as operations that the client carries out in order.
///
/// An operation is an array that begins with its ``Operation``; a patch is an array of operations.
public struct PatchRenderer {
  var buffer = TextBuffer()
  private var isFirst = true

  /// What the client is to do. The numbers are the protocol.
  enum Operation: Int {
    /// `[0, id, name, value]`: set a document property.
    case set = 0
    /// `[1, table, [part, name, …], [key, value, …], …]`: set document properties in rows, the same in each, named once.
    case setRows = 1
    /// `[2, parent, html, before]`: insert a view in front of another, or at the end if that is 0. The rows of tables in it come behind,
    /// by ``insertRows``: that is a fifth of their HTML.
    case insert = 2
    /// `[3, id]`: remove a view.
    case remove = 3
    /// `[4, parent, id, before]`: move a view.
    case move = 4
    /// `[5, table, before, [part, name, …], [key, value, …], …]`: insert rows in front of another. The rows set the
    /// same things, named once. Where their cell isn't the table's first, its number as a part comes before the names.
    case insertRows = 5
    /// `[6, table, key, …]`: remove rows. Of keys in sequence the first and the last can be said, as an array.
    case removeRows = 6
    /// `[7, table, key, before]`: move a row.
    case moveRow = 7
    /// `[8, title]`: the document's title.
    case title = 8
    /// `[9, id]`: move the focus.
    case focus = 9
    /// `[10, path]`: a new entry of the history.
    case push = 10
    /// `[11, path]`: another address for this entry.
    case replace = 11
    /// `[12, path]`: the history's entry before, if it has this address; otherwise another address for this entry. `[12, path, next]`: and
    /// then a new entry.
    case back = 12
  }

  /// A renderer that has written nothing.
  public init() {}

  /// A patch that changes nothing.
  public static var nothing: TextBuffer {
    var buffer = TextBuffer(capacity: 2)
    buffer.raw("[]")
    return buffer
  }

  /// Writes changes as a JSON array of operations; `nil` if there is nothing to do.
  public static func operations(_ changes: TreeChanges) -> TextBuffer? {
    var renderer = PatchRenderer()
    renderer.write(changes)
    if renderer.isFirst { return nil }
    renderer.buffer.raw("]")
    return renderer.buffer
  }

  private mutating func write(_ changes: TreeChanges) {
    // A view that comes with its parent's change is written whole; nothing else need be said of it.
    var written: Set<Int> = []
    for change in changes.views {
      guard let before = change.childrenBefore.map({ Set($0) }) else { continue }
      for child in change.view.children where !before.contains(child.id) { collect(child, into: &written) }
    }
    // What a select says is chosen must be among its options by then, which may be told of behind it.
    var chosen: [View] = []
    for change in changes.views {
      let view = change.view
      if written.contains(view.id) {
        _ = view.table?.takeRowChanges()
        continue
      }
      for property in change.properties {
        if property == .value, view.kind == .select { chosen.append(view) } else { write(property, of: view) }
      }
      if let before = change.childrenBefore { writeChildren(of: view, before: before) }
      if let table = view.table { writeRows(of: table) }
    }
    for select in chosen { write(.value, of: select) }
    if let title = changes.title { write(.title) { $0.json(title) } }
    write(changes.addresses)
    if let focus = changes.focus { write(.focus) { $0.number(focus.id) } }
  }

  private mutating func write(_ addresses: [AddressChange]) {
    var rest = addresses[...]
    while let change = rest.popFirst() {
      switch change {
      case .push(let path): write(.push) { $0.json(path) }
      case .replace(let path): write(.replace) { $0.json(path) }
      case .back(let path):
        var next: String?
        if case .push(let path)? = rest.first { next = path }
        if next != nil { rest.removeFirst() }
        write(.back) { buffer in
          buffer.json(path)
          guard let next else { return }
          buffer.raw(",")
          buffer.json(next)
        }
      }
    }
  }

  private func collect(_ view: View, into set: inout Set<Int>) {
    set.insert(view.id)
    for child in view.children { collect(child, into: &set) }
  }

  // MARK: Views

  private mutating func write(_ property: Property, of view: View) {
    guard let shown = DocumentProperty(property, view.setting(property), on: view.kind) else { return }
    write(.set) { buffer in
      buffer.number(view.id)
      buffer.raw(",\"")
      buffer.raw(shown.name)
      buffer.raw("\",")
      shown.value.write(to: &buffer)
    }
  }

  private mutating func writeChildren(of view: View, before: [Int]) {
    // Views are inserted from the end to the front: the next one stands before the one that was found last.
    var rest = view.children[...]
    for step in ListDifference(from: before, to: view.children.map(\.id)).steps {
      switch step {
      case .delete(let id): write(.remove) { $0.number(id) }
      case .insert(let id, let next):
        guard let place = rest.lastIndex(where: { $0.id == id }) else { continue }
        let child = rest[place]
        rest = rest[..<place]
        // An option that says it is chosen would take the place of what the user has chosen meanwhile.
        var html = HTMLRenderer(capacity: 512, leavesOutRows: true, leavesOutChosen: view.kind == .select)
        html.write(child)
        write(.insert) { buffer in
          buffer.number(view.id)
          buffer.raw(",")
          buffer.json(html.buffer)
          buffer.raw(",")
          buffer.number(next ?? 0)
        }
        for table in html.tables { writeAllRows(of: table) }
      case .move(let id, let next):
        write(.move) { buffer in
          buffer.number(view.id)
          buffer.raw(",")
          buffer.number(id)
          buffer.raw(",")
          buffer.number(next ?? 0)
        }
      }
    }
  }

  // MARK: Operations

  mutating func begin(_ operation: Operation) {
    buffer.raw(isFirst ? "[[" : ",[")
    isFirst = false
    buffer.number(operation.rawValue)
    buffer.raw(",")
  }

  mutating func write(_ operation: Operation, _ arguments: (inout TextBuffer) -> Void) {
    begin(operation)
    arguments(&buffer)
    buffer.raw("]")
  }
}
