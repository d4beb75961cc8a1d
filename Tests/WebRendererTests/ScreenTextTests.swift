import Testing
import ViewKit
import WebRenderer

@Suite struct ScreenTextTests {
  private func digest(_ password: String, _ notes: String, choice: String? = nil) -> UInt64 {
    let input = TextInput.password("Password")
    input.text = password
    let area = TextInput.area("Notes")
    area.isPrivate = true
    area.text = notes
    let select = Select("Answer", [("y", "Yes"), ("n", "No")], selected: choice)
    select.isPrivate = true
    let text = ScreenText.of(ViewTree(root: Stack.column(input, area, select)))
    for secret in [password, notes] where !secret.isEmpty { #expect(!text.contains(secret)) }
    return ScreenText.digest(of: text)
  }

  @Test func `what private views hold makes no difference, but for whether they hold anything`() {
    #expect(digest("hunter2", "mine", choice: "y") == digest("open sesame", "nobody's business", choice: "y"))
    #expect(digest("hunter2", "") != digest("", ""))
    #expect(digest("", "mine") != digest("", ""))
  }

  @Test func `a page is told what its private views hold`() {
    let input = TextInput.password("Password")
    input.text = "hunter2"
    var renderer = HTMLRenderer()
    renderer.write(ViewTree(root: input).root)
    let html = renderer.buffer.text
    #expect(html.contains("type=\"password\"") && html.contains("data-private") && html.contains("hunter2"))
  }
}
