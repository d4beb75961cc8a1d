/// What an ``Element`` carries: an attribute that a browser may be given without danger.
public struct ElementAttribute: Sendable, Hashable {
  /// The name, in small letters.
  public let name: String
  /// The value.
  public let value: String

  /// Checks an attribute.
  ///
  /// - Throws: ``ElementRefusal`` if the name is none; if it is a handler, a style, or one that the framework uses itself; or if
  ///   it takes addresses, which only views do.
  public init(_ name: String, _ value: String) throws(ElementRefusal) {
    let bytes = Array(name.utf8)
    guard let first = bytes.first, (97...122).contains(first), bytes.count <= 40,
      bytes.allSatisfy({ (97...122).contains($0) || (48...57).contains($0) || $0 == 45 })
    else { throw .notAName(name) }
    // A single letter after data- is the framework's own.
    let isReserved = name.hasPrefix("data-") && name.utf8.count <= 6
    if name.hasPrefix("on") || isReserved || Self.refused.contains(name) { throw .dangerous(name) }
    self.name = name
    self.value = value
  }

  private init(known name: String, _ value: String) {
    self.name = name
    self.value = value
  }

  private static let refused: Set<String> = [
    "action", "attributename", "autofocus", "background", "cite", "class", "codebase", "content", "contenteditable",
    "data",
    "form", "formaction", "hidden", "href", "http-equiv", "id", "inert", "is", "longdesc", "manifest", "name", "nonce",
    "ping",
    "popover", "popovertarget", "poster", "profile", "rel", "slot", "src", "srcdoc", "srcset", "style", "target",
    "usemap",
    "values", "xmlns",
  ]

  /// What screen readers call it.
  public static func label(_ text: String) -> ElementAttribute { ElementAttribute(known: "aria-label", text) }
  /// Has screen readers pass over it: it says nothing that isn't said beside it.
  public static let hiddenFromReaders = ElementAttribute(known: "aria-hidden", "true")
  /// What it is to screen readers, such as `note` or `img`.
  public static func role(_ role: String) -> ElementAttribute { ElementAttribute(known: "role", role) }
  /// The language of its words, such as `fr`.
  public static func language(_ tag: String) -> ElementAttribute { ElementAttribute(known: "lang", tag) }
  /// The time that an ``ElementTag/time`` means, as `2026-11-21T10:00Z`.
  public static func time(_ time: String) -> ElementAttribute { ElementAttribute(known: "datetime", time) }
  /// What is told when the pointer rests on it.
  public static func tip(_ text: String) -> ElementAttribute { ElementAttribute(known: "title", text) }
}
