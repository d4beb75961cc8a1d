internal import EventLog

extension EventLog {
  /// The records at some places, in order, but for those that can't be read.
  ///
  /// Neighbours are read together: what is wanted at once mostly stands together in the log too.
  func records(at places: some Sequence<UInt64>) async -> [LogRecord] {
    var wanted = Set(places)
    var found: [LogRecord] = []
    for place in wanted.sorted() where place > 0 && wanted.contains(place) {
      let limit = wanted.contains(place &+ 1) ? 64 : 1
      let records = (try? await records(of: nil, after: place - 1, limit: limit)) ?? []
      for record in records where wanted.remove(record.position) != nil { found.append(record) }
    }
    return found
  }
}
