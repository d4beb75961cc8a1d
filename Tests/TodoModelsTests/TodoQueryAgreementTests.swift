import Testing
import TodoModels

/// A generator with a seed, so that a failure can be repeated.
struct SeededGenerator: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return (state ^ (state >> 31)) &* 0x9E37_79B9_7F4A_7C15
  }
}

@Suite struct TodoQueryAgreementTests {
  private static let pieces = [
    "a", "A", "b", "é", "e\u{301}", "ß", "SS", "%", "_", "'", "\"", "\\", " ", " ", "\n", "🧀", "👨‍👩‍👧", "👨", "❤️",
    "שָׁ", "ש", "مُ", "م", "が", "か", "\u{200f}", "´", "ﷺ", "İ", "i", "ı", "\u{301}", "🏳️‍🌈", "𝒜", "\u{10FFFF}", "z", "क्षि",
  ]

  private static func text(_ length: Int, _ generator: inout SeededGenerator) -> String {
    (0..<length).map { _ in pieces.randomElement(using: &generator) ?? "" }.joined()
  }

  @Test(arguments: [1, 2, 3] as [UInt64])
  func `a page is what Swift's matching and ordering make of all todos`(seed: UInt64) async throws {
    var generator = SeededGenerator(state: seed)
    let database = try TodoDatabase.inMemory()
    var todos: [Todo] = []
    for _ in 0..<150 {
      let day = CalendarDay(year: 2026, month: .random(in: 1...3, using: &generator), day: 7)
      let draft = TodoDraft(
        title: "t" + Self.text(.random(in: 0...4, using: &generator), &generator),
        notes: Self.text(.random(in: 0...5, using: &generator), &generator),
        due: Bool.random(using: &generator) ? day : nil)
      var todo = try await database.apply(.create(draft), at: .random(in: 0...20, using: &generator)).todo
      if Int.random(in: 0...2, using: &generator) == 0 {
        todo = try await database.apply(.complete(todo.id, true), at: 30).todo
      }
      if Int.random(in: 0...5, using: &generator) == 0 {
        todo = try await database.apply(.delete(todo.id), at: 40).todo
      }
      todos.append(todo)
    }
    var searches = [
      "", "a", "SS", "%", "_", "'", "\"", "\\", "👨", "🧀 a", "ש", "مُ", "か", "t e", "i", "\u{301}", "´", "\u{200f}",
    ]
    for _ in 0..<20 { searches.append(Self.text(.random(in: 1...3, using: &generator), &generator)) }
    var found = 0
    for search in searches {
      for filter in TodoFilter.allCases {
        for order in TodoOrder.allCases {
          let query = TodoQuery(search: search, filter: filter, order: order)
          let expected = todos.filter(query.matches).sorted(by: query.areInIncreasingOrder)
          let page = try await database.page(matching: query)
          #expect(page.todos == expected, "\(query)")
          found += page.todos.count
          let listed = todos.filter { !$0.isDeleted }
          #expect(page.counts.completed == listed.count { $0.isCompleted } && page.counts.total == listed.count)
        }
      }
    }
    #expect(found > 1_000)
  }
}
