internal import ViewKit

extension Markup {
  /// The text as HTML: every word escaped, every link made safe.
  var html: String {
    var buffer = TextBuffer()
    for run in runs { Self.write(run, to: &buffer) }
    return buffer.text
  }

  private static func write(_ run: Run, to buffer: inout TextBuffer) {
    func write(_ tag: StaticString, _ text: String) {
      buffer.raw("<")
      buffer.raw(tag)
      buffer.raw(">")
      buffer.html(text)
      buffer.raw("</")
      buffer.raw(tag)
      buffer.raw(">")
    }
    switch run {
    case .plain(let text): buffer.html(text)
    case .emphasised(let text): write("em", text)
    case .strong(let text): write("strong", text)
    case .code(let text): write("code", text)
    case .link(let text, let target):
      buffer.raw("<a")
      if let target = DocumentProperty.safeTarget(target) {
        buffer.raw(" href=\"")
        buffer.html(target)
        buffer.raw("\"")
      }
      buffer.raw(">")
      buffer.html(text)
      buffer.raw("</a>")
    }
  }
}
