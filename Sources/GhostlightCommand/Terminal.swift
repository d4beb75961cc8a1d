internal import EventLog
internal import EventStream
internal import Foundation
internal import Glibc

/// The two ways out.
enum Terminal {
  /// Prints a line, whatever is in it.
  ///
  /// - Throws: ``OutputFailure``.
  static func say(_ line: String) throws { try Data((line.escapingHidden() + "\n").utf8).write(to: STDOUT_FILENO) }

  /// Tells what is wrong, if anybody can be told.
  static func warn(_ line: String) {
    try? Data(("ghostlight: " + line.escapingHidden() + "\n").utf8).write(to: STDERR_FILENO)
  }

  /// Has the numbers of streams that were closed before the start stand for nothing that can be written: a file that is opened
  /// later would be written into otherwise.
  static func reserveDescriptors() {
    while true {
      let descriptor = open("/dev/null", O_RDONLY)
      if descriptor <= STDERR_FILENO, descriptor >= 0 { continue }
      if descriptor >= 0 { close(descriptor) }
      return
    }
  }
}
