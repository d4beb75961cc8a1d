internal import Foundation

/// A file, or a folder, of another user than who runs this: who may not write it can't give himself the right to.
///
/// So it is after one run as root: what that has made is root's alone.
package struct ForeignFile: CustomStringConvertible, Sendable {
  private let path: String
  private let owner: UInt32
  private let user: UInt32

  /// Looks whose it is.
  ///
  /// - Parameters:
  ///   - path: Its path, or that of a link to it.
  ///   - user: The number of who runs this.
  /// - Returns: `nil` if it isn't there, or is theirs, or they are root, who may do everything with all files.
  package init?(_ path: String, to user: UInt32) {
    var status = stat()
    guard user != 0, stat(path, &status) == 0, status.st_uid != user else { return nil }
    self.path = path
    owner = status.st_uid
    self.user = user
  }

  /// Whose it is, and how to mend that: as the end of a sentence and the beginning of another.
  package var description: String {
    let name = Self.name(of: user)
    return "it belongs to \(Self.name(of: owner)), and this runs as \(name). Give it to \(name) (chown \(name) \(path))"
  }

  /// What a user is called; the number of one without a name.
  private static func name(of user: UInt32) -> String {
    // Larger than any entry of the system's: it may come from a directory service.
    var buffer = [CChar](repeating: 0, count: 16_384)
    return buffer.withUnsafeMutableBufferPointer { bytes -> String in
      var entry = passwd()
      var found: UnsafeMutablePointer<passwd>?
      guard let start = bytes.baseAddress, getpwuid_r(user, &entry, start, bytes.count, &found) == 0,
        let name = found?.pointee.pw_name
      else { return "\(user)" }
      return String(cString: name)
    }
  }
}
