import BindingMacros
import Testing

@Suite struct ViewTypeTests {
  struct Person: ModelType { var name = "" }

  final class Greeting: ViewType {
    var text = ""
    func take(_ person: Person) { text = "Hello, \(person.name)" }
  }

  final class Shout: ViewType {
    var text = ""
    func take(_ person: Person) { text = person.name }
    func take(_ person: Person, tag: Int) { text = person.name + String(repeating: "!", count: tag) }
  }

  @Test func `a model gives itself to a view that takes it`() {
    let view = Greeting()
    Person(name: "Ann").give(to: view)
    #expect(view.text == "Hello, Ann")
  }

  @Test func `a view without use for tags takes one and ignores it`() {
    let view = Greeting()
    Person(name: "Ann").give(to: view, tag: ())
    #expect(view.text == "Hello, Ann")
  }

  @Test func `a tag reaches the view beside the model`() {
    let view = Shout()
    Person(name: "Ann").give(to: view, tag: 2)
    #expect(view.text == "Ann!!")
  }
}

@Suite struct BoxSizeTests {
  protocol P {}
  protocol Q {}

  @Test func `a small value in a box takes many times its room, which the generic path never pays`() {
    #expect(MemoryLayout<Int16>.size == 2)
    #expect(MemoryLayout<any P>.size == 40)
    #expect(MemoryLayout<any P & Q>.size == 48)
    #expect(MemoryLayout<Any>.size == 32)
    #expect(room(of: Int16(1)) == 2)
  }

  private func room<Value>(of value: Value) -> Int { MemoryLayout.size(ofValue: value) }
}
