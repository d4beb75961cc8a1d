internal import EventLog
internal import EventStream

/// Which requests the program has made that recorded a session, as the log has the app's stream.
enum MadeRequests {
  /// What was asked for because of an act is with the app so soon, unless the disk is very slow.
  private static let delay = Duration.seconds(60)
  /// Looks at so many records at most. What isn't found by then counts as never made.
  private static let limit = 50_000

  /// Those among some requests that were made.
  ///
  /// - Parameter end: A place behind which everything is younger than they are.
  /// - Throws: What the log throws.
  static func among(
    _ requests: [(name: String, id: EventID, time: Timestamp)], before end: UInt64, in log: any EventLog,
    _ decoder: EventDecoder
  ) async throws -> Set<EventID> {
    let names = Dictionary(requests.map { ($0.id, $0.name) }) { first, _ in first }
    var made: Set<EventID> = []
    var seen = 0
    var place: UInt64 = 0
    for request in requests.sorted(by: { $0.time < $1.time }) where !made.contains(request.id) {
      // Times are those of a coarse clock.
      let begin = try await AppHistory.place(
        before: request.time.advanced(by: .seconds(-2)), searchingFrom: end, in: log)
      place = max(place, begin)
      let last = request.time.advanced(by: delay)
      while seen < limit, !made.contains(request.id) {
        let records = try await log.undamaged(of: .app, after: place, limit: 1_000)
        if records.place == place { break }
        place = records.place
        seen += records.found.count
        for record in records.found {
          // By the names of this program, which the log may have called otherwise.
          if let name = names[record.id], name == decoder.name(of: record) { made.insert(record.id) }
        }
        if let time = records.found.last?.time, time > last { break }
      }
    }
    return made
  }
}
