import Testing
import ViewKit

/// What an element of one's own may be, and what it may carry.
@Suite struct ElementTests {
  @Test(arguments: [
    "script", "style", "iframe", "object", "embed", "link", "meta", "base", "template", "svg", "math", "foreignobject",
    "frame",
  ])
  func `what could run, load or disturb is refused`(tag: String) {
    #expect(throws: ElementRefusal.dangerous(tag)) { try ElementTag(tag) }
  }

  @Test(arguments: ["SCRIPT", "a b", "x>", "", "1x", "h1 onclick=x", "é", "x/", String(repeating: "x", count: 41)])
  func `what is no name is refused`(tag: String) {
    #expect(throws: ElementRefusal.notAName(tag)) { try ElementTag(tag) }
  }

  @Test func `for what there is a view, the refusal names it`() {
    #expect(throws: ElementRefusal.hasAView("button", view: "Button")) { try ElementTag("button") }
  }

  @Test(arguments: ["figure", "my-clock", "h2", "ruby"]) func `other names are taken`(tag: String) throws {
    #expect(try ElementTag(tag).name == tag)
  }

  @Test(arguments: [
    "onclick", "onanything", "style", "src", "href", "srcdoc", "id", "class", "formaction", "data-k", "data-x", "is",
    "popovertarget",
  ])
  func `an attribute that acts, loads or is the framework's is refused`(name: String) {
    #expect(throws: ElementRefusal.dangerous(name)) { try ElementAttribute(name, "javascript:alert(1)") }
  }

  @Test(arguments: ["OnClick", "x y", "a=b", "x\"", ""]) func `what is no attribute's name is refused`(name: String) {
    #expect(throws: ElementRefusal.notAName(name)) { try ElementAttribute(name, "") }
  }

  @Test func `attributes can be set, replaced and taken away`() throws {
    let element = Element(.time, text: "noon", attributes: [.time("12:00")])
    element.set(.time("12:01"))
    element.set(try ElementAttribute("data-kind", "event"))
    #expect(element.attributes == ["datetime": "12:01", "data-kind": "event"])
    element.removeAttribute("data-kind")
    #expect(element.attributes == ["datetime": "12:01"])
  }
}
