internal import EventLog
internal import EventStream
internal import Foundation
internal import Glibc
internal import Synchronization

/// Standard error for the lines of a log: what a user has typed may be in each of them, and is to pass for no other line, nor to command a
/// terminal.
struct LogOutput: TextOutputStream, Sendable {
  private static let turn = Mutex(())

  /// Writes one line, with its end.
  mutating func write(_ line: String) {
    let bytes = Data(Self.harmless(line).utf8)
    // One line after the other: a pipe takes a long one in pieces.
    Self.turn.withLock { _ in _ = try? bytes.write(to: STDERR_FILENO) }
  }

  /// The line with nothing hidden in it but its end.
  static func harmless(_ line: String) -> String {
    // By scalars: behind a carriage return the end is no character of its own.
    guard line.unicodeScalars.last == "\n" else { return line.escapingHidden() }
    return String(line.unicodeScalars.dropLast()).escapingHidden() + "\n"
  }
}
