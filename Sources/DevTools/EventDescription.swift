internal import EventLog

/// How what an event carries is shown: as JSON, in one line or in full.
struct EventDescription: Sendable {
  private let text: @Sendable (LogRecord) -> String

  /// How many Unicode scalars a line in a list may have. A character may have any number of them.
  private static let longestLine = 240
  /// How much of an event is shown at most.
  private static let longest = 200_000

  /// - Parameter text: What a record carries, as JSON.
  init(_ text: @escaping @Sendable (LogRecord) -> String) { self.text = text }

  /// In one line.
  func summary(_ record: LogRecord) -> String {
    let all = text(record)
    let head = all.unicodeScalars.prefix(Self.longestLine)
    return head.endIndex == all.endIndex ? all : String(head) + "…"
  }

  /// On as many lines as it takes.
  func full(_ record: LogRecord) -> String { Self.spread(text(record).prefix(Self.longest)) }

  /// What is searched.
  func whole(_ record: LogRecord) -> String { text(record) }

  /// JSON with each member on a line of its own. Text that isn't JSON stays readable.
  static func spread(_ json: some StringProtocol) -> String {
    guard json.first == "{" || json.first == "[" else { return String(json) }
    var result = ""
    var depth = 0
    var isText = false
    var isEscaped = false
    var last: Character?
    for character in json {
      if isText {
        result.append(character)
        if isEscaped {
          isEscaped = false
        } else if character == "\\" {
          isEscaped = true
        } else if character == "\"" {
          isText = false
        }
        last = character
        continue
      }
      switch character {
      case "{", "[":
        depth += 1
        result.append(character)
        result += line(depth)
      case "}", "]":
        depth = max(0, depth - 1)
        if last == "{" || last == "[" {
          while let end = result.last, end == " " || end == "\n" { result.removeLast() }
          result.append(character)
        } else {
          result += line(depth) + String(character)
        }
      case ",": result += "," + line(depth)
      case ":": result += ": "
      case " ", "\n": continue
      case "\"":
        isText = true
        result.append(character)
      default: result.append(character)
      }
      last = character
    }
    return result
  }

  private static func line(_ depth: Int) -> String { "\n" + String(repeating: "  ", count: min(depth, 40)) }
}
