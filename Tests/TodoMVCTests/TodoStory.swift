import Testing
import TodoMVCModels

@testable import TodoMVCPresentation

/// A list that was changed a number of times, in a database: its states, and what was told of each change.
struct TodoStory {
  /// The list at each of its versions, from 0 on.
  private(set) var states: [TodoList]
  /// What led from each version to the next.
  private(set) var differences: [TodoRowsDifference] = []

  /// Makes as many changes of all kinds, also of todos that aren't there.
  init(_ length: Int, seed: UInt64) async throws {
    var numbers = SeededNumbers(seed)
    let database = try TodoDatabase.inMemory()
    states = [try await database.list(of: "ann")]
    for number in 0..<length {
      let write = TodoWrite(try Self.change(number, &numbers), of: "ann")
      differences.append(TodoRowsDifference(try await database.apply(write)))
      states.append(try await database.list(of: "ann"))
    }
  }

  /// What a screen is told that asks for the list at a version.
  func all(_ version: Int) -> TodoNews { .all(TodoRows(states[version])) }

  /// What screens are told of the write that makes a version.
  func change(to version: Int) -> TodoNews { .difference(differences[version - 1]) }

  /// The rows of a version.
  func rows(_ version: Int) -> [TodoRow] { states[version].todos.map(TodoRow.init) }

  private static func change(_ number: Int, _ numbers: inout SeededNumbers) throws -> TodoChange {
    let id = Int64.random(in: 1...Int64(number / 2 + 1), using: &numbers)
    let title = try #require(try TodoTitle("todo \(number)"))
    switch Int.random(in: 0..<12, using: &numbers) {
    case 0...4: return .add(title)
    case 5: return .rename(id, title)
    case 6, 7: return .complete(id, Bool.random(using: &numbers))
    case 8: return .completeAll(Bool.random(using: &numbers))
    case 9: return .toggleAll
    case 10: return .delete(id)
    default: return .deleteCompleted
    }
  }
}
