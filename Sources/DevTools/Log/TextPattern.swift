internal import EventLog

/// A text to be found where events are written out: in their names, and in JSON, which writes some of it otherwise. Letters may be of
/// either case.
struct TextPattern {
  /// The text as it is, for those who take it from what is shown, and as JSON writes it; folded.
  private let forms: Set<[UInt8]>
  /// Whether it is enough to fold the letters of ASCII, which is quick.
  private let isASCII: Bool

  init(_ text: String) {
    // Without the quotation marks around it.
    let written = Array(LogValue.string(text).json.utf8.dropFirst().dropLast())
    isASCII = text.utf8.allSatisfy { $0 < 0x80 }
    forms =
      isASCII
      ? [text.utf8.map(Self.lowercased), written.map(Self.lowercased)]
      : [Self.folded(text), Self.folded(String(decoding: written, as: UTF8.self))]
  }

  func matches(_ content: some Sequence<UInt8>) -> Bool {
    let content =
      isASCII ? content.map(Self.lowercased) : Self.folded(String(decoding: Array(content), as: UTF8.self))
    return forms.contains { Self.isFound($0, in: content) }
  }

  private static func isFound(_ form: [UInt8], in content: [UInt8]) -> Bool {
    guard let first = form.first else { return true }
    guard content.count >= form.count else { return false }
    return (0...content.count - form.count).contains { start in
      content[start] == first && content[start..<start + form.count].elementsEqual(form)
    }
  }

  private static func lowercased(_ byte: UInt8) -> UInt8 { byte >= 65 && byte <= 90 ? byte | 32 : byte }

  /// By way of upper case: some letters have two forms in lower case.
  private static func folded(_ text: String) -> [UInt8] { Array(text.uppercased().lowercased().utf8) }
}
