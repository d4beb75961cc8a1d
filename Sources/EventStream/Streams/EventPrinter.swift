/// Writes a line for every event to standard output.
final class EventPrinter: Tap {
  private static let printout = Printout()

  func receive<Root: Event>(_ event: Root, _ envelope: Envelope) {
    let reason =
      if let request = envelope.answers { " answers \(request)" } else if let cause = envelope.cause {
        " for \(cause)"
      } else { "" }
    Self.printout.write("#\(envelope.sequence) [\(envelope.id)\(reason)] \(event.name): \(event)\n")
  }
}
