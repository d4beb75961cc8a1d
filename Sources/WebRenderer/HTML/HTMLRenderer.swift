public import ViewKit

/// Writes views as HTML that a browser can show with scripts off.
public struct HTMLRenderer {
  /// What has been written.
  public private(set) var buffer: TextBuffer
  /// The parts of the client that what has been written needs, by their names in ``ClientFiles/parts``.
  public private(set) var parts: Set<String> = []

  /// Whether only that private views hold something is written, and not what.
  private let withholdsPrivate: Bool
  /// Whether nothing in it asks for the focus.
  private let isStill: Bool
  /// What asks for the focus, and nothing else does; `nil` where views say it for themselves.
  private let focus: View?
  /// Whether tables are written without their rows.
  private let leavesOutRows: Bool
  /// Whether options don't say that they are chosen.
  private let leavesOutChosen: Bool
  /// The tables that were written without their rows, in order.
  private(set) var tables: [AnyTable] = []

  /// A renderer that has written nothing.
  ///
  /// - Parameters:
  ///   - withholdsPrivate: Whether something else stands for what private views hold, always the same.
  ///   - isStill: Whether what is written is only looked at, maybe in a frame: then nothing in it asks for the focus.
  ///   - focus: What asks for the focus in place of views that do so for themselves, if anything does.
  public init(
    capacity: Int = 1 << 14, withholdsPrivate: Bool = false, isStill: Bool = false, focusing focus: View? = nil
  ) {
    self.init(
      capacity: capacity, withholdsPrivate: withholdsPrivate, isStill: isStill, focusing: focus, leavesOutRows: false)
  }

  /// - Parameters:
  ///   - leavesOutRows: Whether tables are written without their rows, and noted.
  ///   - leavesOutChosen: Whether options don't say that they are chosen, since that is said behind them.
  init(
    capacity: Int, withholdsPrivate: Bool = false, isStill: Bool = false, focusing focus: View? = nil,
    leavesOutRows: Bool, leavesOutChosen: Bool = false
  ) {
    buffer = TextBuffer(capacity: capacity)
    self.withholdsPrivate = withholdsPrivate
    self.isStill = isStill
    self.focus = focus
    self.leavesOutRows = leavesOutRows
    self.leavesOutChosen = leavesOutChosen
  }

  /// Writes a view with everything in it.
  public mutating func write(_ view: View) {
    write(view, attributes: { Self.writeID(of: view, to: &$0) }, isPart: false)
  }

  /// What the client finds a view by: its number as the element's id, or beside the id where that is the view's own.
  private static func writeID(of view: View, to buffer: inout TextBuffer) {
    if case .text(let anchor)? = view.setting(.anchor) {
      buffer.raw(" id=\"")
      buffer.html(anchor)
      buffer.raw("\" data-v=\"")
    } else {
      buffer.raw(" id=\"v")
    }
    buffer.number(view.id)
    buffer.raw("\"")
  }

  /// Writes a row of a table, as its cell is bound now.
  mutating func writeRow(_ cell: TableCell, key: Int, firstPart: Int) {
    write(
      cell,
      attributes: { buffer in
        buffer.raw(" data-k=\"")
        buffer.number(key)
        buffer.raw("\"")
        if firstPart == 0 { return }
        buffer.raw(" data-t=\"")
        buffer.number(firstPart)
        buffer.raw("\"")
      }, isPart: true)
  }

  /// Writes a table's cells as they are built, each part with its number.
  mutating func writeTemplates(of table: AnyTable) {
    for (cell, firstPart) in zip(table.cells, table.firstParts) {
      buffer.raw("<template>")
      write(
        cell,
        attributes: { buffer in
          buffer.raw(" data-p=\"")
          buffer.number(firstPart)
          buffer.raw("\"")
        }, isPart: true, partNumber: { table.part($0) })
      buffer.raw("</template>")
    }
  }

  private mutating func write(
    _ view: View, attributes: (inout TextBuffer) -> Void, isPart: Bool, partNumber: ((View) -> Int?)? = nil
  ) {
    let shape = ElementShape.of(view.kind)
    let tag = ownTag(of: view)
    buffer.raw("<")
    if let tag { buffer.raw(tag) } else { buffer.raw(shape.tag) }
    attributes(&buffer)
    buffer.raw(shape.attributes)
    if shape.defaults.utf8CodeUnitCount > 0, view.setting(.attributes) == nil { buffer.raw(shape.defaults) }
    if shape.part.utf8CodeUnitCount > 0 {
      buffer.raw(" data-x=\"")
      buffer.raw(shape.part)
      buffer.raw("\"")
      parts.insert(shape.part.description)
    }
    writeSettings(of: view, style: shape.style)
    if view.kind != .form, view.allowedIntents.contains(.submit) { buffer.raw(" data-e") }
    if view.isPrivate, view.allowedIntents.contains(.change) { buffer.raw(" data-private") }
    if view.kind == .link, view.allowedIntents.contains(.tap) { buffer.raw(" role=\"button\" tabindex=\"0\"") }
    if view.kind == .choice, isShownChosen(view) { buffer.raw(" selected") }
    buffer.raw(">")
    if shape.isVoid || tag.map(Self.voidTags.contains) == true { return }
    // The first line feed after the tag is not part of the text.
    if view.kind == .textArea || tag == "pre" { buffer.raw("\n") }
    writeContent(of: view, isPart: isPart, partNumber: partNumber)
    buffer.raw("</")
    if let tag { buffer.raw(tag) } else { buffer.raw(shape.tag) }
    buffer.raw(">")
  }

  /// The tag of a view that isn't told by its kind alone.
  private func ownTag(of view: View) -> String? {
    switch view.kind {
    case .heading: view[number: .level].map { "h\($0)" }
    case .element: view[text: .tag]
    default: nil
    }
  }

  /// What an element of one's own may be and has no content.
  private static let voidTags: Set<String> = ["br", "hr", "wbr"]

  private mutating func writeContent(of view: View, isPart: Bool, partNumber: ((View) -> Int?)?) {
    if view.kind == .radio { return writeRadio(view) }
    if view.kind == .textArea { return buffer.html(shownText(view[text: .value], of: view)) }
    if case .markup(let markup)? = view.setting(.text) {
      buffer.raw(markup.html)
    } else {
      buffer.html(view[text: .text])
    }
    for child in view.children {
      write(
        child,
        attributes: { buffer in
          if !isPart {
            Self.writeID(of: child, to: &buffer)
          } else if let number = partNumber?(child) {
            buffer.raw(" data-p=\"")
            buffer.number(number)
            buffer.raw("\"")
          }
        }, isPart: isPart, partNumber: partNumber)
    }
    if let table = view.table {
      writeTemplates(of: table)
      if leavesOutRows { return tables.append(table) }
      // Changes are told from what the page shows. A text that is the same whenever it is made is of what models say.
      table.forEachRow(asShown: !withholdsPrivate) { key, firstPart, cell in
        writeRow(cell, key: key, firstPart: firstPart)
      }
    }
  }

  private mutating func writeRadio(_ radio: View) {
    buffer.raw("<input type=\"radio\" autocomplete=\"off\" name=\"g")
    buffer.number(radio.parent?.id ?? 0)
    buffer.raw(radio[flag: .isChecked] ? "\" checked" : "\"")
    if radio === focus { buffer.raw(" autofocus") }
    buffer.raw(radio.isEnabled ? "><span>" : " disabled><span>")
    buffer.html(radio[text: .text])
    buffer.raw("</span>")
  }

  /// - Parameter style: The class that a view of its kind has where no looks are set on it.
  private mutating func writeSettings(of view: View, style: StaticString) {
    let kind = view.kind
    var hasLooks = false
    view.forEachSetting { property, value in
      hasLooks = hasLooks || property == .looks
      if property == .clientPart { parts.formUnion(view[text: .clientPart].split(separator: " ").map(String.init)) }
      if isStill || focus != nil, property == .takesFocus { return }
      guard let shown = DocumentProperty(property, value, on: kind) else { return }
      writeAttribute(shown, of: view)
    }
    if view === focus, kind != .radio { buffer.raw(" autofocus") }
    if !hasLooks, style.utf8CodeUnitCount > 0 {
      buffer.raw(" class=\"")
      buffer.raw(style)
      buffer.raw("\"")
    }
  }

  /// What is written of what a view holds.
  private func shownText(_ text: String, of view: View) -> String {
    withholdsPrivate && view.isPrivate && !text.isEmpty ? withheldText : text
  }

  private func isShownChosen(_ choice: View) -> Bool {
    if leavesOutChosen || withholdsPrivate && choice.parent?.isPrivate == true { return false }
    return choice[text: .value] == choice.parent?[text: .value]
  }

  private mutating func writeAttribute(_ shown: DocumentProperty, of view: View) {
    switch (shown.name.first, shown.value) {
    // Its text, and what stands on a child: that is written with what is in it.
    case (nil, _), ("<", _), ("1", _), ("2", _): return
    case (_, .attributes(let attributes)):
      for (name, value) in attributes.sorted(by: { $0.key < $1.key }) {
        guard let value else { continue }
        buffer.raw(" ")
        buffer.raw(name)
        buffer.raw("=\"")
        buffer.html(value)
        buffer.raw("\"")
      }
    case (".", .flag(let isOn)): if isOn { buffer.raw(" checked") }
    case (".", .text(let text)):
      if view.kind == .textArea || view.kind == .select { return }
      buffer.raw(" value=\"")
      buffer.html(shownText(text, of: view))
      buffer.raw("\"")
    case (_, .optional(let text?)):
      buffer.raw(" ")
      buffer.raw(shown.name)
      if text.isEmpty { return }
      buffer.raw("=\"")
      buffer.html(text)
      buffer.raw("\"")
    default: return
    }
  }
}

extension StaticString {
  /// Its first character, which is of ASCII; `nil` if it is empty.
  fileprivate var first: Unicode.Scalar? { utf8CodeUnitCount > 0 ? Unicode.Scalar(utf8Start.pointee) : nil }
}
