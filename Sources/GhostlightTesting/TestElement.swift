internal import ViewKit

/// An element of a page under test. Looked up anew for every question, so it may come and go.
public struct TestElement: Sendable {
  let page: TestPage
  let role: Role
  let name: String?

  // MARK: Looking

  /// Whether it is there to be seen: what stands in a `Disclosure` that is folded isn't, until ``unfold()``.
  public var isVisible: Bool { get async { await page.look(matches)?.isEmpty == false } }
  /// Whether it is ticked or chosen.
  ///
  /// - Throws: ``PageError/notFound(role:name:found:)`` or ``PageError/ambiguous(role:name:count:)``, as does every
  ///   other question but ``isVisible``.
  public var isChecked: Bool { get async throws { try await find().isChecked } }
  /// Whether it can be used: it isn't disabled, and lies under no dialog.
  ///
  /// - Throws: As ``isChecked``.
  public var isEnabled: Bool {
    get async throws {
      let element = try await find()
      return element.isEnabled && element.isReachable
    }
  }
  /// Whether what it shows is on its way.
  ///
  /// - Throws: As ``isChecked``.
  public var isBusy: Bool { get async throws { try await find().isBusy } }
  /// Whether its content is wrong.
  ///
  /// - Throws: As ``isChecked``.
  public var isInvalid: Bool { get async throws { try await find().isInvalid } }
  /// What is typed in it, or what is chosen.
  ///
  /// - Throws: As ``isChecked``.
  public var value: String {
    get async throws {
      let element = try await find()
      return element.choices.first { $0.value == element.value }?.name ?? element.value
    }
  }
  /// How many elements stand in it; for a list, its rows, with those of a `LargeTable` that nobody looks at.
  ///
  /// - Throws: As ``isChecked``.
  public var count: Int { get async throws { try await find().children } }

  // MARK: Acting

  /// Presses, ticks, chooses or follows it.
  ///
  /// A link to a view on the same screen does nothing: the browser scrolls there.
  ///
  /// - Throws: As ``isChecked``; ``PageError/nothingThere(path:)`` if it is a link that leads nowhere;
  ///   ``PageError/cannot(action:role:name:)`` if it leads out of the app, to one of its files, or to another tab; `IntentRefusal` if it
  ///   can't be used at the moment, or doesn't do that.
  public func click() async throws {
    let element = try await find()
    if role == .link, !element.isReachable || !element.isEnabled { throw IntentRefusal.notReachable }
    switch role {
    case .link where element.href.isEmpty: try await page.send(Intent(element.target, .tap))
    case .link: try await follow(element)
    case .checkbox:
      let intent: IntentKind = element.ticksRows ? .select : .change
      try await page.send(Intent(element.target, intent, .flag(!element.isChecked)))
    case .radio: try await page.send(Intent(element.target, .change, .flag(true)))
    // As with the Control key held: where several can be chosen, the others stay so.
    case .option: try await page.send(Intent(element.target, .select, .flag(true)))
    default: try await page.send(Intent(element.target, .tap))
    }
  }

  private func follow(_ link: Outline.Element) async throws {
    let target = link.href
    func cannot(_ action: String) -> PageError { .cannot(action: action, role: role.rawValue, name: name ?? "") }
    guard link.hasPath || target.hasPrefix("#") else { throw cannot("show \(target), which isn't in the app") }
    guard !page.test.hasFile(at: Path(target)) else { throw cannot("show \(target), which is a file of the app") }
    guard !link.opensTab else { throw cannot("show \(target) here, for it opens a tab: open that as another page") }
    try await page.visit(target)
  }

  /// Types into it, behind what is there. A line feed is the Enter key, which in a text area begins a new line.
  ///
  /// - Throws: As ``isChecked``; `IntentRefusal` if it can't be used at the moment, or takes no such text;
  ///   ``PageError/cannot(action:role:name:)`` for a line feed where Enter does nothing. What was typed before stays.
  public func type(_ text: String) async throws {
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      if index > 0 { try await pressEnter() }
      if !line.isEmpty { try await fill(find().value + line) }
    }
  }

  /// Replaces what is in it.
  ///
  /// - Throws: As ``isChecked``; `IntentRefusal` if it can't be used at the moment, or takes no such text.
  public func fill(_ text: String) async throws {
    try await page.send(Intent(find().target, .change, .text(text)))
  }

  /// Replaces what is in it and presses Enter, before anyone hears of the text by itself: as one edits in place.
  ///
  /// - Throws: As ``isChecked``; ``PageError/cannot(action:role:name:)`` if it doesn't take Enter itself;
  ///   `IntentRefusal` if it can't be used at the moment, or takes no such text.
  public func enter(_ text: String) async throws {
    let element = try await find()
    guard element.takesSubmit else {
      throw PageError.cannot(action: "take Enter", role: role.rawValue, name: name ?? "")
    }
    try await page.send(Intent(element.target, .submit, .text(text)))
  }

  /// Chooses one of what it offers.
  ///
  /// - Parameter choice: What the choice is called.
  /// - Throws: As ``isChecked``; ``PageError/notFound(role:name:found:)`` with the role `choice` if it doesn't offer
  ///   that; `IntentRefusal` if it can't be used at the moment.
  public func choose(_ choice: String) async throws {
    let element = try await find()
    guard let found = element.choices.first(where: { $0.name == choice }) else {
      throw PageError.notFound(role: "choice", name: choice, found: element.choices.map(\.name))
    }
    try await page.send(Intent(element.target, .change, .text(found.value)))
  }

  /// Hands over a file, as if it had come from the user's machine.
  ///
  /// - Parameters:
  ///   - name: What the user's machine calls it.
  ///   - type: What the browser takes it for.
  ///   - size: Its bytes.
  ///   - path: Where its content is; the app may read or move it.
  /// - Throws: As ``isChecked``; ``PageError/cannot(action:role:name:)`` if it takes no files; `IntentRefusal` if it
  ///   can't be used at the moment, or takes no such file, or no more of them.
  public func attach(_ name: String, type: String = "application/octet-stream", size: Int, at path: String = "")
    async throws
  {
    guard let picker = try await find().picker else {
      throw PageError.cannot(action: "take a file", role: role.rawValue, name: self.name ?? "")
    }
    let file = UploadedFile(name: name, type: type, size: size, path: path)
    try await page.send(Intent(picker, .change, .file(file)))
  }

  /// Presses Enter in it.
  ///
  /// It submits an input of one line where that takes Enter itself, or else the form that it stands in. In a text area it begins a
  /// new line; a button or a link it presses.
  ///
  /// - Throws: As ``isChecked``; ``PageError/cannot(action:role:name:)`` if none of this is so, as with a checkbox; `IntentRefusal`
  ///   if that can't be used at the moment; what ``click()`` throws.
  public func pressEnter() async throws {
    let element = try await find()
    if element.takesLines {
      try await fill(element.value + "\n")
    } else if element.takesSubmit {
      try await page.send(Intent(element.target, .submit, .text(element.value)))
    } else if let form = element.form {
      try await page.send(Intent(form, .submit))
    } else if [.button, .link, .tab, .menuitem].contains(role) {
      try await click()
    } else {
      throw PageError.cannot(action: "take Enter", role: role.rawValue, name: name ?? "")
    }
  }

  /// Unfolds it, as a click on its title does. Folding needs no server: only this page knows.
  ///
  /// ```swift
  /// try await page.element(.group, "Details").unfold()
  /// ```
  ///
  /// - Throws: As ``isChecked``; ``PageError/cannot(action:role:name:)`` if it is no `Disclosure`.
  public func unfold() async throws {
    guard role == .group else {
      throw PageError.cannot(action: "unfold", role: role.rawValue, name: name ?? "")
    }
    page.folding.unfold(try await find().target)
  }

  // MARK: Finding

  private func matches(_ tree: ViewTree) -> [Outline.Element] {
    page.outline(tree).elements.filter { $0.role == role && (name == nil || $0.name == name) }
  }

  private func find() async throws -> Outline.Element {
    guard let found = await page.lookUnlessClosed(matches) else { throw PageError.closed }
    if found.count > 1 { throw PageError.ambiguous(role: role.rawValue, name: name ?? "", count: found.count) }
    guard let element = found.first else {
      throw PageError.notFound(role: role.rawValue, name: name ?? "", found: await page.names(of: role))
    }
    return element
  }
}
