public import CoreMetrics
internal import Synchronization
public import WebServer

/// Collects metrics in memory and writes them in the text format that Prometheus and others scrape.
///
/// A backend of swift-metrics: give it to a ``ServerMeter``, or to `MetricsSystem.bootstrap(_:)` to have what other libraries
/// report too. Timers and recorders become histograms, timers in seconds. Ghostlight's own are described.
///
/// A dimension is called as it was told, with `_` for what isn't an ASCII letter, a digit or `_`. If another of the same metric is
/// called so already, as a histogram's `le` is, a number follows: `le_2`.
///
/// A histogram writes its name with `_bucket`, `_sum` and `_count` behind it, so that no other metric can be called so beside it.
///
/// Source: the text-based exposition format, version 0.0.4.
public final class PrometheusMetrics: MetricsFactory {
  private let series = Mutex<[SeriesIdentity: any Series]>([:])

  /// Makes an empty collection.
  public init() {}

  /// Where it can be scraped; by default at `/metrics`, by whoever is on this machine.
  public func endpoint(at path: String = "/metrics", for admission: Admission = .thisMachine) -> ServerEndpoint {
    ServerEndpoint(path, for: admission) { _ in
      ServerEndpoint.Reply(self.text.utf8, type: "text/plain; version=0.0.4; charset=utf-8")
    }
  }

  /// Everything that was reported, as text: by name, then by dimensions.
  public var text: String {
    let all = series.withLock { $0 }.sorted { ($0.key.name, $0.key.labels) < ($1.key.name, $1.key.labels) }
    var text = ""
    var last: String?
    for (identity, series) in all {
      if identity.name != last {
        if let help = MetricHelp.texts[identity.name] { text += "# HELP \(identity.name) \(help)\n" }
        text += "# TYPE \(identity.name) \(type(of: series).kind)\n"
      }
      last = identity.name
      series.write(identity, to: &text)
    }
    return text
  }

  // MARK: What swift-metrics asks for

  /// Gives the counter with a label and dimensions: the same one each time. Its name ends with `_total`.
  ///
  /// What isn't an ASCII letter, a digit, `_` or `:` in a label is written as `_`.
  ///
  /// - Returns: One that isn't in ``text`` if that name and those dimensions belong to a metric of another kind.
  public func makeCounter(label: String, dimensions: [(String, String)]) -> any CounterHandler {
    find(label, ending: "_total", dimensions) { CounterSeries() } ?? CounterSeries()
  }

  /// Gives the counter with a label and dimensions: the one that ``makeCounter(label:dimensions:)`` gives too.
  ///
  /// - Returns: One that isn't in ``text`` if that name and those dimensions belong to a metric of another kind.
  public func makeFloatingPointCounter(label: String, dimensions: [(String, String)]) -> any FloatingPointCounterHandler
  {
    find(label, ending: "_total", dimensions) { CounterSeries() } ?? CounterSeries()
  }

  /// Gives the gauge with a label and dimensions: the same one each time.
  ///
  /// - Returns: One that isn't in ``text`` if that name and those dimensions belong to a metric of another kind.
  public func makeMeter(label: String, dimensions: [(String, String)]) -> any MeterHandler {
    find(label, dimensions) { GaugeSeries() } ?? GaugeSeries()
  }

  /// Gives the histogram with a label and dimensions: the same one each time. Its bounds go from 1 to 1,000,000,
  /// tenfold each.
  ///
  /// - Parameter aggregate: Whether it is a histogram. If not it is a gauge that holds what was recorded last, the same
  ///   as a meter's.
  /// - Returns: One that isn't in ``text`` if that name and those dimensions belong to a metric of another kind.
  public func makeRecorder(label: String, dimensions: [(String, String)], aggregate: Bool) -> any RecorderHandler {
    if aggregate {
      let make = { HistogramSeries<SizesScale>() }
      return find(label, dimensions, make) ?? make()
    }
    return find(label, dimensions) { GaugeSeries() } ?? GaugeSeries()
  }

  /// Gives the histogram of durations with a label and dimensions: the same one each time. It is written in seconds,
  /// with bounds from a microsecond to 30 seconds; its name ends with `_seconds`.
  ///
  /// - Returns: One that isn't in ``text`` if that name and those dimensions belong to a metric of another kind.
  public func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler {
    let make = { HistogramSeries<SecondsScale>() }
    return find(label, ending: "_seconds", dimensions, make) ?? make()
  }

  // What was reported once stays: a counter that vanishes looks like a restart.

  /// Does nothing: what was counted stays in ``text``.
  public func destroyCounter(_ handler: any CounterHandler) {}
  /// Does nothing: what was counted stays in ``text``.
  public func destroyFloatingPointCounter(_ handler: any FloatingPointCounterHandler) {}
  /// Does nothing: what was told last stays in ``text``.
  public func destroyMeter(_ handler: any MeterHandler) {}
  /// Does nothing: what was recorded stays in ``text``.
  public func destroyRecorder(_ handler: any RecorderHandler) {}
  /// Does nothing: what was recorded stays in ``text``.
  public func destroyTimer(_ handler: any TimerHandler) {}

  /// The series of that name and dimensions, made if need be; `nil` if the name belongs to a metric of another kind.
  private func find<Found: Series>(
    _ label: String, ending: String = "", _ dimensions: [(String, String)], _ make: () -> Found
  ) -> Found? {
    let identity = SeriesIdentity(label, ending: ending, dimensions, apartFrom: Found.dimensions)
    return series.withLock { series in
      if let known = series[identity] { return known as? Found }
      guard Self.mayBe(Found.self, identity.name, beside: series) else { return nil }
      let new = make()
      series[identity] = new
      return new
    }
  }

  /// Whether a metric of a kind may have a name: neither it nor what the metric writes behind it may be another's.
  private static func mayBe<Found: Series>(
    _ kind: Found.Type, _ name: String, beside series: [SeriesIdentity: any Series]
  ) -> Bool {
    if let same = series.first(where: { $0.key.name == name })?.value { return same is Found }
    return series.allSatisfy { other in
      !Found.endings.contains { other.key.name == name + $0 }
        && !type(of: other.value).endings.contains { name == other.key.name + $0 }
    }
  }
}
