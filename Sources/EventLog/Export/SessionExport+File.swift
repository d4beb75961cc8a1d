internal import Foundation

extension SessionExport {
  /// Reads a session from a file, whichever form it was written in.
  ///
  /// - Throws: ``EventLogError/cannotOpen(reason:)``, ``EventLogError/notReadable(reason:)`` or
  ///   ``EventLogError/tooNew(found:known:)``.
  public init(file path: String) throws(EventLogError) {
    guard let data = FileManager.default.contents(atPath: path) else {
      throw .cannotOpen(reason: "\(path) isn't there, or may not be read: see whether the path is right")
    }
    if Self.isPropertyList(data) {
      try self.init(propertyList: data)
    } else {
      try self.init(jsonLines: String(decoding: data, as: UTF8.self))
    }
  }

  /// Whether a file that begins so may be an export, rather than a log.
  public static func isExport(_ head: some Sequence<UInt8>) -> Bool {
    head.starts(with: "{".utf8) || isPropertyList(head)
  }

  private static func isPropertyList(_ data: some Sequence<UInt8>) -> Bool {
    data.starts(with: "<?xml".utf8) || data.starts(with: "bplist".utf8)
  }
}
