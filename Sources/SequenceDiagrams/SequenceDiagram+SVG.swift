extension SequenceDiagram {
  /// The diagram as a picture that stands alone, light or dark as its viewer is.
  public var svg: String {
    var picture = DiagramPicture(self)
    return picture.draw()
  }
}

/// Draws a diagram. Coordinates are CSS pixels.
private struct DiagramPicture {
  /// Room for the times at the left.
  private static let left = 92
  /// From lane to lane: as much as most names of cases take.
  private static let lane = 216
  private static let head = 76
  private static let row = 46
  /// A pause that is worth a word between two messages.
  private static let pause: Int64 = 1_000_000_000
  /// About the width of a letter of a label.
  private static let letter = 6.6

  private let diagram: SequenceDiagram
  private var out = ""
  private var y = head + 30

  init(_ diagram: SequenceDiagram) { self.diagram = diagram }

  mutating func draw() -> String {
    var body = DiagramPicture(diagram)
    var before: DiagramMessage?
    for message in diagram.messages {
      if let before, message.time - before.time >= Self.pause { body.drawPause(message.time - before.time) }
      body.draw(message)
      before = message
    }
    if diagram.omitted > 0 { body.drawNote("and \(diagram.omitted) more") }
    if diagram.messages.isEmpty { body.drawNote("nothing was recorded here") }
    let width = Self.left + max(2, diagram.lanes.count) * Self.lane
    let height = body.y + 14
    out +=
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 \(width) \(height)\" width=\"\(width)\" height=\"\(height)\""
    out += " role=\"img\" aria-label=\"Sequence diagram of \(diagram.messages.count) events\""
    out += " font-family=\"system-ui, 'Segoe UI', Roboto, 'Noto Sans', sans-serif\" font-size=\"13\">"
    out += "<style>\(Self.style)</style>"
    out += Self.arrowHeads
    out += "<rect class=\"page\" width=\"\(width)\" height=\"\(height)\"/>"
    drawLanes(height)
    out += body.out
    out += "</svg>\n"
    return out
  }

  private func x(_ lane: Int) -> Int { Self.left + lane * Self.lane + Self.lane / 2 }

  private mutating func drawLanes(_ height: Int) {
    for (index, lane) in diagram.lanes.enumerated() {
      let center = x(index)
      out += "<path class=\"life\" d=\"M\(center) \(Self.head - 12)V\(height - 10)\"/>"
      out += "<rect class=\"head \(lane.look)\" x=\"\(center - 92)\" y=\"14\" width=\"184\" height=\"50\" rx=\"10\"/>"
      text(lane.title, x: center, y: 36, look: "name", limit: 24)
      text(lane.detail, x: center, y: 54, look: "small middle", limit: 28)
    }
  }

  private mutating func draw(_ message: DiagramMessage) {
    let (from, to) = (x(message.sender), x(message.receiver))
    let look = message.kind.look
    out += "<g class=\"\(look)\"><title>\(svgText(title(of: message)))</title>"
    text(timeText(message.time), x: Self.left - 10, y: y + 4, look: "small time", limit: 12)
    if from == to, let observer = message.observer.map(x), observer != to {
      // Who takes it stands elsewhere: straight there, for a loop would say nothing more.
      let end = from < observer ? observer - 2 : observer + 2
      out += "<circle class=\"dot\" cx=\"\(from)\" cy=\"\(y)\" r=\"3\"/>"
      out += "<path class=\"line\" marker-end=\"url(#\(look))\" d=\"M\(from) \(y)H\(end)\"/>"
      label(message, x: (from + observer) / 2, anchor: "middle", room: abs(from - observer) - 20, above: true)
    } else if from == to {
      out += "<path class=\"line\" marker-end=\"url(#\(look))\" d=\"M\(from) \(y - 6)h26q8 0 8 8v4q0 8 -8 8h-20\"/>"
      label(message, x: from + 44, anchor: "start", room: Self.lane - 56, above: false)
    } else {
      // The head's own length, so that its point touches the lane.
      let end = from < to ? to - 2 : to + 2
      out += "<circle class=\"dot\" cx=\"\(from)\" cy=\"\(y)\" r=\"3\"/>"
      out += "<path class=\"line\" marker-end=\"url(#\(look))\" d=\"M\(from) \(y)H\(end)\"/>"
      label(message, x: (from + to) / 2, anchor: "middle", room: abs(from - to) - 20, above: true)
    }
    if let observer = message.observer, observer != message.receiver, from != to {
      let end = x(observer) > to ? x(observer) - 2 : x(observer) + 2
      out += "<path class=\"taken\" marker-end=\"url(#taken)\" d=\"M\(to) \(y)H\(end)\"/>"
    }
    out += "</g>"
    y += Self.row
  }

  private mutating func label(_ message: DiagramMessage, x: Int, anchor: String, room: Int, above: Bool) {
    let letters = Int(Double(room) / Self.letter)
    let look = anchor == "middle" ? "label middle" : "label"
    text(message.shortName, x: x, y: above ? y - 7 : y + 2, look: look, limit: letters)
    guard !message.detail.isEmpty else { return }
    text(
      message.detail, x: x, y: above ? y + 15 : y + 17, look: "small" + (anchor == "middle" ? " middle" : ""),
      limit: Int(Double(letters) * 1.15))
  }

  private mutating func drawPause(_ time: Int64) { drawNote("\(timeText(time, sign: "")) later") }

  private mutating func drawNote(_ words: String) {
    let width = Self.left + max(2, diagram.lanes.count) * Self.lane
    out += "<path class=\"pause\" d=\"M\(Self.left) \(y - 12)H\(width - 16)\"/>"
    out += "<rect class=\"page\" x=\"\(width / 2 - 80)\" y=\"\(y - 24)\" width=\"160\" height=\"22\"/>"
    text(words, x: width / 2, y: y - 8, look: "small middle", limit: 40)
    y += Self.row - 10
  }

  private mutating func text(_ words: some StringProtocol, x: Int, y: Int, look: String, limit: Int) {
    out += "<text class=\"\(look)\" x=\"\(x)\" y=\"\(y)\">\(svgText(shortened(words, to: limit)))</text>"
  }

  private func title(of message: DiagramMessage) -> String {
    let place = message.position > 0 ? " (\(message.position))" : ""
    return shortened(message.name, to: 200) + place
      + (message.detail.isEmpty ? "" : "\n" + shortened(message.detail, to: 2000))
  }

  private static let arrowHeads: String = {
    let heads = ["event", "request", "answer", "failure", "taken"].map { look in
      "<marker id=\"\(look)\" class=\"\(look)\" viewBox=\"0 0 9 9\" refX=\"8\" refY=\"4.5\" markerWidth=\"9\" markerHeight=\"9\" "
        + "markerUnits=\"userSpaceOnUse\" orient=\"auto\"><path class=\"tip\" d=\"M0 0L9 4.5L0 9z\"/></marker>"
    }
    return "<defs>" + heads.joined() + "</defs>"
  }()

  private static let style = """
    .page{fill:#fff}.life{stroke:#cbd3de;stroke-dasharray:3 5;fill:none}.head{fill:#f4f6fa;stroke:#c4cddb}\
    .head.own{fill:#eef4ff;stroke:#9dbcf5}.head.app{fill:#eefaf4;stroke:#93d3b4}.head.server{fill:#fff7ea;stroke:#ecc88b}\
    text{fill:#1d2733}.name{font-weight:600;text-anchor:middle}.middle{text-anchor:middle}\
    .small{font-size:11px;fill:#5d6b7c}.time{text-anchor:end;font-variant-numeric:tabular-nums}.label{font-weight:500}\
    g text{paint-order:stroke;stroke:#fff;stroke-width:3px}\
    .line{fill:none;stroke:#5b6b80;stroke-width:1.6}.tip,.dot{fill:#5b6b80}\
    .request .line{stroke:#2466d1}.request .tip,.request .dot{fill:#2466d1}\
    .answer .line{stroke:#158053;stroke-dasharray:6 4}.answer .tip,.answer .dot{fill:#158053}\
    .failure .line{stroke:#c62f3b;stroke-dasharray:6 4}.failure .tip,.failure .dot{fill:#c62f3b}.failure .label{fill:#b3202d}\
    .taken{fill:none;stroke:#a9b4c3;stroke-width:1.3}.taken .tip{fill:#a9b4c3}\
    .pause{stroke:#dfe4ec;stroke-dasharray:2 6;fill:none}\
    @media(prefers-color-scheme:dark){.page{fill:#141a22}.life{stroke:#3a4656}.head{fill:#1e2631;stroke:#435063}\
    .head.own{fill:#18263f;stroke:#3a62a8}.head.app{fill:#152d24;stroke:#2f7a57}.head.server{fill:#30271a;stroke:#80632f}\
    text{fill:#e8edf4}g text{stroke:#141a22}.small{fill:#9eabbb}.line{stroke:#93a2b6}.tip,.dot{fill:#93a2b6}\
    .request .line{stroke:#6fa3f5}.request .tip,.request .dot{fill:#6fa3f5}\
    .answer .line{stroke:#4fbf8c}.answer .tip,.answer .dot{fill:#4fbf8c}\
    .failure .line{stroke:#f07680}.failure .tip,.failure .dot{fill:#f07680}.failure .label{fill:#f58d95}\
    .taken{stroke:#58667a}.taken .tip{fill:#58667a}.pause{stroke:#2c3644}}
    """
}

/// A stretch of time as a person says it: `+340 ms`, `+1.25 s`, `−3 min 20 s`.
///
/// - Parameter sign: What stands before one that isn't negative.
private func timeText(_ nanoseconds: Int64, sign: String = "+") -> String {
  let milliseconds = nanoseconds.magnitude / 1_000_000
  let sign = nanoseconds < 0 && milliseconds > 0 ? "−" : sign
  if milliseconds < 1000 { return "\(sign)\(milliseconds) ms" }
  let seconds = milliseconds / 1000
  if seconds < 60 {
    let hundredths = milliseconds % 1000 / 10
    return "\(sign)\(seconds).\(hundredths < 10 ? "0" : "")\(hundredths) s"
  }
  if seconds < 3600 { return "\(sign)\(seconds / 60) min \(seconds % 60) s" }
  return "\(sign)\(seconds / 3600) h \(seconds % 3600 / 60) min"
}

/// The text as content of an element or an attribute, without what isn't allowed in XML or turns text around.
func svgText(_ text: String) -> String {
  var result = ""
  for scalar in text.unicodeScalars {
    switch scalar {
    case "&": result += "&amp;"
    case "<": result += "&lt;"
    case ">": result += "&gt;"
    case "\"": result += "&quot;"
    case "'": result += "&#39;"
    case "\n": result += "\n"
    case _ where isControl(scalar): result += "\u{FFFD}"
    default: result.unicodeScalars.append(scalar)
    }
  }
  return result
}

extension DiagramLane {
  fileprivate var look: String {
    switch self {
    case .browser, .unknown: "plain"
    case .session: "own"
    case .app: "app"
    case .sessionServer, .appServer: "server"
    }
  }
}

extension DiagramMessage.Kind {
  fileprivate var look: String {
    switch self {
    case .event: "event"
    case .request: "request"
    case .answer: "answer"
    case .failure: "failure"
    }
  }
}
