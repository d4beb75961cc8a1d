internal import EventLog
internal import EventStream
internal import Foundation
internal import Glibc

/// The two ways out.
enum Output {
  /// Prints a line, whatever is in it.
  ///
  /// - Throws: ``OutputFailure``.
  static func say(_ line: String) throws { try Data((line.escapingHidden() + "\n").utf8).write(to: STDOUT_FILENO) }

  /// Tells what is wrong, if anybody can be told.
  static func warn(_ lines: String) {
    try? Data((lines.escapingHidden(but: "\n") + "\n").utf8).write(to: STDERR_FILENO)
  }
}
