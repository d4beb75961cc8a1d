internal import Foundation
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
    do {
      self = try JSONDecoder().decode(Coded.self, from: Data(bytes)).message
    } catch let error as MalformedMessage { throw error } catch {
      throw MalformedMessage(reason: "expected a JSON array such as [\"i\",1,12,\"t\"]")
    }
  }

  private struct Coded: Decodable {
    let message: ClientMessage

    init(from decoder: any Decoder) throws {
      var container = try decoder.unkeyedContainer()
      switch try container.decode(String.self) {
      case "h":
        message = .hello(
          session: try container.decode(String.self), token: try container.decode(String.self),
          sequence: try container.decode(Int.self))
      case "a": message = .acknowledge(try container.decode(Int.self))
      case "q": message = .question
      case "i": message = try Self.intent(&container)
      case "p" where container.isAtEnd: message = .endOfPrivateContent
      case "p":
        let target = try Self.target(&container)
        message = .privateContent(Intent(target, .change, .text(try container.decode(String.self))))
      case let kind: throw MalformedMessage(unknown: "message", kind, expected: "h, i, p, a or q")
      }
    }

    private static func intent(_ container: inout any UnkeyedDecodingContainer) throws -> ClientMessage {
      let number = try container.decode(Int.self)
      // Others are added to it.
      guard number <= WebSession.greatestNumber else {
        throw MalformedMessage(reason: "expected the number of an intent, 1 ... \(WebSession.greatestNumber)")
      }
      let target = try target(&container)
      switch try container.decode(String.self) {
      case "t": return .intent(number: number, Intent(target, .tap))
      case "c": return .intent(number: number, Intent(target, .change, try value(&container)))
      case "s": return .intent(number: number, Intent(target, .submit, try value(&container)))
      case "v":
        let path = try container.decode(String.self)
        guard ClientMessage.isPath(path) else {
          throw MalformedMessage(reason: "expected a path of at most 2048 bytes that begins with /")
        }
        return .visit(number: number, path: path, isBack: try container.decode(Int.self) != 0)
      case "p": return .intent(number: number, Intent(target, .select, .flag(try container.decode(Bool.self))))
      case "o": return .intent(number: number, Intent(target, .select))
      case "m":
        let place = try? container.decode(Int.self)
        return .intent(
          number: number,
          Intent(target, .move, try place.map { .number($0) } ?? .flag(try container.decode(Bool.self))))
      case "l":
        let (first, end) = (try container.decode(Int.self), try container.decode(Int.self))
        guard first <= end else {
          throw MalformedMessage(reason: "expected a range of rows that begins before it ends")
        }
        return .intent(number: number, Intent(target, .look, .range(first..<end)))
      case let kind: throw MalformedMessage(unknown: "intent", kind, expected: "t, c, s, p, o, m, l or v")
      }
    }

    private static func target(_ container: inout any UnkeyedDecodingContainer) throws -> IntentTarget {
      if let id = try? container.decode(Int.self) { return .view(id) }
      var row = try container.nestedUnkeyedContainer()
      return .row(table: try row.decode(Int.self), key: try row.decode(Int.self), part: try row.decode(Int.self))
    }

    private static func value(_ container: inout any UnkeyedDecodingContainer) throws -> IntentValue {
      if container.isAtEnd { return .none }
      if let text = try? container.decode(String.self) { return .text(text) }
      return .flag(try container.decode(Bool.self))
    }
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
