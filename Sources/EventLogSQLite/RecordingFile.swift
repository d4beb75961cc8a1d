public import EventLog
internal import Foundation

/// A file that events are recorded in, of either kind: an app's log, or a session that was exported from one.
public enum RecordingFile {
  /// Opens it to read it. A log may be appended to meanwhile; an export is read as a whole, and tells itself whether its session had ended.
  ///
  /// - Throws: `EventLogError`: `cannotOpen`, `tooNew`, `damaged`, or `notReadable` for an export that is none.
  public static func open(_ path: String) async throws -> any EventLog {
    try isExport(path) ? try await log(of: SessionExport(file: path)) : try SQLiteLog(reading: path)
  }

  /// Whether it is an export, rather than a log. A pipe can be nothing else, and isn't looked into: that can be read once only.
  ///
  /// - Throws: `EventLogError.cannotOpen`.
  public static func isExport(_ path: String) throws -> Bool {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
      throw EventLogError.cannotOpen(reason: "there is no file \(path): see whether the path is right")
    }
    if isFolder.boolValue { throw EventLogError.cannotOpen(reason: "\(path) is a folder: say which file in it") }
    var status = stat()
    if stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFIFO { return true }
    guard let file = FileHandle(forReadingAtPath: path) else {
      throw EventLogError.cannotOpen(reason: "\(path) may not be read: see whose it is, and what rights it has")
    }
    let head = try file.read(upToCount: 16) ?? Data()
    try file.close()
    return SessionExport.isExport(head)
  }

  private static func log(of export: SessionExport) async throws -> MemoryLog {
    let log = try MemoryLog(version: export.records.map(\.version).max() ?? 1)
    let snapshots = (export.start.map { [$0] } ?? []) + export.snapshots
    try await log.take(export.records, with: snapshots, of: export.session)
    return log
  }
}
