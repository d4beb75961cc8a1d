extension SequenceDiagram {
  /// Bytes. Of a text of more than 50,000 characters Mermaid draws nothing.
  private static let mostMermaid = 49_000

  /// The diagram as text for Mermaid, which many wikis and code hosts draw; as much of it as that takes.
  public var mermaid: String {
    // A comment to Mermaid, and to “ghostlight diagram” that the file is one of its own, which it may replace.
    var lines = ["sequenceDiagram", "  %% ghostlight"]
    for (index, lane) in lanes.enumerated() {
      let name = mermaidText(lane.title + " · " + lane.detail)
      lines.append("  participant L\(index) as \(name)")
    }
    var room = Self.mostMermaid - lines.reduce(0) { $0 + $1.utf8.count + 1 }
    var omitted = omitted
    for (index, message) in messages.enumerated() {
      let arrow =
        switch message.kind {
        case .event, .request: "->>"
        case .answer: "-->>"
        case .failure: "--x"
        }
      let text = message.detail.isEmpty ? message.name : message.name + " " + message.detail
      var new = ["  L\(message.sender)\(arrow)L\(message.receiver): \(mermaidText(shortened(text, to: 120)))"]
      if let observer = message.observer { new.append("  L\(message.receiver)-)L\(observer): taken") }
      room -= new.reduce(0) { $0 + $1.utf8.count + 1 }
      if room < 0 {
        omitted += messages.count - index
        break
      }
      lines += new
    }
    if omitted > 0, !lanes.isEmpty { lines.append("  Note over L0: and \(omitted) more") }
    return lines.joined(separator: "\n") + "\n"
  }
}

/// The text with everything that could mean something to Mermaid written as its number.
private func mermaidText(_ text: String) -> String {
  var result = ""
  for scalar in text.unicodeScalars {
    switch scalar {
    case "a"..."z", "A"..."Z", "0"..."9", " ", ".", ",", "_", "-", "·", "…", "’": result.unicodeScalars.append(scalar)
    case _ where isControl(scalar): result += " "
    default: result += "#\(scalar.value);"
    }
  }
  return result
}

/// The text, cut with an ellipsis if it is longer. Counted in scalars: one letter can be any number of them.
func shortened(_ text: some StringProtocol, to limit: Int) -> String {
  let head = text.unicodeScalars.prefix(limit + 1)
  return head.count <= limit ? String(text) : String(String.UnicodeScalarView(head.prefix(max(0, limit - 1)))) + "…"
}

/// Whether a scalar is none that one sees: a control, or one that turns the direction of what follows.
func isControl(_ scalar: Unicode.Scalar) -> Bool {
  switch scalar.properties.generalCategory {
  case .control, .lineSeparator, .paragraphSeparator, .surrogate: true
  case .format: true
  default: scalar.value & 0xFFFE == 0xFFFE
  }
}
