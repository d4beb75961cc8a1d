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
  @OptionGroup var line: EventLine
  @Option(
    parsing: .unconditional, help: "Only events behind this place in the log, which “log show” prints in front of each."
  )
  var after: UInt64 = 0
  @Option(parsing: .unconditional, help: "How many events at most; all unless given.") var limit: Int?

  func validate() throws {
    guard limit ?? 0 >= 0 else { throw ValidationError("--limit takes a number from 0.") }
  }

  func run() async throws {
    try await running {
      let opened = try await argument.open()
      var sieve = try await EventSieve(filter, opened)
      var reader = RecordReader(opened, of: sieve.reading, after: sieve.followsChain ? 0 : after)
      var left = limit ?? .max
      while left > 0, let records = try await reader.next() {
        for record in records where sieve.lets(record) && record.position > after && left > 0 {
          try reader.say(record, as: line)
          left -= 1
        }
      }
      // Behind a place nothing may have come yet; a name that no event has is a mistake.
      if left == limit ?? .max, left > 0, after == 0, !filter.cases.isEmpty {
        throw argument.noEvent(hasDamage: reader.hasDamage)
      }
      try reader.end()
    }
  }
}
