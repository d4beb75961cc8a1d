internal import ArgumentParser
internal import EventLog
internal import EventStream

/// `ghostlight log show`
struct ShowCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Shows recorded events, one a line.",
    discussion: """
      ghostlight log show events.sqlite --session 7Qw2 --case TodoEvent
      ghostlight log show events.sqlite --chain 3.127 --format json
      """)

  @OptionGroup var argument: LogArgument
  @OptionGroup var filter: EventFilter
  @Option(help: "How: text or json.") var format = EventFormat.text
  @Option(help: "Only what stands behind this place.") var after: UInt64 = 0
  @Option(help: "At most so many events.") var limit: Int = .max

  func run() async throws {
    try await running {
      let log = try argument.open()
      var chain = CauseChain()
      if let id = filter.chain.flatMap(EventID.init) { chain = CauseChain(of: id, in: try await all(of: log)) }
      var place = after
      var left = limit
      while left > 0 {
        let records = try await log.records(of: filter.source, after: place, limit: 1_000)
        guard let last = records.last else { return }
        for record in filter.filtered(records, &chain).prefix(left) {
          Terminal.say(try format.line(record))
          left -= 1
        }
        place = last.position
      }
    }
  }

  private func all(of log: any EventLog) async throws -> [LogRecord] {
    var records: [LogRecord] = []
    while true {
      let more = try await log.records(of: nil, after: records.last?.position ?? 0, limit: 10_000)
      if more.isEmpty { return records }
      records += more
    }
  }
}

/// `ghostlight log sessions`
struct SessionsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sessions", abstract: "Lists the recorded sessions, the youngest first.")

  @OptionGroup var argument: LogArgument
  @Option(help: "At most so many.") var limit = 100

  func run() async throws {
    try await running {
      for session in try await argument.open().sessions(limit: limit) {
        var line = "\(session.id) \(session.began.text) – \(session.lastEvent.text), \(session.count) events"
        if let user = session.user { line += ", \(user)" }
        if session.isEnded { line += ", ended" }
        if session.isIncomplete { line += ", incomplete" }
        Terminal.say(line)
      }
    }
  }
}

/// `ghostlight log tail`
struct TailCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tail", abstract: "Shows the last events, and then those that come, until it is interrupted.")

  @OptionGroup var argument: LogArgument
  @OptionGroup var filter: EventFilter
  @Option(help: "How: text or json.") var format = EventFormat.text
  @Option(name: [.short, .customLong("lines")], help: "So many of the last events first.") var lines = 10
  @Flag(inversion: .prefixedNo, help: "Whether to wait for more.") var follow = true

  func run() async throws {
    try await running {
      let log = try argument.open()
      var chain = CauseChain()
      var place: UInt64 = 0
      var last: [LogRecord] = []
      while let end = try await take(from: log, &place, &chain, { last = (last + $0).suffix(lines) }) { place = end }
      for record in last { Terminal.say(try format.line(record)) }
      while follow {
        try await Task.sleep(for: .milliseconds(200))
        let end = try await take(from: log, &place, &chain) { records in
          for record in records { Terminal.say(try format.line(record)) }
        }
        if let end { place = end }
      }
    }
  }

  /// Takes the next events. Returns the place of the last, if there were any.
  private func take(
    from log: any EventLog, _ place: inout UInt64, _ chain: inout CauseChain, _ body: ([LogRecord]) throws -> Void
  ) async throws -> UInt64? {
    let records = try await log.records(of: filter.source, after: place, limit: 1_000)
    if let id = filter.chain.flatMap(EventID.init) { chain = CauseChain(of: id, in: records) }
    try body(filter.filtered(records, &chain))
    return records.last?.position
  }
}
