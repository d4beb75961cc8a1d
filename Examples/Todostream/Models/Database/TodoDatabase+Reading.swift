internal import ExampleDatabases
internal import GRDB

extension TodoDatabase {
  /// Reads a list and the counts beside it, both of one moment.
  ///
  /// Doesn't wait for writes, nor they for it.
  ///
  /// - Throws: ``TodoFailure/cancelled``, or ``TodoFailure/unavailable(_:detail:)`` with the reason.
  public func page(matching query: TodoQuery) async throws(TodoFailure) -> TodoPage {
    try await read { table in TodoPage(todos: try table.todos(matching: query), counts: try table.counts()) }
  }

  /// Reads one todo, deleted or not; `nil` if there never was one with this id.
  ///
  /// - Throws: ``TodoFailure/cancelled``, or ``TodoFailure/unavailable(_:detail:)`` with the reason.
  public func todo(id: Int64) async throws(TodoFailure) -> Todo? {
    try await read { table in try table.todo(id: id) }
  }

  private func read<Value: Sendable>(
    _ value: @escaping @Sendable (TodoTable) throws -> Value
  ) async throws(TodoFailure) -> Value {
    do {
      return try await database.read { [known] in try value(TodoTable(database: $0, known: known)) }
    } catch {
      throw TodoFailure(error, at: database.path)
    }
  }
}
