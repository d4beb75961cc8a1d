/// A name that a view may have in the document.
package enum Anchor {
  /// Whether it is a name for a view of this kind.
  package static func isValid(_ name: String, for kind: ViewKind) -> Bool {
    isValid(name) && !(kind.isNamedByForms && shadowing.contains(name))
  }

  /// What the client asks of every element: a form answers with the field in it that is called so.
  package static let shadowing: Set<String> = [
    "addEventListener", "animate", "append", "appendChild", "ariaCurrent", "ariaHasPopup", "ariaLabel", "ariaModal",
    "ariaMultiSelectable", "ariaPosInSet", "ariaSelected", "ariaSetSize", "attributes", "autofocus", "before", "blur",
    "childNodes", "children", "classList", "click", "clientHeight", "cloneNode", "closest", "contains", "dataset",
    "dispatchEvent", "elements", "firstChild", "firstElementChild", "focus", "getAttribute", "getBoundingClientRect",
    "getElementsByClassName", "getElementsByTagName", "hasAttribute", "hidden", "hidePopover", "id", "inert",
    "innerHTML", "insertBefore",
    "isConnected", "localName", "matches", "moveBefore", "nextElementSibling", "nextSibling", "nodeName", "nodeType",
    "offsetHeight", "offsetParent", "offsetTop", "offsetWidth", "outerHTML", "parentElement", "parentNode", "prepend",
    "previousElementSibling", "querySelector", "querySelectorAll", "remove", "removeAttribute", "replaceChildren",
    "scrollHeight", "scrollIntoView", "scrollTo", "scrollTop", "setAttribute", "setPointerCapture", "tabIndex",
    "textContent",
  ]

  /// Whether it is a letter with letters, digits, `-` and `_` behind it, and not one of the framework's own.
  package static func isValid(_ name: String) -> Bool {
    let bytes = Array(name.utf8)
    guard let first = bytes.first, isLetter(first), bytes.allSatisfy({ isLetter($0) || isOther($0) }) else {
      return false
    }
    // The views' own numbers.
    return !(bytes.count > 1 && first == UInt8(ascii: "v") && bytes.dropFirst().allSatisfy(isDigit))
  }

  /// Whether a link with this target leads to a view on its screen.
  package static func isTarget(_ target: String) -> Bool {
    target.hasPrefix("#") && isValid(String(target.dropFirst()))
  }

  /// Whether a link with this target leads to what servers don't see, which a part of the client is for.
  static func isBehindHash(_ target: String) -> Bool { target.hasPrefix("#/") || isTarget(target) }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

  private static func isOther(_ byte: UInt8) -> Bool {
    isDigit(byte) || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
  }
}
