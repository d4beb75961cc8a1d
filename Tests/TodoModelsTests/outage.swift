import Testing
import TodoModels

/// Gives why the body found the database unavailable, or `nil` if it did not.
func outage(_ body: () async throws -> Void) async -> TodoOutage? {
  do {
    try await body()
  } catch TodoFailure.unavailable(let outage, _) {
    return outage
  } catch {
    Issue.record(error)
  }
  return nil
}

func create(_ title: String, in database: TodoDatabase) async throws {
  _ = try await database.apply(.create(TodoDraft(title: title)), at: 0)
}
