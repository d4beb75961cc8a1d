internal import ViewKit

/// What a browser may say. Everything else is refused.
enum ClientMessage: Equatable {
  /// The page presents itself: `["h", session, token, sequence]`.
  case hello(session: String, token: String, sequence: Int)
  /// Something the user did: `["i", number, target, kind, value]`.
  case intent(number: Int, Intent)
  /// The user goes to another screen: `["i", number, 0, "v", path, isBack]`.
  case visit(number: Int, path: String, isBack: Bool)
  /// What a private input holds, said once more since the server has lost it: `["p", target, text]`.
  case privateContent(Intent)
  /// That was all that private inputs hold: `["p"]`.
  case endOfPrivateContent
  /// What has arrived: `["a", sequence]`.
  case acknowledge(Int)
  /// Whether anybody is there: `["q"]`.
  case question

  /// Whether a page may say that it is there. Whether something is there, only the app's routes tell.
  static func isPath(_ text: String) -> Bool {
    text.hasPrefix("/") && text.utf8.count <= 2048 && text.utf8.allSatisfy { $0 > 32 && $0 != 127 }
  }

  /// Whether a message is about the connection, as far as its beginning and its length tell: what has arrived, or whether anybody is
  /// there.
  static func isUpkeep(_ bytes: some Collection<UInt8>) -> Bool {
    bytes.count <= 32 && (bytes.starts(with: #"["a""#.utf8) || bytes.starts(with: #"["q""#.utf8))
  }

  /// Reads a message.
  ///
  /// - Throws: ``MalformedMessage`` with what was expected.
  init(_ bytes: some Collection<UInt8>) throws(MalformedMessage) {
    var parts = MessageParts(bytes)
    do {
      try parts.begin()
      self = try Self.read(&parts)
      try parts.end()
    } catch let error as MalformedMessage { throw error } catch {
      throw MalformedMessage(reason: "expected a JSON array such as [\"i\",1,12,\"t\"]")
    }
  }

  private static func read(_ parts: inout MessageParts) throws -> ClientMessage {
    switch try parts.text() {
    case "h": return .hello(session: try parts.text(), token: try parts.text(), sequence: try parts.number())
    case "a": return .acknowledge(try parts.number())
    case "q": return .question
    case "i": return try intent(&parts)
    case "p" where parts.isAtEnd: return .endOfPrivateContent
    case "p": return .privateContent(Intent(try parts.target(), .change, .text(try parts.text())))
    case let kind: throw MalformedMessage(unknown: "message", kind, expected: "h, i, p, a or q")
    }
  }

  private static func intent(_ parts: inout MessageParts) throws -> ClientMessage {
    let number = try parts.number()
    // Others are added to it.
    guard number <= WebSession.greatestNumber else {
      throw MalformedMessage(reason: "expected the number of an intent, 1 ... \(WebSession.greatestNumber)")
    }
    let target = try parts.target()
    switch try parts.text() {
    case "t": return .intent(number: number, Intent(target, .tap))
    case "c": return .intent(number: number, Intent(target, .change, try value(&parts)))
    case "s": return .intent(number: number, Intent(target, .submit, try value(&parts)))
    case "v":
      let path = try parts.text()
      guard isPath(path) else {
        throw MalformedMessage(reason: "expected a path of at most 2048 bytes that begins with /")
      }
      return .visit(number: number, path: path, isBack: try parts.number() != 0)
    case "p": return .intent(number: number, Intent(target, .select, try flag(&parts)))
    case "o": return .intent(number: number, Intent(target, .select))
    case "m":
      let place: IntentValue = parts.hasFlag ? .flag(try parts.flag()) : .number(try parts.number())
      return .intent(number: number, Intent(target, .move, place))
    case "l":
      let (first, end) = (try parts.number(), try parts.number())
      // The table may have become shorter than where its page looks: that is refused with the act's number, as what a page may say.
      return .intent(number: number, Intent(target, .look, .range(first..<max(first, end))))
    case let kind: throw MalformedMessage(unknown: "intent", kind, expected: "t, c, s, p, o, m, l or v")
    }
  }

  private static func value(_ parts: inout MessageParts) throws -> IntentValue {
    if parts.isAtEnd { return .none }
    return parts.hasFlag ? try flag(&parts) : .text(try parts.text())
  }

  /// On or off, and behind it 1 if that is a guess.
  private static func flag(_ parts: inout MessageParts) throws -> IntentValue {
    let isOn = try parts.flag()
    return try parts.isAtEnd || parts.number() == 0 ? .flag(isOn) : .guess(isOn)
  }
}

/// A message from a browser that isn't one.
struct MalformedMessage: Error, Equatable {
  /// What was wrong and what was expected.
  let reason: String
}

extension MalformedMessage {
  /// No more is repeated to who has said it: one character may have as many bytes as there may be in a message.
  private static let mostRepeated = 16

  fileprivate init(unknown what: String, _ kind: String, expected: String) {
    var beginning = String.UnicodeScalarView()
    var bytes = 0
    for scalar in kind.unicodeScalars {
      bytes += String(scalar).utf8.count
      if bytes > Self.mostRepeated { break }
      beginning.append(scalar)
    }
    self.init(reason: "unknown \(what) \"\(String(beginning))\"; expected \(expected)")
  }
}
