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
  /// One that an act led to may have another id in the log: the program that made it may have asked for something more or less before in
  /// that act (`RecordedRequests`). So where its own isn't there, it is the first of its case in the act that is none of the others.
  ///
  /// - Parameters:
  ///   - answered: The ids that the recording has for what it has answered: none of the requests is among those with another id.
  ///   - end: A place behind which everything is younger than they are.
  /// - Throws: What the log throws.
  static func among(
    _ requests: [(name: String, id: EventID, time: Timestamp)], besides answered: Set<EventID>, before end: UInt64,
    in log: any EventLog, _ decoder: EventDecoder
  ) async throws -> Set<EventID> {
    let names = Dictionary(requests.map { ($0.id, $0.name) }) { first, _ in first }
    let acts = Set(requests.compactMap { $0.id.act })
    // Those of an act have the same time, and their numbers are in order.
    let inOrder = requests.sorted { ($0.time, $0.id.rawValue) < ($1.time, $1.id.rawValue) }
    var made: Set<EventID> = []
    // What was made in the same acts, and has the id of none of them.
    var others: [(name: String, id: EventID)] = []
    var seen = 0
    var place: UInt64 = 0
    for request in inOrder where !made.contains(request.id) {
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
        for record in records.found where names[record.id] != nil || record.id.act.map({ acts.contains($0) }) == true {
          // By the names of this program, which the log may have called otherwise.
          guard let name = decoder.name(of: record) else { continue }
          if names[record.id] == name {
            made.insert(record.id)
          } else if !answered.contains(record.id) {
            others.append((name, record.id))
          }
        }
        if let time = records.found.last?.time, time > last { break }
      }
    }
    for request in inOrder where !made.contains(request.id) {
      guard let act = request.id.act,
        let other = others.first(where: { $0.name == request.name && $0.id.act == act })
      else { continue }
      made.insert(request.id)
      // One that was made again is there twice.
      others.removeAll { $0.id == other.id }
    }
    return made
  }
}
