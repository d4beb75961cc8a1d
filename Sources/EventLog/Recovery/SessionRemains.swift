/// What is left of a session in a damaged log: of its events those that follow each other from where it can begin. It is given all that
/// there are, in order.
struct SessionRemains {
  /// The places of its sound snapshots.
  private let snapshots: Set<UInt64>
  private var numbering = SessionNumbering()
  private var isFirst = true
  /// The last event that was read.
  private var last: UInt64 = 0
  /// The place that it begins with; `nil` if it can't begin.
  private var begin: UInt64?
  /// Behind this place something is missing.
  private(set) var end = UInt64.max

  init(snapshots: Set<UInt64>) { self.snapshots = snapshots }

  /// The places of the events that are carried over; `nil` if none are.
  var range: ClosedRange<UInt64>? {
    guard let begin, begin <= end else { return nil }
    return begin...end
  }

  /// Whether something of it is missing behind what is carried over.
  var isCut: Bool { end < .max }

  /// Takes in the next event.
  mutating func read(_ record: LogRecord, isReadable: Bool) {
    defer { isFirst = false }
    if isCut { return }
    guard isReadable else {
      if begin != nil { end = last }
      return
    }
    if begin == nil { begin = beginning(at: record) }
    if begin == nil { return }
    if let gap = numbering.gap(before: record) {
      end = gap.position
    } else {
      last = record.position
    }
  }

  /// Where the session begins, if it can with an event: with its first, or with the last that is in a snapshot, which is there still
  /// where all before it was forgotten, or right behind that.
  private func beginning(at record: LogRecord) -> UInt64? {
    if isFirst && record.sequence == 1 || snapshots.contains(record.position) { return record.position }
    return snapshots.contains(record.position - 1) ? record.position - 1 : nil
  }

  /// Takes in that events behind a place are lost.
  mutating func lose(behind place: UInt64) {
    if let begin, begin <= place { end = min(end, place) }
  }

  /// There are no more events.
  mutating func finish() {
    if let gap = numbering.gapAtEnd, begin != nil { end = min(end, gap.position) }
  }
}
