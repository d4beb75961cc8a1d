internal import CoreMetrics
internal import Synchronization

/// A sum that only grows.
final class CounterSeries: Series, CounterHandler, FloatingPointCounterHandler {
  private let value = Mutex((whole: Int64(0), part: 0.0))
  static let kind = "counter"

  func increment(by amount: Int64) {
    value.withLock { value in
      let (sum, overflow) = value.whole.addingReportingOverflow(max(amount, 0))
      value.whole = overflow ? .max : sum
    }
  }
  func increment(by amount: Double) { value.withLock { $0.part += max(amount, 0) } }
  func reset() { value.withLock { $0 = (0, 0) } }

  func write(_ identity: SeriesIdentity, to text: inout String) {
    let (whole, part) = value.withLock { $0 }
    text += identity.line("", "", part == 0 ? "\(whole)" : numberText(Double(whole) + part))
  }
}

/// A value that goes up and down.
final class GaugeSeries: Series, MeterHandler, RecorderHandler {
  private let value = Mutex(0.0)
  static let kind = "gauge"

  func set(_ value: Int64) { set(Double(value)) }
  func set(_ value: Double) { self.value.withLock { $0 = value } }
  func increment(by amount: Double) { value.withLock { $0 += amount } }
  func decrement(by amount: Double) { value.withLock { $0 -= amount } }
  func record(_ value: Int64) { set(Double(value)) }
  func record(_ value: Double) { set(value) }

  func write(_ identity: SeriesIdentity, to text: inout String) {
    text += identity.line("", "", numberText(value.withLock { $0 }))
  }
}
