import EventLog
import Ghostlight
import GhostlightTesting
import Testing
import TodoMVCModels

@testable import TodoMVCPresentation

/// How much is recorded of what a user does.
@Suite struct RecordedBytesTests {
  private static let row = TodoRow(Todo(id: 1, title: "something to do"))

  /// One of each kind. All are done before the completed ones are cleared.
  private static let acts: [ListEvent] = [
    .requestAdd("one more"), .requestRename(TodoRename(row, "something else")),
    .requestComplete(TodoCompletion(row, true)), .requestCompleteAll(false), .requestToggleAll,
    .requestClearCompleted, .requestDelete(row),
  ]

  /// How many bytes the events take that each act leads to in a list of some length.
  private func recorded(in length: Int) async throws -> [[Int]] {
    let database = try TodoDatabase.inMemory()
    let title = try #require(try TodoTitle("something to do"))
    for _ in 0..<length { _ = try await database.apply(TodoWrite(.add(title), of: "ann")) }
    let log = try MemoryLog()
    let test = ServerTest(ModelServer(database))
    test.stream.start(ViewModelServer(owner: "ann"))
    test.stream.add(LogTap(log))
    var sizes: [[Int]] = []
    var place: UInt64 = 0
    for act in Self.acts {
      _ = try await test.send(act, expecting: \ListEvent.rows).get()
      let records = try await log.records(of: .app, after: place, limit: .max)
      place = try #require(records.last).position
      sizes.append(records.map(\.payload.size))
    }
    return sizes
  }

  @Test func `doesn't grow with the list`() async throws {
    let (short, long) = (try await recorded(in: 1), try await recorded(in: TodoList.limit - 1))
    for (act, (short, long)) in zip(Self.acts, zip(short, long)) {
      // What the screen asks and what is asked of the lists, what these tell and what the screen is told.
      #expect(short.count == 4 && long.count == 4, "\(act.name)")
      // An identity and a version of two bytes more each.
      for (short, long) in zip(short, long) { #expect(long <= short + 4, "\(act.name)") }
    }
  }
}
