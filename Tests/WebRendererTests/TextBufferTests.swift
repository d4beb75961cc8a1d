import Foundation
import Testing
import WebRenderer

@Suite struct TextBufferTests {
  @Test(arguments: [
    "", "plain", "\"\\\u{8}\u{c}\n\r\t\u{0}\u{1f}", "emoji 👩‍👩‍👧", "\u{2028}",
    "e" + String(repeating: "\u{301}", count: 200),
  ])
  func `JSON strings read back as they were`(text: String) throws {
    var buffer = TextBuffer()
    buffer.json(text)
    let read = try JSONDecoder().decode(String.self, from: Data(buffer.bytes))
    #expect(Array(read.unicodeScalars) == Array(text.unicodeScalars))
    // As what another buffer holds is written.
    var (other, again) = (TextBuffer(), TextBuffer())
    other.raw(text)
    again.json(other)
    #expect(again.bytes == buffer.bytes)
  }

  // How small the script is when compressed, which is what counts, the browser tests measure.
  @Test func `there is something for the browser to load`() {
    #expect(!ClientFiles.script.isEmpty)
    #expect(!ClientFiles.styleSheet.isEmpty)
  }
}
