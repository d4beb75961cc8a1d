internal import ExampleDatabases
internal import GRDB

/// The tables, and how a database comes to have them.
enum TodoSchema {
  private static var migrator: DatabaseMigrator {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("v1") { database in
      // STRICT and the checks hold off other programs' rows that no Todo could be made of; `date` turns a day that isn't
      // in the calendar into another one, but only when it has to reckon. The long texts come last, so that a scan for
      // the short values skips them.
      try database.execute(
        sql: """
          CREATE TABLE todo (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            createdAt INTEGER NOT NULL,
            completedAt INTEGER,
            deletedAt INTEGER,
            due TEXT CHECK (due IS NULL OR (date(due, '+0 days') IS due AND due >= '1970-01-01')),
            title TEXT NOT NULL,
            titleKey TEXT NOT NULL,
            notes TEXT NOT NULL,
            search TEXT NOT NULL
          ) STRICT;
          CREATE INDEX todo_listed ON todo (createdAt DESC, id DESC) WHERE deletedAt IS NULL;
          CREATE INDEX todo_counted ON todo (completedAt) WHERE deletedAt IS NULL;
          """)
    }
    migrator.registerMigration("v2") { database in
      // Which request made a todo: asked again, after a crash, it finds what it has made.
      try database.execute(
        sql: """
          ALTER TABLE todo ADD COLUMN request INTEGER;
          CREATE UNIQUE INDEX todo_requested ON todo (request) WHERE request IS NOT NULL;
          """)
    }
    migrator.registerMigration("v3") { database in
      // And as what: where a log was removed, its requests' ids are given once more, to others. Older todos don't tell.
      try database.execute(sql: "ALTER TABLE todo ADD COLUMN requestedTitle TEXT")
    }
    migrator.registerMigration("v4") { database in
      // The requests that have written a todo last: asked again, none of them undoes what was written since.
      try database.execute(sql: "ALTER TABLE todo ADD COLUMN writes TEXT")
    }
    return migrator
  }

  /// Brings a database to this version's tables.
  ///
  /// - Throws: ``TodoFailure/unavailable(_:detail:)`` with ``TodoOutage/newer`` if a newer version made it, `ForeignDatabase` if
  ///   another program did, and whatever SQLite reports.
  static func prepare(_ writer: any DatabaseWriter) throws {
    try writer.write(DatabaseOwner.todostream.claim)
    guard try !writer.read(migrator.hasBeenSuperseded) else {
      throw TodoFailure.unavailable(.newer, detail: "unknown migrations")
    }
    try migrator.migrateBesideOthers(writer)
  }
}
