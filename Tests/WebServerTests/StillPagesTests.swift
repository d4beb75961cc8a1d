import Testing
import ViewKit
import WebServer

@Suite struct StillPagesTests {
  @Test func `what is only looked at doesn't ask for the focus`() {
    let html = StillPages.html(of: ViewTree(root: TextInput.line("Name", takesFocus: true)))
    #expect(html.contains("aria-label=\"Name\""))
    #expect(!html.contains("autofocus"))
  }
}
