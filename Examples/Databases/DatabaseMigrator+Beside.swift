public import GRDB

extension DatabaseMigrator {
  /// Brings a database to the last version, also where other processes do so at the same time.
  ///
  /// Each version is a transaction of its own, behind a look at which there are: what another has done in between is there already, and
  /// fails.
  ///
  /// - Throws: Whatever SQLite reports, as long as nobody else gets on.
  public func migrateBesideOthers(_ writer: any DatabaseWriter) throws {
    var before = try writer.read(appliedMigrations)
    while true {
      do { return try migrate(writer) } catch {
        let now = try writer.read(appliedMigrations)
        if now == before { throw error }
        before = now
      }
    }
  }
}
