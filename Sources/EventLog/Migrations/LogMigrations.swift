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
  /// What the app was called when some of its logs were begun.
  public private(set) var formerNames: Set<String> = []

  /// Takes what each version changed, the oldest first.
  public init(_ steps: [LogMigration]...) { self.steps = steps }

  /// The same for an app that had another name: a log that was begun under that is still its own.
  public func formerlyCalled(_ names: String...) -> LogMigrations {
    var migrations = self
    migrations.formerNames.formUnion(names)
    return migrations
  }

  /// The version that the app's events have now: 1, and one more for each list.
  public var version: Int { steps.count + 1 }

  /// A record as this program would have written it; `nil` if its case is gone.
  func migrated(_ record: LogRecord) throws(EventLogError) -> LogRecord? {
    guard record.version <= version else { throw .newerEvents(found: record.version, known: version) }
    guard record.version < version else { return record }
    var change = MigratedEvent(record)
    for migration in changes(since: record.version).joined() {
      do { try migration.apply(&change) } catch {
        throw .unreadable(position: record.position, name: record.name, reason: "a migration failed: \(error)")
      }
      if change.isRemoved { return nil }
    }
    return try change.record(from: record, for: requests(of: record))
  }

  /// The name that a case has today; `nil` if it is gone.
  ///
  /// - Parameter version: The version that has the case under the name that is given.
  func name(_ name: String, of version: Int) -> String? {
    guard version < self.version else { return name }
    var name = name
    for migration in changes(since: version).joined() {
      guard let next = migration.newName(name) else { return nil }
      name = next
    }
    return name
  }

  /// The requests that an event was sent for, by their names of today. One whose case is gone is nobody's any more.
  private func requests(of record: LogRecord) -> [RecordedRequest] {
    record.requests.compactMap { request in
      name(request.name, of: record.version).map { RecordedRequest(id: request.id, name: $0) }
    }
  }

  /// What has changed since a version, which may say that it is older than the oldest.
  private func changes(since version: Int) -> ArraySlice<[LogMigration]> { steps[(max(1, version) - 1)...] }
}
