/// An address within the app: where a screen is, and what a link leads to.
///
/// Paths are given names once, where every screen can see them, so that no screen names another and none is misspelt:
///
/// ```swift
/// extension Path {
///   static let list = Path("/")
///   static let todo = Route<Int64>("/todos/:id")
/// }
/// go(to: .todo(7))
/// Link("Todos", to: .list)
/// ```
///
/// Whatever text it is made from, a path leads into this app: it begins with one `/`, and is written as browsers write it, with `%`
/// and two digits in place of blanks, control characters and all that isn't ASCII. `Path("/café")` is `/caf%C3%A9`.
public struct Path: Sendable, Hashable, CustomStringConvertible {
  /// The path as the address bar shows it, with what it asks for behind `?`.
  public let text: String

  /// Makes a path. What would lead elsewhere, such as `//example.org`, becomes a path of this app.
  public init(_ text: String) {
    // By bytes: a slash with an accent on it would be another character, and be a slash to a browser.
    let rest = text.utf8.drop { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "\\") }
    self.text = "/" + escaped(Substring(rest)) { $0 > 0x20 && $0 < 0x7F }
  }

  /// Its text.
  public var description: String { text }

  /// The path with one more thing to ask for, such as where to go on to: `Path.signIn.asking("back", for: "/shop")`.
  public func asking(_ name: String, for value: String) -> Path {
    let (name, value) = (escaped(name[...], keeping: isUnreserved), escaped(value[...], keeping: isUnreserved))
    let page = text.prefix { $0 != "#" }
    return Path("\(page)\(page.contains("?") ? "&" : "?")\(name)=\(value)\(text[page.endIndex...])")
  }

  /// What the path asks for under a name, if it does.
  public func asked(for name: String) -> String? {
    let query = text.prefix { $0 != "#" }.drop { $0 != "?" }.dropFirst()
    for part in query.split(separator: "&") {
      let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard let key = pair.first, String(route: key) == name else { continue }
      return pair.count == 2 ? String(route: pair[1]) : ""
    }
    return nil
  }

  /// The segments between the slashes, without what follows `?` or `#`.
  public var segments: [Substring] { text.prefix { $0 != "?" && $0 != "#" }.split(separator: "/") }

  /// The path of the screen that is so many segments deep.
  func prefix(_ count: Int) -> Path { Path(segments.prefix(count).joined(separator: "/")) }
}

/// Whether two segments say the same, however much of them is escaped.
func areSame(_ one: Substring, _ other: Substring) -> Bool {
  if one == other { return true }
  let percent = UInt8(ascii: "%")
  guard one.utf8.contains(percent) || other.utf8.contains(percent) else { return false }
  guard let one = String(route: one), let other = String(route: other) else { return false }
  return one == other
}

/// Whether a byte may stand in a segment as it is.
func isUnreserved(_ byte: UInt8) -> Bool {
  switch byte {
  case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
  case UInt8(ascii: "0")...UInt8(ascii: "9"): true
  case UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"): true
  default: false
  }
}

/// The text with every byte but those that are kept as `%` and two digits.
func escaped(_ text: Substring, keeping isKept: (UInt8) -> Bool) -> String {
  var bytes: [UInt8] = []
  for byte in text.utf8 {
    if isKept(byte) {
      bytes.append(byte)
    } else {
      let digits = String(byte, radix: 16, uppercase: true)
      bytes.append(UInt8(ascii: "%"))
      bytes.append(contentsOf: (byte < 16 ? "0" + digits : digits).utf8)
    }
  }
  return String(decoding: bytes, as: UTF8.self)
}
