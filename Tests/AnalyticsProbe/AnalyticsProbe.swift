import Analytics
import EventStream
import Foundation

/// A process to be killed: reports so many events, says how far they are stored, and posts until then.
///
/// Arguments: the endpoint's address, the backlog's file, the first number, how many.
@main
struct AnalyticsProbe {
  static func main() async throws {
    let arguments = CommandLine.arguments
    guard arguments.count == 5, let first = Int64(arguments[3]), let count = Int64(arguments[4]) else { exit(64) }
    var policy = AnalyticsPolicy()
    policy.batchSize = 20
    policy.patience = .milliseconds(5)
    policy.storeInterval = .milliseconds(1)
    policy.firstPause = .milliseconds(5)
    policy.longestPause = .milliseconds(20)
    let outbox = try AnalyticsOutbox(
      to: HTTPAnalyticsEndpoint(arguments[1]), backlog: arguments[2], policy: policy)
    let stream = AppStream()
    stream.start(AnalyticsServer(outbox) {})
    for number in first..<first + count {
      outbox.report(AnalyticsEvent("probe", ["own": .whole(number)]), at: Timestamp(milliseconds: number))
      if number % 10 == 0 {
        try await outbox.store()
        print("stored \(number)")
        fflush(nil)
        try await Task.sleep(for: .milliseconds(1))
      }
    }
    try await outbox.store()
    while outbox.counts.waiting > 0 { try await Task.sleep(for: .milliseconds(5)) }
    print("done")
    fflush(nil)
    stream.end()
  }
}
