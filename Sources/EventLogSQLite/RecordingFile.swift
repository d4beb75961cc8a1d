public import EventLog
internal import Foundation

/// A file that events are recorded in, of either kind: an app's log, or a session that was exported from one.
public enum RecordingFile {
  /// Opens it to read it. A log may be appended to meanwhile; an export is read as a whole.
  ///
  /// - Throws: `EventLogError`: `cannotOpen`, `tooNew`, `damaged`, or `notReadable` for an export that is none.
  public static func open(_ path: String) async throws -> any EventLog {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
      throw EventLogError.cannotOpen(reason: "there is no file \(path)")
    }
    if isFolder.boolValue { throw EventLogError.cannotOpen(reason: "\(path) is a folder") }
    guard let file = FileHandle(forReadingAtPath: path) else {
      throw EventLogError.cannotOpen(reason: "\(path) may not be read")
    }
    let head = try file.read(upToCount: 16) ?? Data()
    try file.close()
    return SessionExport.isExport(head)
      ? try await log(of: SessionExport(file: path)) : try SQLiteLog(reading: path)
  }

  private static func log(of export: SessionExport) async throws -> MemoryLog {
    let log = try MemoryLog(version: export.records.map(\.version).max() ?? 1)
    try await export.add(to: log)
    return log
  }
}
