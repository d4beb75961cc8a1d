internal import Testing
internal import ViewKit

/// A page that a test looks at and acts on, by the roles and names that a screen reader would tell.
public struct TestPage: Sendable {
  let session: LiveSession
  let visitor: Visitor
  let test: LiveTest
  let folding = Folding()
  let acts = ActNumbers()

  /// A text field or text area.
  public func textbox(_ name: String) -> TestElement { element(.textbox, name) }
  /// A field to search by.
  public func searchbox(_ name: String) -> TestElement { element(.searchbox, name) }
  /// A field for a date.
  public func date(_ name: String) -> TestElement { element(.date, name) }
  /// A button.
  public func button(_ name: String) -> TestElement { element(.button, name) }
  /// A link.
  public func link(_ name: String) -> TestElement { element(.link, name) }
  /// A checkbox.
  public func checkbox(_ name: String) -> TestElement { element(.checkbox, name) }
  /// A radio button.
  public func radio(_ name: String) -> TestElement { element(.radio, name) }
  /// A list.
  public func list(_ name: String) -> TestElement { element(.list, name) }
  /// A heading.
  public func heading(_ name: String) -> TestElement { element(.heading, name) }
  /// A field for a number.
  public func spinbutton(_ name: String) -> TestElement { element(.spinbutton, name) }
  /// A list that opens to choose from.
  public func combobox(_ name: String) -> TestElement { element(.combobox, name) }
  /// What takes files.
  public func filePicker(_ name: String) -> TestElement { element(.file, name) }
  /// A slider.
  public func slider(_ name: String) -> TestElement { element(.slider, name) }
  /// The head of a page that can be shown.
  public func tab(_ name: String) -> TestElement { element(.tab, name) }
  /// Something to do in a menu, whether that is open or not.
  public func menuitem(_ name: String) -> TestElement { element(.menuitem, name) }
  /// The alert, or the question of `confirm`, that lies over the screen.
  public var alert: TestElement { element(.alertdialog, nil) }
  /// A dialog that lies over the screen.
  public func dialog(_ name: String) -> TestElement { element(.dialog, name) }
  /// The status, whether it says something or not.
  public var status: TestElement { element(.status, nil) }

  /// An element with a role and a name; `nil` for whatever name.
  public func element(_ role: Role, _ name: String?) -> TestElement {
    TestElement(page: self, role: role, name: name)
  }

  /// The document's title.
  public var title: String { get async { await look { $0.title } ?? "" } }
  /// The path in the address bar.
  public var path: String { get async { await look { $0.path } ?? "" } }

  /// The texts of all that is visible, in reading order.
  public var texts: [String] {
    get async { await look { outline($0).elements.compactMap { $0.text.isEmpty ? nil : $0.text } } ?? [] }
  }

  /// The names of all visible elements with a role, in reading order.
  public func names(of role: Role) async -> [String] {
    await look { outline($0).elements.filter { $0.role == role }.map(\.name) } ?? []
  }

  /// The visible elements that a user could act on or would have to know, and that a screen reader couldn't name: each by its
  /// role, and where it stands. What is folded away is among them, for it can be unfolded. An app's tests ask every screen for this and expect nothing.
  ///
  /// ```swift
  /// let unnamed = await page.unnamedElements()
  /// #expect(unnamed == [])                 // a failure shows which they are
  /// ```
  public func unnamedElements() async -> [String] {
    await look { tree in
      Outline(tree, unfolding: nil).elements.filter { $0.role.needsName && !$0.isNamed }.map { element in
        switch element.target {
        case .view(let id): "\(element.role.rawValue), view \(id)"
        case .row(let table, let key, let part):
          "\(element.role.rawValue), part \(part) of row \(key) in table \(table)"
        }
      }
    } ?? []
  }

  /// The looks of all visible elements with a role, in reading order: the names that the style sheet knows.
  public func looks(of role: Role) async -> [Set<String>] {
    await look { outline($0).elements.filter { $0.role == role }.map(\.looks) } ?? []
  }

  /// Takes a snapshot of the page's session, as the server does once in a while so that a session's return takes no longer the longer
  /// it has lived. The session that comes out of it is compared with this one.
  ///
  /// ```swift
  /// try await page.button("Next").click()
  /// try await page.verifySnapshot()
  /// ```
  ///
  /// - Throws: `SessionSnapshot.Refusal` if there can't be one: while something is under way, or with what isn't the same.
  public func verifySnapshot() async throws {
    await test.settle()
    try await test.verifySnapshot(of: session, for: visitor)
  }

  /// Goes to another address, as a link or the address bar does.
  ///
  /// - Parameter path: The path, with or without a query; `#/path` for one behind the sign. `#name`, a place on the screen, changes
  ///   nothing.
  /// - Throws: ``PageError/nothingThere(path:)`` if no route leads there, or none to a screen that this visitor may
  ///   see; ``PageError/closed`` if the page is.
  public func visit(_ path: String) async throws {
    // Where an address stands behind the sign, the browser itself has changed it.
    let isFragment = path.hasPrefix("#")
    if isFragment, !path.hasPrefix("#/") { return }
    let visit = SessionVisit(path: isFragment ? String(path.dropFirst()) : path, isBack: isFragment)
    if await session.visit(visit) { return await test.settle() }
    throw await lookUnlessClosed({ _ in true }) == nil ? PageError.closed : .nothingThere(path: path)
  }

  /// Closes the page; its session ends.
  public func close() async { await test.close(session) }

  /// Looks at the screen; on a closed page there is none, and the test fails: it would see that nothing is there, whatever it looks for.
  func look<Result: Sendable>(_ body: @Sendable (ViewTree) throws -> Result) async rethrows -> Result? {
    let result = try await lookUnlessClosed(body)
    if result == nil { Issue.record("\(PageError.closed)") }
    return result
  }

  func lookUnlessClosed<Result: Sendable>(_ body: @Sendable (ViewTree) throws -> Result) async rethrows -> Result? {
    await test.settle()
    return try await session.withScreen(body)
  }

  /// What is there to be seen, with what the page's user has unfolded.
  func outline(_ tree: ViewTree) -> Outline { Outline(tree, unfolding: folding.unfolded) }

  func send(_ intent: Intent) async throws {
    try await session.receive(intent, number: acts.next())
    await test.settle()
  }
}

/// What an element is to who can't see it.
public enum Role: String, Sendable {
  /// A text field or text area.
  case textbox
  /// A field to search by.
  case searchbox
  /// A field for a date.
  case date
  /// A button, also one that opens a menu, or a handle to drag a row by.
  case button
  /// A link.
  case link
  /// A checkbox.
  case checkbox
  /// One of several choices that exclude each other.
  case radio
  /// Such choices together.
  case radiogroup
  /// A list, or a table of rows that can't be selected.
  case list
  /// An item of a list.
  case listitem
  /// A heading, of whatever level.
  case heading
  /// An alert, or a question, that lies over the screen.
  case alertdialog
  /// What says that something is wrong.
  case alert
  /// What says how things stand.
  case status
  /// A form.
  case form
  /// Whatever has no role of its own: a label, or what holds other views together.
  case text
  /// A table whose rows can be selected.
  case listbox
  /// A row that can be selected.
  case option
  /// A field for a number.
  case spinbutton
  /// A slider.
  case slider
  /// A list that opens to choose from.
  case combobox
  /// What shows how far something is.
  case progressbar
  /// A picture.
  case img
  /// A card.
  case article
  /// What can be unfolded; it is called by what is seen of it in either state.
  case group
  /// A table with columns.
  case table
  /// A row of a table with columns.
  case row
  /// The head of a column.
  case columnheader
  /// The head of a row.
  case rowheader
  /// A cell of a table with columns.
  case cell
  /// A dialog that lies over the screen.
  case dialog
  /// The heads of pages of which one is shown.
  case tablist
  /// The head of one of them.
  case tab
  /// Such a page.
  case tabpanel
  /// What a menu offers.
  case menu
  /// Something to do in a menu.
  case menuitem
  /// Messages that come and go.
  case log
  /// What takes files.
  case file

  /// Whether a screen reader must be able to name it: what can be used, and what is nothing without its name.
  var needsName: Bool {
    switch self {
    case .textbox, .searchbox, .date, .spinbutton, .slider, .combobox, .checkbox, .radio, .radiogroup, .button, .link,
      .heading,
      .listbox, .option, .alertdialog, .dialog, .progressbar, .img, .file, .article, .table, .columnheader, .tablist,
      .tab, .tabpanel,
      .menu,
      .menuitem:
      true
    default: false
    }
  }
}

/// Why a test can't do what it wants.
public enum PageError: Error, Equatable, CustomStringConvertible {
  /// No route leads there.
  case nothingThere(path: String)
  /// No visible element has that role and name.
  case notFound(role: String, name: String, found: [String])
  /// Several visible elements have that role and name.
  case ambiguous(role: String, name: String, count: Int)
  /// The element doesn't do that.
  case cannot(action: String, role: String, name: String)
  /// The page is closed, or its app has ended: nothing is to be seen on it, nor to be done.
  case closed

  /// What happened, and what there is instead.
  public var description: String {
    switch self {
    case .nothingThere(let path): "no route leads to \(path)"
    case .notFound(let role, let name, let found):
      "there is no visible \(role) named “\(name)”; there are: \(found.isEmpty ? "none" : found.joined(separator: ", "))"
    case .ambiguous(let role, let name, let count): "there are \(count) visible \(role)s named “\(name)”"
    case .cannot(let action, let role, let name): "the \(role) “\(name)” can't be asked to \(action)"
    case .closed: "the page is closed: nothing is to be seen on it, nor to be done"
    }
  }
}
