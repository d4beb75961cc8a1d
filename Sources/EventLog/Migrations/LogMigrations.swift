/// How an app's events have changed since the first of them were recorded, so that old logs stay readable.
///
/// ```swift
/// let migrations = LogMigrations(
///   // What changed from version 1 to 2:
///   [.renamed("TodoEvent.row", to: "TodoEvent.todo"), .added("flag", to: "StoreEvent.todo", default: .bool(false))],
///   // From 2 to 3:
///   [.removed("TodoEvent.legacy")])
/// let log = try SQLiteLog(path: "events.sqlite", version: migrations.version)
/// ```
///
/// Each list is what one release of the app changed. A log notes with every block which version wrote it; when it is read,
/// the changes since are applied one after the other. Lists are only ever added.
public struct LogMigrations: Sendable {
  private let steps: [[LogMigration]]

  /// Takes what each version changed, the oldest first.
  public init(_ steps: [LogMigration]...) { self.steps = steps }

  /// The version that the app's events have now: 1, and one more for each list.
  public var version: Int { steps.count + 1 }

  /// A record as this program would have written it; `nil` if its case is gone.
  func migrated(_ record: LogRecord) throws(EventLogError) -> LogRecord? {
    guard record.version <= version else { throw .newerEvents(found: record.version, known: version) }
    guard record.version < version else { return record }
    var change = MigratedEvent(record)
    for step in steps[(max(1, record.version) - 1)...] {
      for migration in step {
        do { try migration.apply(&change) } catch {
          throw .unreadable(position: record.position, name: record.name, reason: "a migration failed: \(error)")
        }
        if change.isRemoved { return nil }
      }
    }
    return try change.record(from: record)
  }
}
