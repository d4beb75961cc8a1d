internal import Glibc

/// Writes a line for every event to standard output.
final class EventPrinter: Tap {
  func receive<Root: Event>(_ event: Root, _ envelope: Envelope) {
    let reason =
      if let request = envelope.answers { " answers \(request)" } else if let cause = envelope.cause {
        " for \(cause)"
      } else { "" }
    var line = "#\(envelope.sequence) [\(envelope.id)\(reason)] \(event.name): \(event)\n"
    // At once: in the library's buffer it would wait until there are kilobytes, and be lost if the process is killed.
    line.withUTF8 { bytes in
      var left = UnsafeRawBufferPointer(bytes)
      while let start = left.baseAddress, !left.isEmpty {
        let count = write(STDOUT_FILENO, start, left.count)
        if count <= 0 { return }
        left = UnsafeRawBufferPointer(rebasing: left[count...])
      }
    }
  }
}
