/// Gives the names that a script declares for itself one letter or two.
///
/// A name is replaced wherever it stands, so that it doesn't matter where it holds. Left alone are those that properties have too, that
/// stand in texts, templates or regular expressions, and a browser's own.
struct ShortNames {
  /// The script with short names.
  let bytes: [UInt8]

  /// - Parameters:
  ///   - script: As ``MinifiedScript`` leaves it.
  ///   - literals: Where its texts, templates and regular expressions are, in order.
  init(_ script: [UInt8], literals: [Range<Int>]) {
    let reader = ScriptReader(script, literals: literals)
    let short = Self.short(for: reader)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(script.count)
    for token in reader.tokens { bytes += short[token.text] ?? Array(token.text.utf8) }
    self.bytes = bytes
  }

  /// The names that are used most get one letter.
  private static func short(for reader: ScriptReader) -> [String: [UInt8]] {
    var counts: [String: Int] = [:]
    for token in reader.tokens where token.kind == .word { counts[token.text, default: 0] += 1 }
    let names = reader.declared.subtracting(reader.kept).filter { $0.utf8.count > 1 }
    let order = names.sorted { (counts[$1] ?? 0, $0) < (counts[$0] ?? 0, $1) }
    let free = candidates.filter { counts[$0] == nil && !reader.kept.contains($0) }
    return Dictionary(uniqueKeysWithValues: zip(order, free.map { Array($0.utf8) }))
  }

  /// Those that are frequent in scripts come first: what is served is compressed, which takes fewer bits for what it meets often.
  private static let candidates: [String] = {
    let letters = "etnraisolcudphmfgbvyxwkqjzETNRAISOLCUDPHMFGBVYXWKQJZ".map(String.init)
    return letters + letters.flatMap { first in letters.map { first + $0 } }
  }()
}

/// Finds which names a script declares, and which of them are something else too.
private struct ScriptReader {
  enum Kind { case word, literal, sign, space }

  struct Token {
    let kind: Kind
    let text: String
  }

  private struct Bracket {
    let sign: String
    /// Whether it is a brace around statements, rather than an object, a pattern or a class.
    let isBlock: Bool
    let place: Int
  }

  private(set) var tokens: [Token] = []
  /// What is declared anywhere.
  private(set) var declared: Set<String> = []
  /// What has to stay as it is.
  private(set) var kept = Self.keywords.union(Self.browserNames)
  /// The tokens but for white space.
  private var read: [Token] = []
  private var brackets: [Bracket] = []

  init(_ script: [UInt8], literals: [Range<Int>]) {
    split(script, literals[...])
    read = tokens.filter { $0.kind != .space }
    for place in read.indices { look(at: place) }
  }

  // MARK: Tokens

  private mutating func split(_ script: [UInt8], _ literals: ArraySlice<Range<Int>>) {
    var (place, literals) = (0, literals)
    while place < script.count {
      var kind = Kind.sign
      var end = place + 1
      if let literal = literals.first, literal.lowerBound == place {
        (kind, end) = (.literal, literal.upperBound)
        literals.removeFirst()
        keepWords(in: script[place..<end])
      } else if Self.isPartOfWord(script[place]) {
        while end < script.count, Self.isPartOfWord(script[end]) { end += 1 }
        kind = Self.digits.contains(script[place]) ? .literal : .word
      } else if script[place] == UInt8(ascii: " ") || script[place] == UInt8(ascii: "\n") {
        kind = .space
      }
      tokens.append(Token(kind: kind, text: String(decoding: script[place..<end], as: UTF8.self)))
      place = end
    }
  }

  private mutating func keepWords(in literal: ArraySlice<UInt8>) {
    for word in literal.split(whereSeparator: { !Self.isPartOfWord($0) }) {
      kept.insert(String(decoding: word, as: UTF8.self))
    }
  }

  private static let digits = UInt8(ascii: "0")...UInt8(ascii: "9")

  private static func isPartOfWord(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), digits, UInt8(ascii: "_"),
      UInt8(ascii: "$"):
      true
    default: false
    }
  }

  // MARK: What names are

  private func text(at place: Int) -> String { read.indices.contains(place) ? read[place].text : "" }

  private func isArrow(at place: Int) -> Bool { text(at: place) == "=" && text(at: place + 1) == ">" }

  private mutating func look(at place: Int) {
    let token = read[place]
    switch token.text {
    case "(", "[", "{": brackets.append(Bracket(sign: token.text, isBlock: isBlock(at: place), place: place))
    case ")", "]", "}":
      guard let bracket = brackets.popLast() else { return }
      let isPattern = token.text == "]" && ["const", "let"].contains(text(at: bracket.place - 1))
      if isPattern || token.text == ")" && isArrow(at: place + 1) { declare(bracket.place + 1..<place) }
    default: if token.kind == .word { note(token.text, at: place) }
    }
  }

  private func isBlock(at place: Int) -> Bool {
    switch text(at: place - 1) {
    case ")", ";", "{", "}", "", "else", "try", "finally", "do": true
    case ">": text(at: place - 2) == "="
    default: false
    }
  }

  private mutating func note(_ word: String, at place: Int) {
    let (before, next) = (text(at: place - 1), text(at: place + 1))
    let isSpread = text(at: place - 2) == "." && text(at: place - 3) == "."
    if before == "." && !isSpread || next == ":" && (before == "{" || before == ",") { kept.insert(word) }
    let isInBlock = brackets.last?.isBlock == true
    // A property by the same name as what it holds or is taken into, or a member of a class.
    if brackets.last?.sign == "{", !isInBlock, Self.beginMember.contains(before), Self.endName.contains(next) {
      kept.insert(word)
    }
    let isAnother =
      before == "," && (next == "=" ? text(at: place + 2) != "=" : [",", ";"].contains(next) && isBehindLet(at: place))
    if Self.declaring.contains(before) || isArrow(at: place + 1) || isInBlock && isAnother { declared.insert(word) }
  }

  /// Whether the statement that somewhere is in begins with `let`.
  private func isBehindLet(at place: Int) -> Bool {
    var depth = 0
    for place in (0..<place).reversed() {
      switch text(at: place) {
      case ")", "]", "}": depth += 1
      case "(", "[", "{":
        if depth == 0 { return false }
        depth -= 1
      case ";" where depth == 0: return false
      case "let" where depth == 0: return true
      default: break
      }
    }
    return false
  }

  /// The names of a list of parameters, or of a pattern.
  private mutating func declare(_ places: Range<Int>) {
    for place in places where read[place].kind == .word {
      let (before, next) = (text(at: place - 1), text(at: place + 1))
      if ["(", "[", ",", ".", ":"].contains(before), [",", ")", "]", "}", "="].contains(next) {
        declared.insert(read[place].text)
      }
    }
  }

  private static let declaring: Set = ["const", "let", "function", "class"]
  private static let beginMember: Set = ["{", ",", ";", "}", "get", "set", "async", "static", "*"]
  private static let endName: Set = [",", "}", "=", "(", ";", ":"]

  private static let keywords = words(
    """
    arguments as async await break case catch class const continue default delete do else export extends false \
    finally for from function get if import in instanceof let new null of return set static super switch this throw \
    true try typeof undefined var void while with yield
    """)
  /// What scripts use of the window without saying so.
  private static let browserNames = words(
    """
    caches close console crypto document event external find focus frames history innerHeight innerWidth length \
    location name navigator open origin parent performance print screen scroll scrollTo scrollX scrollY self status \
    stop top window
    """)

  private static func words(_ list: String) -> Set<String> { Set(list.split(separator: " ").map(String.init)) }
}
