internal import Foundation

extension SessionExport {
  /// Reads a session from a file, whichever form it was written in. A pipe does too.
  ///
  /// - Throws: ``EventLogError/unreadableFile(path:reason:)``, ``EventLogError/notReadable(reason:)`` or
  ///   ``EventLogError/tooNew(found:known:)``.
  public init(file path: String) throws(EventLogError) {
    let data = try Self.contents(of: path)
    if data.isEmpty { throw .notReadable(reason: "\(path) is empty: export the session anew") }
    if Self.isBinaryList(data) {
      try self.init(propertyList: data)
    } else {
      let text = try Self.text(data)
      if text.hasPrefix(Self.listMark) {
        try self.init(propertyList: Data(text.utf8))
      } else {
        try self.init(jsonLines: text)
      }
    }
  }

  /// Whether a file that begins so may be an export, rather than a log.
  public static func isExport(_ head: some Sequence<UInt8>) -> Bool {
    let head = Array(head)
    if isBinaryList(head) || isUTF16(head) { return true }
    let text = withoutMark(head)
    return text.starts(with: "{".utf8) || text.starts(with: listMark.utf8)
  }

  private static let listMark = "<?xml"
  /// What some editors begin a file with, to say that it is in UTF-8.
  private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

  private static func isBinaryList(_ data: some Sequence<UInt8>) -> Bool { data.starts(with: "bplist".utf8) }

  /// Whether it begins as both forms do in UTF-16, in either order of bytes, with a mark or without.
  private static func isUTF16(_ data: some Sequence<UInt8>) -> Bool {
    let beginnings: [[UInt8]] = [[0xFF, 0xFE], [0xFE, 0xFF], [0x7B, 0], [0, 0x7B], [0x3C, 0], [0, 0x3C]]
    return beginnings.contains { data.starts(with: $0) }
  }

  private static func withoutMark<Bytes: Collection<UInt8>>(_ data: Bytes) -> Bytes.SubSequence {
    data.dropFirst(data.starts(with: byteOrderMark) ? byteOrderMark.count : 0)
  }

  private static func contents(of path: String) throws(EventLogError) -> Data {
    var isFolder: ObjCBool = false
    if FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), isFolder.boolValue {
      throw .unreadableFile(path: path, reason: "it is a folder")
    }
    // By a descriptor, because Foundation reads whole files only where these are ordinary ones.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .unreadableFile(path: path, reason: String(cString: strerror(errno))) }
    do {
      return try FileHandle(fileDescriptor: descriptor, closeOnDealloc: true).readToEnd() ?? Data()
    } catch {
      throw .unreadableFile(path: path, reason: error.words)
    }
  }

  private static func text(_ data: Data) throws(EventLogError) -> String {
    if isUTF16(data) { throw .notReadable(reason: "it is in UTF-16: save it in UTF-8") }
    let bytes = withoutMark(data)
    if let text = String(validating: bytes, as: UTF8.self) { return text }
    guard isExport(data) else { throw noExport }
    // The end of a line is part of no other character.
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    let wrong = lines.firstIndex { String(validating: $0, as: UTF8.self) == nil } ?? 0
    throw .notReadable(
      reason: "line \(wrong + 1): not all of it is UTF-8: export the session anew, or save it in UTF-8")
  }
}
