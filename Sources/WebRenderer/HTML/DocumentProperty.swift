import ViewKit

/// Where a view's property shows on its element, and as what.
///
/// The client reads the name so: a digit in front stands for a child of the element, counted from 1; a full stop for a
/// property of the element's object; an empty name is the element's text; `<` is what is in it, as HTML; `@` is a number of
/// attributes by name. Otherwise it is an attribute.
struct DocumentProperty: Equatable {
  let name: StaticString
  let value: DocumentValue

  init(_ name: StaticString, _ value: DocumentValue) {
    self.name = name
    self.value = value
  }

  static func == (a: DocumentProperty, b: DocumentProperty) -> Bool {
    a.name.description == b.name.description && a.value == b.value
  }

  /// - Returns: `nil` for what the element's shape shows already, or the browser needn't know.
  init?(_ property: Property, _ value: PropertyValue?, on kind: ViewKind) {
    let text: String? = if case .text(let text)? = value { text } else { nil }
    let number: Int? = if case .number(let number)? = value { number } else { nil }
    let isOn = value == .flag(true)
    switch property {
    case .text:
      if case .markup(let markup)? = value {
        self.init("<", .text(markup.html))
      } else {
        self.init(kind == .radio ? "2" : "", .text(text ?? ""))
      }
    case .name: self.init(kind == .image ? "alt" : "aria-label", .optional(text))
    case .value:
      let isAttribute = kind == .progress || kind == .choice
      self.init(isAttribute ? "value" : ".value", isAttribute ? .optional(text) : .text(text ?? ""))
    case .isChecked: self.init(kind == .radio ? "1.checked" : ".checked", .flag(isOn))
    case .isHidden: self.init("hidden", .optional(isOn ? "" : nil))
    case .isDisabled: self.init(isDisabled: isOn, on: kind)
    case .isBusy: self.init("aria-busy", .optional(isOn ? "true" : nil))
    case .isInert: self.init("inert", .optional(isOn ? "" : nil))
    case .isInvalid: self.init("aria-invalid", .optional(isOn ? "true" : nil))
    case .isRequired: self.init("aria-required", .optional(isOn ? "true" : nil))
    case .looks: self.init("class", .optional(Self.style(of: kind, looks: text ?? "")))
    case .placeholder: self.init("placeholder", .optional(text))
    case .target: self.init("href", .optional(text.flatMap(Self.safeTarget)))
    case .describedBy: self.init("aria-describedby", .optional(number.map { "v\($0)" }))
    case .controls: self.init("aria-controls", .optional(number.map { "v\($0)" }))
    case .maximumLength: self.init(kind == .fileInput ? "data-m" : "maxlength", .optional(number.map(String.init)))
    case .minimum: self.init("min", .optional(text))
    case .takesFocus: self.init("autofocus", .optional(isOn ? "" : nil))
    case .clearsOnSubmit: self.init("data-c", .optional(isOn ? "" : nil))
    case .isCurrent: self.init("aria-current", .optional(isOn ? "page" : nil))
    // Only what can be chosen from, as an option or a tab, is selected in the sense of screen readers.
    case .isSelected where kind == .tableRow || kind == .cell: self.init("aria-current", .optional(isOn ? "true" : nil))
    case .isSelected: self.init("aria-selected", .optional(isOn ? "true" : "false"))
    case .isMultiple:
      let isInput = kind == .fileInput
      self.init(isInput ? "multiple" : "aria-multiselectable", .optional(isOn ? isInput ? "" : "true" : nil))
    case .clientPart: self.init("data-x", .optional(text))
    case .window: self.init("data-w", .optional(text))
    case .maximum: self.init("max", .optional(text))
    case .step: self.init("step", .optional(text))
    case .source: self.init("src", .optional(text.flatMap(Self.safeSource)))
    case .width: self.init("width", .optional(number.map(String.init)))
    case .height: self.init("height", .optional(number.map(String.init)))
    case .columns: self.init("data-columns", .optional(text))
    case .isOpen: self.init("open", .optional(isOn ? "" : nil))
    case .attributes:
      guard case .attributes(let attributes)? = value else { return nil }
      self.init("@", .attributes(attributes))
    case .accept: self.init("accept", .optional(text))
    case .labelled: self.init("for", .optional(number.map { "v\($0)" } ?? text))
    case .editingLook: self.init("data-d", .optional(text))
    case .isEditor: self.init("data-b", .optional(isOn ? "" : nil))
    case .trims: self.init("data-i", .optional(isOn ? "" : nil))
    case .unanswered: self.init("data-u", .optional(text))
    case .selectingLook: self.init("data-o", .optional(text))
    case .removesRows: self.init("data-r", .optional(isOn ? "" : nil))
    case .isTickedWithAll: self.init("data-g", .optional(isOn ? "" : nil))
    case .isRemovedWhenTicked: self.init("data-y", .optional(isOn ? "" : nil))
    case .level, .tag, .anchor: return nil
    }
  }

  /// Browsers know of inputs and buttons that they can't be used. Other elements are inert then, with what is in them, and
  /// `aria-disabled` is what the style sheet knows them by; but for those whose parts say it themselves.
  private init(isDisabled: Bool, on kind: ViewKind) {
    switch kind {
    case .button, .dragHandle, .tab, .menuButton, .menuItem, .textField, .searchField, .passwordField, .textArea,
      .dateField, .numberField, .checkbox, .slider, .select, .choice, .fileInput:
      self.init("disabled", .optional(isDisabled ? "" : nil))
    case .radio: self.init("1disabled", .optional(isDisabled ? "" : nil))
    case .radioGroup, .tabBar, .menu: self.init("aria-disabled", .optional(isDisabled ? "true" : nil))
    default:
      let (inert, disabled): (String?, String?) = isDisabled ? ("", "true") : (nil, nil)
      self.init("@", .attributes(["aria-disabled": disabled, "inert": inert]))
    }
  }

  static func style(of kind: ViewKind, looks: String) -> String? {
    let base = ElementShape.of(kind).style.description
    if base.isEmpty { return looks.isEmpty ? nil : looks }
    return looks.isEmpty ? base : base + " " + looks
  }

  /// A link leads into the app or to an ordinary address, never to a script.
  ///
  /// - Returns: `nil` for a link that leads nowhere.
  static func safeTarget(_ target: String) -> String? {
    if target.hasPrefix("/"), !target.hasPrefix("//"), !target.hasPrefix("/\\") { return target }
    // An address of this app behind the sign, which the client follows.
    if target.hasPrefix("#/") { return target }
    // A place on the same screen.
    if Anchor.isTarget(target) { return target }
    let lowercased = target.lowercased()
    let isOrdinary = ["https://", "http://", "mailto:", "tel:", "sms:"].contains { lowercased.hasPrefix($0) }
    return isOrdinary ? target : nil
  }

  /// A picture comes from this server; the browser would load no other.
  static func safeSource(_ source: String) -> String? {
    source.hasPrefix("/") && !source.hasPrefix("//") && !source.hasPrefix("/\\") ? source : nil
  }
}

/// What a document property is set to.
enum DocumentValue: Equatable {
  case text(String)
  case flag(Bool)
  /// `nil` takes the attribute away.
  case optional(String?)
  /// Attributes by name; `nil` takes one away.
  case attributes([String: String?])

  func write(to buffer: inout TextBuffer) {
    switch self {
    case .text(let text), .optional(let text?): buffer.json(text)
    case .flag(let isOn): buffer.raw(isOn ? "1" : "0")
    case .optional(nil): buffer.raw("null")
    case .attributes(let attributes):
      var separator: StaticString = "{"
      for (name, value) in attributes.sorted(by: { $0.key < $1.key }) {
        buffer.raw(separator)
        buffer.json(name)
        buffer.raw(":")
        DocumentValue.optional(value).write(to: &buffer)
        separator = ","
      }
      buffer.raw(attributes.isEmpty ? "{}" : "}")
    }
  }
}
