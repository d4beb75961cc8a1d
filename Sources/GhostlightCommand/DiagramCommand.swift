internal import ArgumentParser
internal import EventLog
internal import EventLogSQLite
internal import EventStream
internal import Foundation
internal import Glibc
internal import SequenceDiagrams

/// How a diagram is written.
enum DiagramFormat: String, ExpressibleByArgument, CaseIterable {
  /// A picture.
  case svg
  /// Text that many wikis and code hosts draw.
  case mermaid

  /// What files of either kind are known by.
  static let kinds = [
    OutputKind(
      beginning: "<svg xmlns=\"http://www.w3.org/2000/svg\" ", mark: " role=\"img\" aria-label=\"Sequence diagram of "),
    OutputKind(beginning: "sequenceDiagram\n  %% ghostlight\n"),
  ]
}

/// `ghostlight diagram`
struct DiagramCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "diagram", abstract: "Draws who sent what to whom, in what order.",
    discussion: """
      ghostlight diagram events.sqlite --chain 3.127 --output click.svg
      ghostlight diagram events.sqlite --session 7Qw2 --after 4711 --limit 60 --format mermaid

      A session is drawn with the app's own events that its events came of, answered or led to. A file that is there is replaced if it is \
      a diagram, and left as it is otherwise.
      """)

  @OptionGroup var argument: LogArgument
  @OptionGroup var filter: EventFilter
  @Option(help: "What is written: svg or mermaid.") var format = DiagramFormat.svg
  @Option(
    parsing: .unconditional, help: "Only events behind this place in the log, which “log show” prints in front of each."
  )
  var after: UInt64 = 0
  @Option(parsing: .unconditional, help: "How many events at most, from 1 to 2000.") var limit = 200
  @Option(name: .shortAndLong, help: "The file to write; without it, it is printed.", completion: .file())
  var output: String?

  func validate() throws {
    guard (1...2000).contains(limit) else { throw ValidationError("--limit takes a number from 1 to 2000.") }
    try argument.refuse(output: output)
  }

  func run() async throws {
    try await running {
      let file = output.map { OutputFile(path: $0, replacing: DiagramFormat.kinds) }
      try file?.check()
      let found = try await find(in: argument.open())
      if found.isEmpty { throw argument.noEvent(hasDamage: found.hasDamage) }
      let diagram = SequenceDiagram(of: found.records, limit: limit, followedBy: found.more) {
        (try? $0.payload.value().json) ?? ""
      }
      let text =
        switch format {
        case .svg: diagram.svg
        case .mermaid: diagram.mermaid
        }
      if let file {
        try file.write(Data(text.utf8))
      } else {
        try Data(text.utf8).write(to: STDOUT_FILENO)
      }
      if found.hasDamage { throw ExitCode(CommandFailure.damaged) }
    }
  }

  /// What is to be drawn, and as much again: a diagram tells by the answers who takes a request. What comes then is counted.
  private func find(in opened: OpenedLog) async throws -> Findings {
    var sieve = try await EventSieve(filter, opened)
    var concern = StreamConcern(sieve.source)
    try await concern.learn(from: opened, after: after, through: sieve)
    var reader = RecordReader(opened, of: nil, after: sieve.followsChain ? 0 : after)
    var found = Findings()
    while let records = try await reader.next() {
      // A chain is followed through all streams before any is left out.
      for record in records where sieve.lets(record, ofAnyStream: true) {
        if record.position > after, concern.contains(record) { found.add(record, atMost: 2 * limit) }
      }
    }
    found.hasDamage = reader.hasDamage
    return found
  }

  /// What a diagram is made of.
  private struct Findings {
    private(set) var records: [LogRecord] = []
    /// How many would be drawn that aren't kept: a log may be long.
    private(set) var more = 0
    private(set) var isEmpty = true
    var hasDamage = false

    mutating func add(_ record: LogRecord, atMost limit: Int) {
      isEmpty = false
      guard SequenceDiagram.draws(record) else { return }
      if records.count < limit { records.append(record) } else { more += 1 }
    }
  }
}
