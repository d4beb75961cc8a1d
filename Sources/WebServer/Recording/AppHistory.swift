internal import EventLog
internal import EventStream

/// What has passed on the app's stream lately, as a log has it.
///
/// After a crash all sessions return at once, and all want to know it: the end of it is read once for all of them, and forgotten
/// some seconds after the last has it.
actor AppHistory {
  /// So many events are kept at most, and so many bytes of what they carry; who needs more reads them by itself.
  private static let limit = 100_000, mostBytes = 32 << 20
  /// So many are read at once: each may carry a list of a thousand rows.
  private static let readAtOnce = 256

  /// Events that follow each other, up to the youngest.
  private var end: [LogRecord] = []
  private var bytes = 0
  /// For whom some of them are, by their places.
  private var reaches: [UInt64: NewsReach?] = [:]
  /// The place behind which they begin, and that of the last that was looked at; `nil` while nothing is kept.
  private var range: (start: UInt64, end: UInt64)?
  /// No event before these is as young as that, as far as times are in order.
  private var since = Timestamp(nanoseconds: .max)
  /// Between this place and what is kept there is too much to keep that too.
  private var refused: UInt64?
  private var reading: Task<Void, Never>?
  /// How many read it, or wait for their turn to: as long as somebody does it isn't forgotten.
  private var readers = 0
  private var forgetting: Task<Void, Never>?
  private let pause: Duration

  /// - Parameter pause: How long it is kept for the next ones.
  init(keptFor pause: Duration = .seconds(5)) { self.pause = pause }

  /// The events that somebody wants, in order, of those behind a place and those that stand before it and are no older than a moment, as far
  /// as times are in order. Damaged blocks are passed over: nobody can have what was in them.
  ///
  /// - Parameters:
  ///   - limit: Ends when there are more than so many.
  ///   - mostBytes: Ends when they carry more.
  ///   - reach: For whom an event is; `nil` if it doesn't say. Asked once for all readers.
  ///   - isWanted: Whether an event is wanted, of which it can ask for whom it is.
  func events(
    since time: Timestamp, orBehind position: UInt64, from log: any EventLog, limit: Int,
    bytes mostBytes: Int = .max, reach: @escaping @Sendable (LogRecord) -> NewsReach? = { _ in nil },
    where isWanted: @Sendable (LogRecord, _ reach: () -> NewsReach?) -> Bool
  ) async throws -> [LogRecord] {
    enter()
    defer { leave() }
    let before = reading
    let turn = Task {
      await before?.value
      return try await self.goOn(since: time, orBehind: position, in: log)
    }
    reading = Task { _ = await turn.result }
    let place = try await turn.value
    let (kept, start) = (end, range?.start ?? .max)
    var found: [LogRecord] = []
    var (next, size) = (place, 0)
    func take(_ records: some Sequence<LogRecord>) {
      for record in records where isWanted(record, { known(reach, record) }) {
        found.append(record)
        size += record.payload.size
        if found.count > limit || size > mostBytes { break }
      }
    }
    while next < start, found.count <= limit, size <= mostBytes {
      let records = try await log.undamaged(of: .app, after: next, limit: Self.readAtOnce)
      take(records.found.lazy.filter { $0.position <= start })
      if records.place == next { break }
      next = records.place
    }
    let first = kept.partitioningIndex { $0.position > place }
    if found.count <= limit, size <= mostBytes { take(kept[first...]) }
    return found
  }

  private func known(_ reach: (LogRecord) -> NewsReach?, _ record: LogRecord) -> NewsReach? {
    if let known = reaches[record.position] { return known }
    if reaches.count > Self.limit { reaches = [:] }
    let found = reach(record)
    reaches[record.position] = .some(found)
    return found
  }

  /// Reads on to the end, if that is kept, or begins to keep it.
  ///
  /// - Returns: The place behind which all of it stands.
  private func goOn(since time: Timestamp, orBehind position: UInt64, in log: any EventLog) async throws -> UInt64 {
    let place: UInt64
    if let kept = keptPlace(since: time, orBehind: position) {
      place = kept
    } else {
      place = try await Self.place(before: time, searchingFrom: position, in: log)
      try await reachBack(to: place, since: time, in: log)
    }
    while let range {
      let records = try await log.undamaged(of: .app, after: range.end, limit: Self.readAtOnce)
      if records.place == range.end { break }
      end += records.found
      bytes += records.found.payloadBytes
      self.range?.end = records.place
      while end.count > Self.limit || bytes > Self.mostBytes && end.count > 1 { shorten() }
    }
    return place
  }

  /// The place behind which all of it stands, if it is kept.
  private func keptPlace(since time: Timestamp, orBehind position: UInt64) -> UInt64? {
    guard let range, range.start <= position, since <= time else { return nil }
    // Not among those behind the place: a clock that was set back would have older times there.
    let before = end[..<end.partitioningIndex { $0.position > position }]
    let first = before.partitioningIndex { $0.time >= time }
    return first < before.endIndex ? before[first].position - 1 : min(position, range.end)
  }

  /// Keeps what stands behind a place too, if that isn't much.
  ///
  /// - Parameter time: No event before that place is as young, as far as times are in order.
  private func reachBack(to place: UInt64, since time: Timestamp, in log: any EventLog) async throws {
    guard let range else {
      (self.range, since) = ((place, place), time)
      return
    }
    if let refused, place <= refused { return }
    var (earlier, next) = ([LogRecord](), place)
    var more = 0
    while next < range.start {
      let records = try await log.undamaged(of: .app, after: next, limit: Self.readAtOnce)
      let found = records.found.filter { $0.position <= range.start }
      earlier += found
      more += found.payloadBytes
      guard earlier.count + end.count <= Self.limit, bytes + more <= Self.mostBytes else {
        refused = place
        return
      }
      if records.place == next { break }
      next = records.place
    }
    end = earlier + end
    bytes += more
    self.range = (min(place, range.start), range.end)
    since = min(since, time)
  }

  /// Lets the older half go.
  private func shorten() {
    let half = end.count / 2
    bytes -= end[..<half].payloadBytes
    end.removeFirst(half)
    range?.start = end[0].position - 1
    // The one before it may be as old.
    since = end[0].time.advanced(by: .nanoseconds(1))
  }

  private func enter() {
    readers += 1
    forgetting?.cancel()
  }

  private func leave() {
    readers -= 1
    guard readers == 0 else { return }
    forgetting = Task { [weak self, pause] in
      guard (try? await Task.sleep(for: pause)) != nil else { return }
      await self?.forget()
    }
  }

  private func forget() {
    // Somebody may have come while this was on its way.
    guard readers == 0 else { return }
    (end, bytes, reaches, range, since, refused) = ([], 0, [:], nil, Timestamp(nanoseconds: .max), nil)
  }

  /// A place behind which the app's events are that are no older than a moment.
  ///
  /// They are in the order of their times, so this goes back in strides that grow, and then halves what remains.
  ///
  /// - Parameter end: All events behind it are younger, or wanted all the same.
  static func place(
    before time: Timestamp, searchingFrom end: UInt64, in log: any EventLog
  ) async throws -> UInt64 {
    func next(behind place: UInt64) async throws -> LogRecord? {
      try await log.undamaged(of: .app, after: place, limit: 1).found.first
    }
    var (low, high, stride) = (end, end, UInt64(64))
    while low > 0 {
      low = low > stride ? low - stride : 0
      stride *= 4
      // Where none follows, what is wanted may stand before it: what a thousand sessions have recorded of one event stands behind that.
      if let found = try await next(behind: low), found.time < time { break }
      high = low
    }
    while low < high {
      let middle = low + (high - low) / 2
      if let found = try await next(behind: middle), found.time < time {
        low = max(found.position, middle + 1)
      } else {
        high = middle
      }
    }
    return low > 0 ? low - 1 : 0
  }
}

extension Collection<LogRecord> {
  /// How many bytes they carry.
  var payloadBytes: Int { reduce(0) { $0 + $1.payload.size } }
}
