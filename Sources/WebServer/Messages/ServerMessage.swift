internal import ViewKit
internal import WebRenderer

/// What the server says to a browser.
enum ServerMessage {
  /// The page is known; intents up to this number have been carried out, and needn't be said again. What comes next tells what came of
  /// them.
  ///
  /// - Parameters:
  ///   - maximumMessageBytes: The longest message that the page may send.
  ///   - client: The name of the files that the page would load now.
  ///   - lacksPrivate: Whether the page is to say once more what private inputs hold, before all that it hasn't said so far.
  ///   - sequence: The number that what the page shows has from now on; mostly the one that it had.
  static func welcome(
    lastIntent: Int, maximumMessageBytes: Int, client: String, lacksPrivate: Bool, sequence: Int
  ) -> TextBuffer {
    var buffer = TextBuffer(capacity: 64)
    buffer.raw("[\"w\",")
    buffer.number(lastIntent)
    buffer.raw(",")
    // Two numbers of 16 digits, three of a row, and what is around them, are less than the rest.
    buffer.number(min(max(0, maximumMessageBytes - 128), TextInput.greatestSize))
    buffer.raw(",")
    buffer.json(client)
    buffer.raw(lacksPrivate ? ",1," : ",0,")
    buffer.number(sequence)
    buffer.raw(",")
    buffer.number(process)
    buffer.raw("]")
    return buffer
  }

  /// A number for this process: a page sees by it whether a server has died, or only the way to it.
  private static let process = Int.random(in: 1..<1_000_000)

  /// Somebody is here: what a page asks when it has heard nothing for some time.
  static let answer = {
    var buffer = TextBuffer(capacity: 8)
    buffer.raw("[\"q\"]")
    return buffer
  }()

  /// A patch: its number, its operations, and the last intent that has been carried out.
  static func patch(_ sequence: Int, _ operations: TextBuffer, lastIntent: Int) -> TextBuffer {
    var buffer = TextBuffer(capacity: operations.bytes.count + 24)
    buffer.raw("[")
    buffer.number(sequence)
    buffer.raw(",")
    buffer.raw(operations)
    buffer.raw(",")
    buffer.number(lastIntent)
    buffer.raw("]")
    return buffer
  }

  /// A fresh picture, which stands for everything up to its number.
  ///
  /// - Parameters:
  ///   - isNumberedAnew: Whether its views have other numbers than those that the page shows.
  ///   - lastIntent: The last intent that has been carried out.
  static func fresh(
    _ sequence: Int, html: String, title: String, path: String, isNumberedAnew: Bool = false, lastIntent: Int
  ) -> TextBuffer {
    var buffer = TextBuffer(capacity: html.utf8.count + 64)
    buffer.raw("[\"f\",")
    buffer.number(sequence)
    buffer.raw(",")
    buffer.json(html)
    buffer.raw(",")
    buffer.json(title)
    buffer.raw(",")
    buffer.json(path)
    buffer.raw(isNumberedAnew ? ",1," : ",0,")
    buffer.number(lastIntent)
    buffer.raw("]")
    return buffer
  }

  /// All up to an intent have been carried out, and that is durable: a page that comes back needn't say them again.
  static func done(_ intent: Int) -> TextBuffer {
    var buffer = TextBuffer(capacity: 16)
    buffer.raw("[\"k\",")
    buffer.number(intent)
    buffer.raw("]")
    return buffer
  }

  /// An intent has been refused and has changed nothing.
  static func refused(_ intent: Int, _ refusal: Refusal, _ reason: String) -> TextBuffer {
    var buffer = TextBuffer(capacity: 64)
    buffer.raw("[\"r\",")
    buffer.number(intent)
    buffer.raw(",")
    buffer.json(refusal.rawValue)
    buffer.raw(",")
    buffer.json(reason)
    buffer.raw("]")
    return buffer
  }

  /// Why an intent was refused, in a word.
  enum Refusal: String {
    case malformed, repeated, order, absent, unreachable, forbidden, value
  }
}
