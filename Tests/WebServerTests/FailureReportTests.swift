import EventMacros
import EventStream
import Logging
import Synchronization
import Testing

@testable import WebServer

/// What an operator is told of handlers that fail: an app that failed for everybody said nothing.
@Suite(.timeLimit(.minutes(1))) struct FailureReportTests {
  @Event(reach: .app)
  enum PostEvent {
    @Answered(by: \.carried) case requestCarry(String)
    case carried(Result<String, PostFailure>)
  }

  enum PostFailure: AnswerFailure {
    case unsealed
    case closed
    init(_ error: any Error) { self = error as? PostFailure ?? .closed }
    static func isForOperator(_ error: any Error) -> Bool { Self(error) == .closed }
  }

  private struct Flood: Error, CustomStringConvertible {
    let description = "the river has risen"
  }

  private struct Post: Server {
    var observers: some Observers {
      Answer(\PostEvent.requestCarry) { letter in
        switch letter {
        case "unsealed": throw PostFailure.unsealed
        case "late": throw PostFailure.closed
        case "wet": throw Flood()
        default: return letter
        }
      }
    }
  }

  private final class Hand: Sendable {
    let time = Mutex(ContinuousClock.now)
    func move(by duration: Duration) { time.withLock { $0 += duration } }
  }

  private let told = Told()
  private let hand = Hand()

  private func office() -> AppStream {
    let report = FailureReport(logger: told.logger()) { [hand] in hand.time.withLock { $0 } }
    let stream = AppStream(
      onFailure: { error, envelope in report.failed(error, envelope) },
      onSuccess: { request in report.answered(request) })
    stream.start(Post())
    return stream
  }

  private func carry(_ letter: String, _ count: Int = 1, on stream: AppStream) async {
    for _ in 0..<count { _ = try? await stream.ask(\PostEvent.requestCarry, letter) }
  }

  private var lines: [String] { told.lines.withLock { $0 } }

  /// What a line says besides.
  private func detail(_ name: String, of line: Int) -> String? {
    told.metadata.withLock { $0[line][name].map { "\($0)" } }
  }

  @Test func `says it once, then once a minute with how many there were, and when there are no more`() async {
    let stream = office()
    await carry("wet", 5, on: stream)
    #expect(lines == ["a handler failed: the river has risen"])
    #expect(detail("case", of: 0) == "PostEvent.requestCarry" && detail("likewise", of: 0) == nil)
    hand.move(by: .seconds(61))
    await carry("wet", on: stream)
    #expect(lines.count == 2 && detail("likewise", of: 1) == "4")
    await carry("dry", 2, on: stream)
    #expect(lines.dropFirst(2) == ["what failed is answered again: "] && detail("failures", of: 2) == "6")
    #expect(told.levels.withLock { $0 } == [.warning, .warning, .notice])
    // Of what was told then nothing is told again.
    hand.move(by: .seconds(61))
    await carry("wet", on: stream)
    #expect(lines.count == 4 && detail("likewise", of: 3) == nil)
    stream.end()
  }

  @Test func `says no more than that where a case fails and is answered by turns`() async {
    let stream = office()
    for _ in 0..<50 {
      await carry("wet", on: stream)
      await carry("dry", on: stream)
    }
    #expect(lines == ["a handler failed: the river has risen", "what failed is answered again: "])
    stream.end()
  }

  @Test func `says each type of error of its own`() async {
    let stream = office()
    await carry("wet", 2, on: stream)
    await carry("late", 2, on: stream)
    #expect(lines == ["a handler failed: the river has risen", "a handler failed: closed"])
    stream.end()
  }

  @Test func `says what its user has done wrong to who looks for it only`() async {
    let stream = office()
    await carry("unsealed", 2, on: stream)
    await carry("dry", on: stream)
    #expect(told.levels.withLock { $0 } == [.debug, .debug])
    stream.end()
  }
}
