package import Foundation

/// Why something can't be written, as the system counts reasons.
package struct OutputFailure: Error {
  private let number: Int32

  package init(number: Int32) { self.number = number }

  /// Whether whoever read has stopped, which is no trouble to tell of.
  package var isBrokenPipe: Bool { number == EPIPE }
  /// The system's words.
  package var reason: String { String(cString: strerror(number)) }
}

extension Data {
  /// Writes all of it into an open file, a pipe or a terminal.
  ///
  /// - Throws: ``OutputFailure``, where a file handle would end the process.
  package func write(to descriptor: Int32) throws {
    var rest = self[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { put($0, into: descriptor) }
      if count >= 0 {
        rest = rest.dropFirst(count)
      } else if errno != EINTR {
        throw OutputFailure(number: errno)
      }
    }
  }
}

/// Writes as many bytes as the system takes at once.
private func put(_ bytes: UnsafeRawBufferPointer, into descriptor: Int32) -> Int {
  write(descriptor, bytes.baseAddress, bytes.count)
}
