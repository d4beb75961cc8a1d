/// What the values of a histogram are.
protocol HistogramScale {
  /// What they are counted under, in order.
  static var bounds: [Double] { get }
  /// What a recorded value is divided by. Not what it is multiplied with: a thousand nanoseconds times 1e-9 are more than a microsecond.
  static var divisor: Double { get }
}

/// Durations, recorded in nanoseconds and written in seconds.
enum SecondsScale: HistogramScale {
  /// From what an event's observers take to what a user waits for at most. They lie closest where answers to users do, between a tenth of
  /// a millisecond and ten, so that what is read between two of them is right to a few hundredths.
  static let bounds = [
    0.000_001, 0.000_01, 0.000_1, 0.000_15, 0.000_2, 0.000_3, 0.000_4, 0.000_5, 0.000_7, 0.001, 0.001_5, 0.002, 0.002_5,
    0.003, 0.004,
    0.005, 0.007, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 5, 30,
  ]
  static let divisor = 1e9
}

/// Whatever is counted.
enum SizesScale: HistogramScale {
  /// Tenfold each.
  static let bounds = [1.0, 10, 100, 1000, 10_000, 100_000, 1_000_000]
  static let divisor = 1.0
}
