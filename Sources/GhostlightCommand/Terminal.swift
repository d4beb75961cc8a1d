internal import EventLog
internal import Foundation
internal import Glibc

/// The two ways out.
enum Terminal {
  /// Prints a line, whatever is in it.
  ///
  /// - Throws: ``OutputFailure``.
  static func say(_ line: String) throws { try write(Data((line.escapingHidden() + "\n").utf8)) }

  /// Tells what is wrong, if anybody can be told.
  static func warn(_ line: String) {
    try? write(Data(("ghostlight: " + line.escapingHidden() + "\n").utf8), to: STDERR_FILENO)
  }

  /// Writes all of some bytes.
  ///
  /// - Throws: ``OutputFailure``.
  static func write(_ data: Data, to descriptor: Int32 = STDOUT_FILENO) throws {
    var rest = data[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count >= 0 {
        rest = rest.dropFirst(count)
      } else if errno != EINTR {
        throw OutputFailure(number: errno)
      }
    }
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

/// Why something can't be written, as the system counts reasons.
struct OutputFailure: Error {
  let number: Int32

  /// Whether whoever read has stopped, which is no trouble to tell of.
  var isBrokenPipe: Bool { number == EPIPE }
  /// The system's words.
  var reason: String { String(cString: strerror(number)) }
}
