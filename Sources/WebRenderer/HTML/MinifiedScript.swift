/// A script without what only its readers need: comments, indentation, white space around signs, and the last semicolon or comma in
/// brackets. Names stay as they are: see ``ShortNames``.
///
/// It reads scripts as the client's are written: no regular expression follows a closing bracket, every line that ends a statement
/// ends it with a semicolon or a bracket, and no loop or condition has an empty statement for its body.
struct MinifiedScript {
  /// What is left.
  private(set) var bytes: [UInt8] = []
  /// Where the texts, templates and regular expressions are in it, in order.
  private(set) var literals: [Range<Int>] = []
  private let source: [UInt8]
  private var place = 0

  init(_ source: [UInt8]) {
    self.source = source
    bytes.reserveCapacity(source.count)
    while place < source.count { takeNext() }
  }

  private func byte(at place: Int) -> UInt8 { place < source.count ? source[place] : 0 }

  private mutating func takeNext() {
    switch source[place] {
    case UInt8(ascii: "/") where byte(at: place + 1) == UInt8(ascii: "/"): skipLine()
    case UInt8(ascii: "/") where byte(at: place + 1) == UInt8(ascii: "*"): skipComment()
    case UInt8(ascii: "/") where beginsExpression: takeLiteral(upTo: endOfPattern)
    case UInt8(ascii: "\""), UInt8(ascii: "'"): takeLiteral(upTo: endOfText)
    case UInt8(ascii: "`"): takeLiteral(upTo: endOfTemplate)
    case UInt8(ascii: " "), UInt8(ascii: "\n"): takeSpace()
    case UInt8(ascii: "}"), UInt8(ascii: "]"), UInt8(ascii: ")"):
      dropLastSign(before: source[place])
      take(upTo: place + 1)
    default: take(upTo: place + 1)
    }
  }

  private mutating func take(upTo end: Int) {
    bytes += source[place..<min(end, source.count)]
    place = end
  }

  private mutating func takeLiteral(upTo end: Int) {
    let begin = bytes.count
    take(upTo: end)
    literals.append(begin..<bytes.count)
  }

  /// What separates nothing from what closes. An element that isn't there, as in `[a,,]`, is one.
  private mutating func dropLastSign(before closing: UInt8) {
    let last = bytes.last
    if last == UInt8(ascii: ";"), closing == UInt8(ascii: "}") { bytes.removeLast() }
    guard last == UInt8(ascii: ","), let before = bytes.dropLast().last else { return }
    if before != UInt8(ascii: ","), before != UInt8(ascii: "[") { bytes.removeLast() }
  }

  private mutating func skipLine() {
    while place < source.count, source[place] != UInt8(ascii: "\n") { place += 1 }
  }

  private mutating func skipComment() {
    place += 2
    while place < source.count, !(source[place] == UInt8(ascii: "*") && byte(at: place + 1) == UInt8(ascii: "/")) {
      place += 1
    }
    place += 2
  }

  /// White space, comments in it included: one line feed or blank, or nothing, is left of it.
  private mutating func takeSpace() {
    var endsLine = false
    while place < source.count {
      if source[place] == UInt8(ascii: "\n") {
        endsLine = true
        place += 1
      } else if source[place] == UInt8(ascii: " ") {
        place += 1
      } else if source[place] == UInt8(ascii: "/"), byte(at: place + 1) == UInt8(ascii: "/") {
        skipLine()
      } else if source[place] == UInt8(ascii: "/"), byte(at: place + 1) == UInt8(ascii: "*") {
        skipComment()
      } else {
        break
      }
    }
    guard let before = bytes.last, place < source.count else { return }
    let next = source[place]
    if endsLine {
      // Between these a line feed ends no statement.
      if Self.opening.contains(before) || Self.closing.contains(next) { return }
      bytes.append(UInt8(ascii: "\n"))
    } else if !Self.signs.contains(before) && !Self.signs.contains(next) || Self.belongApart(before, next) {
      bytes.append(UInt8(ascii: " "))
    }
  }

  /// `a + ++b` and `a - -b` mean something else without the blank; so does a regular expression behind a division.
  private static func belongApart(_ before: UInt8, _ next: UInt8) -> Bool {
    before == next && [UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "/")].contains(before)
  }

  private static let signs = Set("{}()[]=<>,;:?+-*/%&|^!~.".utf8)
  private static let opening = Set("{;,([:?&|=".utf8)
  private static let closing = Set("}]):?.&|".utf8)

  /// Whether a slash here begins a regular expression rather than a division.
  private var beginsExpression: Bool {
    guard let last = bytes.last(where: { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\n") }) else { return true }
    return Self.opening.contains(last) || [UInt8(ascii: "!"), UInt8(ascii: "}"), UInt8(ascii: ">")].contains(last)
  }

  private var endOfText: Int {
    let quote = source[place]
    var end = place + 1
    while end < source.count, source[end] != quote { end += source[end] == UInt8(ascii: "\\") ? 2 : 1 }
    return end + 1
  }

  private var endOfPattern: Int {
    var (end, isInSet) = (place + 1, false)
    while end < source.count, isInSet || source[end] != UInt8(ascii: "/") {
      if source[end] == UInt8(ascii: "[") { isInSet = true }
      if source[end] == UInt8(ascii: "]") { isInSet = false }
      end += source[end] == UInt8(ascii: "\\") ? 2 : 1
    }
    return end + 1
  }

  /// What stands in its braces is left as it is.
  private var endOfTemplate: Int {
    var (end, depth) = (place + 1, 0)
    while end < source.count, depth > 0 || source[end] != UInt8(ascii: "`") {
      switch source[end] {
      case UInt8(ascii: "\\"): end += 1
      case UInt8(ascii: "{") where depth > 0 || source[end - 1] == UInt8(ascii: "$"): depth += 1
      case UInt8(ascii: "}") where depth > 0: depth -= 1
      default: break
      }
      end += 1
    }
    return end + 1
  }
}
