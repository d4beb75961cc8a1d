internal import CoreMetrics
internal import Synchronization

/// How often values lay under each of several bounds. Two of different scales are different kinds of metrics.
final class HistogramSeries<Scale: HistogramScale>: Series, RecorderHandler, TimerHandler {
  private struct State: Sendable {
    /// How many values lie under each bound and over the one before, and last those over all.
    var counts: [UInt64]
    var sum = 0.0
  }

  static var kind: String { "histogram" }
  static var dimensions: Set<String> { ["le"] }
  static var endings: [String] { ["_bucket", "_sum", "_count"] }
  private let bounds = Scale.bounds
  private let divisor = Scale.divisor
  private let state = Mutex(State(counts: Array(repeating: 0, count: Scale.bounds.count + 1)))

  func record(_ value: Int64) { record(Double(value)) }
  func record(_ value: Double) { add(value / divisor) }
  func recordNanoseconds(_ duration: Int64) { record(Double(duration)) }

  private func add(_ value: Double) {
    let place = bounds.firstIndex { value <= $0 } ?? bounds.count
    state.withLock { state in
      state.counts[place] += 1
      state.sum += value
    }
  }

  func write(_ identity: SeriesIdentity, to text: inout String) {
    let state = state.withLock { $0 }
    var count: UInt64 = 0
    for (bound, more) in zip(bounds + [.infinity], state.counts) {
      count += more
      text += identity.line("_bucket", "le=\"\(numberText(bound))\"", "\(count)")
    }
    text += identity.line("_sum", "", numberText(state.sum))
    text += identity.line("_count", "", "\(count)")
  }
}
