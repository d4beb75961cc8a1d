internal import Glibc

/// Writes a line for every event to standard output.
final class EventPrinter: Tap {
  func receive<Root: Event>(_ event: Root, _ envelope: Envelope) {
    let reason =
      if let request = envelope.answers { " answers \(request)" } else if let cause = envelope.cause {
        " for \(cause)"
      } else { "" }
    print("#\(envelope.sequence) [\(envelope.id)\(reason)] \(event.name): \(event)")
    // Into a file or a pipe it would wait until there are kilobytes, and be lost if the process is killed.
    fflush(nil)
  }
}
