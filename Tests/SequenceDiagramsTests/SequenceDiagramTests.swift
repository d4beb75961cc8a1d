import EventLog
import EventStream
import Foundation
import FoundationXML
import SequenceDiagrams
import Testing

@Suite struct SequenceDiagramTests {
  private let oneClick = SequenceDiagram(of: Recording.oneClick.records)

  private func arrows(_ diagram: SequenceDiagram) -> [String] {
    diagram.messages.map { message in
      let taken = message.observer.map { " > " + diagram.lanes[$0].title } ?? ""
      return
        "\(diagram.lanes[message.sender].title) > \(diagram.lanes[message.receiver].title)\(taken): \(message.name)"
    }
  }

  @Test func `lanes are those who take part, each session with its own, then the app`() {
    #expect(
      oneClick.lanes == [
        .browser(session: "ann-7Qw2"), .session("ann-7Qw2"),
        .sessionServer(session: "ann-7Qw2", type: "TodoEvent"), .session("bo-9Zk4"), .app,
        .appServer(type: "StoreEvent"),
      ])
  }

  @Test func `senders and observers follow from causes and answers`() {
    #expect(
      arrows(oneClick) == [
        "Browser > Session > TodoEvent: TodoEvent.requestCompleteTodo",
        "TodoEvent > App > StoreEvent: StoreEvent.requestWriteTodo",
        "StoreEvent > App: StoreEvent.todo",
        "App > Session: StoreEvent.todo",
        "TodoEvent > Session: TodoEvent.row",
        "App > Session: StoreEvent.todo",
        "Session > Session: TodoEvent.row",
      ])
  }

  @Test func `kinds tell requests from answers and failures`() {
    let diagram = SequenceDiagram(of: Recording.oneClick.records) {
      $0.position == 5 ? "failure: the disk is full" : ""
    }
    #expect(diagram.messages.map(\.kind) == [.request, .request, .answer, .answer, .failure, .answer, .event])
  }

  @Test func `a request of the app's is its only asker's`() {
    var recording = Recording()
    recording.add("CounterEvent.requestAdd", on: .app)
    recording.add("CounterEvent.total", on: .app, cause: 1, answers: 1)
    recording.add("CounterEvent.total", on: .session("a"), id: 2, cause: 1, answers: 1)
    let diagram = SequenceDiagram(of: recording.records)
    #expect(arrows(diagram).first == "Session > App > CounterEvent: CounterEvent.requestAdd")
    let cut = SequenceDiagram(of: Array(recording.records.prefix(1)))
    #expect(arrows(cut) == ["Elsewhere > App: CounterEvent.requestAdd"])
  }

  @Test func `records out of order are put in order, and those beyond the limit are counted`() {
    let diagram = SequenceDiagram(of: Recording.oneClick.records.reversed(), limit: 3)
    #expect(diagram.messages.map(\.position) == [1, 2, 3])
    #expect(diagram.omitted == 4)
    #expect(diagram.mermaid.contains("and 4 more"))
    #expect(SequenceDiagram(of: Recording.oneClick.records, limit: 3, followedBy: 1_000).omitted == 1_004)
  }

  /// Of a longer text Mermaid draws nothing.
  @Test func `text for Mermaid is as long as that takes, and says what is left out`() throws {
    var recording = Recording()
    for _ in 1...400 { recording.add("CounterEvent.requestAdd", on: .app) }
    let content = String(repeating: "待办事项", count: 40)
    let mermaid = SequenceDiagram(of: recording.records, limit: 400) { _ in content }.mermaid
    #expect(mermaid.utf8.count < 50_000)
    let shown = mermaid.matches(of: /: CounterEvent/).count
    #expect(shown > 30 && mermaid.contains("and \(400 - shown) more"))
  }

  @Test func `nothing recorded is a picture that says so`() {
    let diagram = SequenceDiagram(of: [])
    #expect(diagram.svg.contains("nothing was recorded here"))
    #expect(diagram.mermaid == "sequenceDiagram\n  %% ghostlight\n")
  }

  @Test func `text for Mermaid names lanes and draws arrows`() {
    #expect(oneClick.mermaid.hasPrefix("sequenceDiagram\n  %% ghostlight\n  participant L0 as Browser · ann-7Qw2\n"))
    #expect(oneClick.mermaid.contains("\n  L0->>L1: TodoEvent.requestCompleteTodo\n  L1-)L2: taken\n"))
    #expect(oneClick.mermaid.contains("\n  L5-->>L4: StoreEvent.todo\n"))
  }

  static let hostile = [
    "</text><script>alert(1)</script>", "\"onload=\"alert(1)", "a;b#c%%d\nL0->>L0: forged",
    "]]>&amp;\u{0}\u{202E}gnirts",
    "\u{FFFE}\u{85}\u{2028}", "end",
  ]

  @Test(arguments: hostile)
  func `hostile text stays text`(text: String) throws {
    var recording = Recording()
    recording.add(text + ".x", on: .session(text))
    recording.add("E.y", on: .session(text), cause: 1, answers: 1)
    let diagram = SequenceDiagram(of: recording.records) { _ in text }
    let parser = XMLParser(data: Data(diagram.svg.utf8))
    let elements = Elements()
    parser.delegate = elements
    #expect(parser.parse(), "\(String(describing: parser.parserError))")
    #expect(
      elements.names.isSubset(of: ["svg", "style", "defs", "marker", "path", "rect", "circle", "g", "title", "text"]))
    #expect(elements.attributes.allSatisfy { !$0.hasPrefix("on") })
    #expect(diagram.svg.utf8.count < 200_000)
    let lines = diagram.mermaid.split(separator: "\n")
    #expect(lines.count == 2 + diagram.lanes.count + 3)
    #expect(lines[1] == "  %% ghostlight")
    #expect(lines.dropFirst(2).allSatisfy { line in !line.replacing(/#[0-9]+;/, with: "").contains(/[;#%<"]/) })
  }

  @Test(arguments: [(-5, "−5 ms"), (-1_250, "−1.25 s"), (-200_000, "−3 min 20 s"), (0, "+0 ms"), (5, "+5 ms")])
  func `a time before the first has its own sign`(milliseconds: Int, text: String) {
    var recording = Recording()
    recording.add("E.first", on: .app)
    recording.add("E.second", on: .app, at: Int64(milliseconds))
    #expect(SequenceDiagram(of: recording.records).svg.contains(">\(text)</text>"))
  }

  @Test func `times from any clock are drawn, a century apart at most`() {
    let records = [0, Int64.max, .min, 0].enumerated().map { index, time in
      LogRecord(
        position: UInt64(index + 1), source: .app, name: "E.tick", sequence: 1, id: EventID(rawValue: UInt64(index)),
        cause: nil, answers: nil, requests: [], time: Timestamp(nanoseconds: time), marks: [], payload: .nothing)
    }
    let diagram = SequenceDiagram(of: records)
    let century: Int64 = 100 * 365 * 86_400 * 1_000_000_000
    #expect(diagram.messages.map(\.time) == [0, century, -century, 0])
    #expect(diagram.svg.contains(" later") && diagram.mermaid.contains("tick"))
  }

  @Test func `long text is cut, however it is made`() {
    let long = String(repeating: "深", count: 10_000) + "e" + String(repeating: "\u{301}", count: 100_000)
    var recording = Recording()
    recording.add("E." + long, on: .session("s"))
    let diagram = SequenceDiagram(of: recording.records) { _ in String(long.reversed()) }
    #expect(diagram.svg.unicodeScalars.count < 20_000)
    #expect(diagram.mermaid.utf8.count < 3_000)
  }

  /// What a document is made of.
  private final class Elements: NSObject, XMLParserDelegate {
    var names: Set<String> = []
    var attributes: Set<String> = []

    func parser(
      _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
      attributes given: [String: String]
    ) {
      names.insert(name)
      attributes.formUnion(given.keys)
    }
  }
}
