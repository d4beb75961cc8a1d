internal import CoreMetrics
internal import Synchronization

/// How often values lay under each of several bounds.
final class HistogramSeries: Series, RecorderHandler, TimerHandler {
  /// From what an event's observers take to what a user waits for at most. They lie closest where answers to users do, between a tenth of
  /// a millisecond and ten, so that what is read between two of them is right to a few hundredths.
  static let seconds = [
    0.000_001, 0.000_01, 0.000_1, 0.000_15, 0.000_2, 0.000_3, 0.000_4, 0.000_5, 0.000_7, 0.001, 0.001_5, 0.002, 0.002_5,
    0.003, 0.004,
    0.005, 0.007, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 5, 30,
  ]
  /// Tenfold each, for whatever is counted.
  static let sizes = [1.0, 10, 100, 1000, 10_000, 100_000, 1_000_000]

  private struct State {
    /// How many values lie under each bound and over the one before, and last those over all.
    var counts: [UInt64]
    var sum = 0.0
  }

  static let kind = "histogram"
  /// What it writes itself beside the dimensions that it was given.
  static let dimensions: Set<String> = ["le"]
  private let bounds: [Double]
  private let unit: Double
  private let state: Mutex<State>

  /// - Parameters:
  ///   - bounds: In order.
  ///   - unit: What a recorded value is multiplied with.
  init(bounds: [Double], unit: Double) {
    self.bounds = bounds
    self.unit = unit
    state = Mutex(State(counts: Array(repeating: 0, count: bounds.count + 1)))
  }

  func record(_ value: Int64) { add(Double(value) * unit) }
  func record(_ value: Double) { add(value * unit) }
  func recordNanoseconds(_ duration: Int64) { add(Double(duration) * unit) }

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
