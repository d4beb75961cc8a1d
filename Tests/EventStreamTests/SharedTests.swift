import EventStream
import Foundation
import Testing

@Suite struct SharedTests {
  struct Item: Identifiable, Equatable, Codable, Sendable {
    let id: Int
    var title: String
  }

  @Test func `who changes it while others hold it has one of their own`() {
    let first = Shared(Item(id: 1, title: "one"))
    var second = first
    second.value.title = "two"
    #expect(first.value.title == "one")
    #expect(second.value.title == "two")
    #expect(first != second)
    second.value.title = "one"
    #expect(first == second)
  }

  @Test func `it is written as the value itself`() throws {
    let item = Item(id: 1, title: "one")
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    #expect(try encoder.encode([Shared(item)]) == encoder.encode([item]))
    #expect(try JSONDecoder().decode([Shared<Item>].self, from: encoder.encode([item])) == [Shared(item)])
  }

  @Test func `it is printed as the value itself, but for what is private`() {
    struct Held {
      var item: Shared<Item>
    }
    struct SignIn: Sendable {
      var name: String
      @Private var password: String
    }
    let item = Item(id: 1, title: "one")
    #expect("\(Shared(item))" == "\(item)")
    #expect("\(Shared("one"))" == "one")
    #expect(String(reflecting: Shared(item)) == String(reflecting: item))
    #expect("\(Held(item: Shared(item)))".contains(#"title: "one""#))
    #expect(Mirror(reflecting: Shared(item)).children.map { $0.label } == ["id", "title"])
    let secret = Shared(SignIn(name: "ann", password: "s3cret"))
    for text in ["\(secret)", "\([secret])", String(reflecting: secret)] {
      #expect(text.contains("ann") && text.contains("private") && !text.contains("s3cret"))
    }
    #expect("\(Shared(Private(wrappedValue: "s3cret")))" == "private")
  }

  @Test func `a part that is called as the printed value is isn't covered by that`() {
    struct Product: Sendable {
      var description: String
    }
    #expect(Shared(Product(description: "a pen")).description == "a pen")
  }

  @Test func `what a pool has given out already is given out again, unless it has changed`() {
    let pool = SharedPool<Item>()
    var held = pool.shared(Item(id: 1, title: "one"))
    let again = pool.shared(Item(id: 1, title: "one"))
    #expect(held.isSame(as: again))
    #expect(!pool.shared(Item(id: 1, title: "two")).isSame(as: held))
    held.value.title = "three"
    #expect(pool.shared(Item(id: 1, title: "two")).value.title == "two")
  }

  @Test func `a pool lets go of what nobody holds`() {
    let pool = SharedPool<Item>()
    let held = (0..<10).map { pool.shared(Item(id: $0, title: "held")) }
    for id in 10..<10_000 { _ = pool.shared(Item(id: id, title: "passing")) }
    #expect(pool.count < 1000)
    for item in held { #expect(pool.shared(item.value).isSame(as: item)) }
  }
}
