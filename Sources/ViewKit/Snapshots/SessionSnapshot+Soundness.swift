internal import EventStream

extension SessionSnapshot {
  /// Numbers up to here can be counted on from for as long as there are machines.
  private static let greatest = 1 << 53
  /// Views have 48 bits for theirs.
  private static let greatestView = 1 << 47

  /// Whether it says what a session can have come to: it may have been read from anywhere, and is counted on from.
  package var isSound: Bool {
    let ids = views.map(\.id).filter { $0 != 0 }
    return point.isSound && (0..<Self.greatestView).contains(lastView) && (0..<Self.greatest).contains(lastTimer)
      && ids.allSatisfy { (1...max(lastView, 1)).contains($0) } && Set(ids).count == ids.count
      && timers.allSatisfy { (0...lastTimer).contains($0.number) && $0.due.isOrdinary }
      && Set(timers.map(\.number)).count == timers.count
      && views.allSatisfy { $0.own?.rows?.isSound(upTo: Self.greatest) ?? true }
  }
}

extension KeptByView.Rows {
  func isSound(upTo greatest: Int) -> Bool {
    (0..<greatest).contains(lastKey) && keys.allSatisfy { (0...lastKey).contains($0) } && Set(keys).count == keys.count
      && (window.map {
        (0..<greatest).contains($0.jumps) && (0..<greatest).contains($0.jump) && $0.rows.lowerBound >= 0
          && $0.rows.upperBound < greatest
      } ?? true)
  }

  /// Whether what rows show by their users' doing is on parts that they have.
  func fits(_ table: AnyTable) -> Bool {
    shown.values.joined().allSatisfy { table.parts.indices.contains($0.part) }
  }
}

extension Timestamp {
  /// Whether it is between 1970 and 2200: reckoning with it comes to no end of numbers.
  fileprivate var isOrdinary: Bool { (0..<7_258_118_400_000_000_000).contains(nanoseconds) }
}
