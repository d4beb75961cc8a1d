import CoreMetrics
import Metering
import Testing
import WebServer

@Suite struct PrometheusMetricsTests {
  private let metrics = PrometheusMetrics()

  @Test func `counters, meters and timers are written in the text format`() {
    Counter(label: "events", dimensions: [("case", "A.b")], factory: metrics).increment(by: 3)
    Counter(label: "events", dimensions: [("case", "A.c")], factory: metrics).increment()
    Meter(label: "sessions", dimensions: [], factory: metrics).set(2.5)
    Timer(label: "answer", dimensions: [], factory: metrics).recordNanoseconds(2_000_000)
    #expect(
      metrics.text == """
        # TYPE answer_seconds histogram
        answer_seconds_bucket{le="1e-06"} 0
        answer_seconds_bucket{le="1e-05"} 0
        answer_seconds_bucket{le="0.0001"} 0
        answer_seconds_bucket{le="0.00015"} 0
        answer_seconds_bucket{le="0.0002"} 0
        answer_seconds_bucket{le="0.0003"} 0
        answer_seconds_bucket{le="0.0004"} 0
        answer_seconds_bucket{le="0.0005"} 0
        answer_seconds_bucket{le="0.0007"} 0
        answer_seconds_bucket{le="0.001"} 0
        answer_seconds_bucket{le="0.0015"} 0
        answer_seconds_bucket{le="0.002"} 1
        answer_seconds_bucket{le="0.0025"} 1
        answer_seconds_bucket{le="0.003"} 1
        answer_seconds_bucket{le="0.004"} 1
        answer_seconds_bucket{le="0.005"} 1
        answer_seconds_bucket{le="0.007"} 1
        answer_seconds_bucket{le="0.01"} 1
        answer_seconds_bucket{le="0.02"} 1
        answer_seconds_bucket{le="0.05"} 1
        answer_seconds_bucket{le="0.1"} 1
        answer_seconds_bucket{le="0.2"} 1
        answer_seconds_bucket{le="0.5"} 1
        answer_seconds_bucket{le="1"} 1
        answer_seconds_bucket{le="5"} 1
        answer_seconds_bucket{le="30"} 1
        answer_seconds_bucket{le="+Inf"} 1
        answer_seconds_sum 0.002
        answer_seconds_count 1
        # TYPE events_total counter
        events_total{case="A.b"} 3
        events_total{case="A.c"} 1
        # TYPE sessions gauge
        sessions 2.5

        """)
  }

  @Test func `the same label and dimensions are one series`() {
    for _ in 0..<3 { Counter(label: "n", dimensions: [("a", "1")], factory: metrics).increment() }
    #expect(metrics.text == "# TYPE n_total counter\nn_total{a=\"1\"} 3\n")
  }

  @Test func `dimensions are the same in any order, and a name has one kind whatever they are`() {
    Counter(label: "n", dimensions: [("a", "1"), ("b", "2")], factory: metrics).increment()
    Counter(label: "n", dimensions: [("b", "2"), ("a", "1")], factory: metrics).increment()
    Meter(label: "n_total", dimensions: [("a", "9")], factory: metrics).set(7)
    #expect(metrics.text == "# TYPE n_total counter\nn_total{a=\"1\",b=\"2\"} 2\n")
  }

  @Test func `a counter never falls, nor turns over`() {
    let counter = Counter(label: "n", dimensions: [], factory: metrics)
    counter.increment(by: 5)
    counter.increment(by: -3)
    #expect(metrics.text.hasSuffix("n_total 5\n"))
    counter.increment(by: Int64.max)
    counter.increment(by: -1)
    #expect(metrics.text.hasSuffix("n_total \(Int64.max)\n"))
  }

  @Test func `hostile names and values can't add lines`() {
    Counter(label: "9 bad\nname{x}", dimensions: [("le\"", "\"} 1\nforged 7\\")], factory: metrics).increment()
    #expect(
      metrics.text == """
        # TYPE _9_bad_name_x__total counter
        _9_bad_name_x__total{le_="\\"} 1\\nforged 7\\\\"} 1

        """)
  }

  @Test(arguments: [
    ("\r\nforged 7", "\r\\nforged 7"), ("\"\u{301}} 1", "\\\"\u{301}} 1"), ("\\\u{301}", "\\\\\u{301}"),
  ])
  func `hostile values can't hide what ends them in a character of several scalars`(value: String, written: String) {
    Counter(label: "n", dimensions: [("a", value)], factory: metrics).increment()
    let text = "# TYPE n_total counter\nn_total{a=\"\(written)\"} 1\n"
    #expect(Array(metrics.text.utf8) == Array(text.utf8))
  }

  @Test func `a label that is taken by another kind is counted apart, not wrongly`() {
    Meter(label: "n_total", dimensions: [], factory: metrics).set(1)
    Counter(label: "n", dimensions: [], factory: metrics).increment(by: 5)
    #expect(metrics.text == "# TYPE n_total gauge\nn_total 1\n")
  }

  @Test func `a timer and a recorder of one name aren't counted together`() {
    Timer(label: "job", dimensions: [], factory: metrics).recordNanoseconds(2_000_000_000)
    Recorder(label: "job_seconds", dimensions: [], factory: metrics).record(7)
    Recorder(label: "job_seconds", dimensions: [("a", "1")], factory: metrics).record(7)
    let lines = metrics.text.split(separator: "\n")
    #expect(lines.contains("job_seconds_sum 2") && lines.contains("job_seconds_count 1"))
    #expect(!metrics.text.contains("a=\"1\""))
  }

  @Test(arguments: ["job_seconds_count", "job_seconds_sum", "job_seconds_bucket"])
  func `what a histogram writes is nobody else's, whoever comes first`(name: String) {
    Timer(label: "job", dimensions: [], factory: metrics).recordNanoseconds(1)
    Meter(label: name, dimensions: [("a", "1")], factory: metrics).set(7)
    #expect(!metrics.text.contains("gauge"))
    let others = PrometheusMetrics()
    Meter(label: name, dimensions: [("a", "1")], factory: others).set(7)
    Timer(label: "job", dimensions: [], factory: others).recordNanoseconds(1)
    #expect(others.text == "# TYPE \(name) gauge\n\(name){a=\"1\"} 7\n")
  }

  @Test(arguments: [(1_000, "1e-06"), (150_000, "0.00015"), (300_000, "0.0003"), (30_000_000_000, "30")])
  func `a duration of exactly a bound lies under that`(nanoseconds: Int, bound: String) {
    Timer(label: "t", dimensions: [], factory: metrics).recordNanoseconds(Int64(nanoseconds))
    #expect(metrics.text.contains("t_seconds_bucket{le=\"\(bound)\"} 1\n"))
  }

  @Test func `dimensions that are written alike are told apart`() {
    let dimensions = [("a-b", "1"), ("a_b", "2"), ("a.b", "3"), ("", "4"), ("__name__", "5"), ("a_b", "6")]
    Counter(label: "n", dimensions: dimensions, factory: metrics).increment()
    Counter(label: "n", dimensions: dimensions.reversed(), factory: metrics).increment()
    #expect(
      metrics.text == """
        # TYPE n_total counter
        n_total{a_b="2",a_b_2="6",_="4",_name__="5",a_b_3="1",a_b_4="3"} 2

        """)
  }

  @Test func `a dimension that is called as a histogram's own is told apart from that`() {
    Timer(label: "t", dimensions: [("le", "1"), ("le_2", "2")], factory: metrics).recordNanoseconds(1)
    Recorder(label: "r", dimensions: [("le", "1")], factory: metrics).record(1)
    Counter(label: "c", dimensions: [("le", "1")], factory: metrics).increment()
    let lines = metrics.text.split(separator: "\n")
    #expect(lines.contains("t_seconds_bucket{le_2=\"1\",le_2_2=\"2\",le=\"+Inf\"} 1"))
    #expect(lines.contains("r_bucket{le_2=\"1\",le=\"1\"} 1"))
    #expect(lines.contains("c_total{le=\"1\"} 1"))
  }

  @Test func `what Ghostlight reports is described`() {
    let meter = ServerMeter(reportingTo: metrics)
    meter.sessionBegan()
    meter.requestAnswered(status: 200, after: .milliseconds(1))
    let lines = metrics.text.split(separator: "\n")
    let kinds = lines.filter { $0.hasPrefix("# TYPE ") }.map { $0.split(separator: " ")[2] }
    let described = lines.filter { $0.hasPrefix("# HELP ") }.map { $0.split(separator: " ")[2] }
    #expect(kinds == described && kinds.count > 6)
    #expect(metrics.text.contains("# HELP ghostlight_sessions Sessions that live.\n# TYPE ghostlight_sessions gauge\n"))
  }
}
