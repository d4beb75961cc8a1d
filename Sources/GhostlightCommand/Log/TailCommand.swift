internal import ArgumentParser
internal import EventLog

/// `ghostlight log tail`
struct TailCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tail", abstract: "Shows the last events, and then those that come, until it is interrupted.",
    discussion: """
      ghostlight log tail events.sqlite --case TodoEvent
      ghostlight log tail events.sqlite --chain 3.127 --lines 100
      """)

  @OptionGroup var argument: LogArgument
  @OptionGroup var filter: EventFilter
  @OptionGroup var line: EventLine
  @Option(
    name: [.short, .customLong("lines")], parsing: .unconditional, help: "How many of the last events to begin with.")
  var lines = 10
  @Flag(inversion: .prefixedNo, help: "Go on with the events that come, or end after the last.") var follow = true

  /// Soon enough for whoever looks on, and next to nothing for the disk.
  private static let pause = Duration.milliseconds(200)

  func validate() throws {
    guard lines >= 0 else { throw ValidationError("--lines takes a number from 0.") }
  }

  func run() async throws {
    try await running {
      let opened = try await argument.open()
      var sieve = try await EventSieve(filter, opened)
      let place = sieve.letsAll ? try await opened.log.beginning(ofLast: lines) : 0
      var reader = RecordReader(opened, of: sieve.reading, after: place)
      var last: [LogRecord] = []
      while let records = try await reader.next() { last = (last + records.filter { sieve.lets($0) }).suffix(lines) }
      for record in last { try reader.say(record, as: line) }
      while follow {
        try await Task.sleep(for: Self.pause)
        while let records = try await reader.next() {
          for record in records where sieve.lets(record) { try reader.say(record, as: line) }
        }
      }
      try reader.end()
    }
  }
}

extension EventLog {
  /// A place behind which there are the last events, so many, or fewer where some are damaged; found by halving, for a log may be long.
  fileprivate func beginning(ofLast count: Int) async throws -> UInt64 {
    func isEnd(_ place: UInt64) async throws -> Bool {
      do {
        return try await records(of: nil, after: place, limit: 1).isEmpty
      } catch EventLogError.damaged(_, let end, _) where end > place {
        // It has been something.
        return false
      }
    }
    var (low, high) = (UInt64(0), UInt64(1))
    while try await !isEnd(high) { (low, high) = (high, 2 * high) }
    while low < high {
      let middle = low + (high - low) / 2
      if try await isEnd(middle) { high = middle } else { low = middle + 1 }
    }
    // Of what was forgotten the places are left: farther and farther back, until there are enough.
    var (place, stride) = (low, UInt64(count))
    while place > 0 {
      place = low - min(low, stride)
      // All of it, however many are wanted.
      if place == 0 { break }
      guard let found = try? await records(of: nil, after: place, limit: .max) else { break }
      if found.count >= count { return found.count > count ? found[found.count - count - 1].position : place }
      stride *= 4
    }
    return place
  }
}
