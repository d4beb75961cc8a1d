import Testing

@testable import WebServer

@Suite struct `The difference of two screens` {
  @Test func `is the tags that differ, behind the two before them`() {
    #expect(
      ScreenDifference.text(from: "<ul><li><b>milk</b></li></ul>", to: "<ul><li><b>bread</b></li></ul>") == """
          <li>
          <b>
        - milk</b>
        + bread</b>
        """)
  }

  @Test func `has a mark on each line of a text`() {
    #expect(
      ScreenDifference.text(from: "<pre>milk\nbread</pre>", to: "<pre>tea\n\nrice\r\ncake</pre>") == """
          <pre>
        - milk
        - bread</pre>
        + tea
        + \("")
        + rice\r
        + cake</pre>
        """)
  }

  @Test func `is of the lines of a text that differ, and of no others`() {
    #expect(
      ScreenDifference.text(from: "<pre>milk\nbread\ntea</pre>", to: "<pre>milk\nrice\ntea</pre>") == """
          <pre>
          milk
        - bread
        + rice
        """)
  }

  @Test func `is there where only the end of a line has come`() {
    #expect(ScreenDifference.text(from: "<p>milk</p>", to: "<p>\nmilk</p>") == "  <p>\n+ ")
    #expect(ScreenDifference.text(from: "milk", to: "milk\n") == "  milk\n+ ")
  }
}
