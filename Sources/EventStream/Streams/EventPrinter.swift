/// Writes a line for every event to standard output, with whatever visitors have sent, which mustn't command a terminal.
final class EventPrinter: Tap {
  func receive<Root: Event>(_ event: Root, _ envelope: Envelope) {
    Printout.standardOutput.write(Self.line(of: event, envelope))
  }

  static func line(of event: some Event, _ envelope: Envelope) -> String {
    let reason =
      if let request = envelope.answers { " answers \(request)" } else if let cause = envelope.cause {
        " for \(cause)"
      } else { "" }
    return "#\(envelope.sequence) [\(envelope.id)\(reason)] \(event.name): \(event)".escapingHidden() + "\n"
  }
}
