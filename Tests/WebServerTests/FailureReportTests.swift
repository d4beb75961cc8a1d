import EventMacros
import EventStream
import Foundation
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

  private enum Loss: Error {
    case sunk(at: String)
    case stolen
  }

  private struct Unreadable: Error, CustomStringConvertible {
    let letter: String
    var description: String { "nobody can read \(letter)" }
  }

  private struct Post: Server {
    var observers: some Observers {
      Answer(\PostEvent.requestCarry) { letter in
        switch letter {
        case "unsealed": throw PostFailure.unsealed
        case "late": throw PostFailure.closed
        case "wet": throw Flood()
        case "noon", "night": throw Loss.sunk(at: letter)
        case "gold": throw Loss.stolen
        case "28", "111": throw NSError(domain: "river", code: Int(letter) ?? 0)
        case let letter where letter.count > 20: throw Unreadable(letter: letter)
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

  /// A disk that was full for a minute wasn't told beside a host that couldn't be reached: both were an `NSError`.
  @Test func `says each code of an error of its own, and not each of what it carries`() async {
    let stream = office()
    for letter in ["noon", "night", "gold", "28", "111", "28", "111", "gold", "noon"] {
      await carry(letter, on: stream)
    }
    #expect(lines.prefix(2) == ["a handler failed: sunk(at: \"noon\")", "a handler failed: stolen"])
    #expect(lines.count == 4)
    stream.end()
  }

  /// What a user had typed was a line of the log's own, and commanded the terminal that it was read in.
  @Test func `says what a user has typed in one line, and no more of it than is read`() async {
    let stream = office()
    await carry("x\n2026-11-30 critical: forged \u{1B}[31m", on: stream)
    #expect(lines == [#"a handler failed: nobody can read x\n2026-11-30 critical: forged \u001b[31m"#])
    hand.move(by: .seconds(61))
    await carry(String(repeating: "\n", count: 100_000), on: stream)
    let text = detail("error", of: 1) ?? ""
    #expect(text.hasSuffix(#"\n\n… (cut off: 100016 characters in all)"#))
    #expect(text.count < 2 * FailureReport.longestText + 50)
    stream.end()
  }

  @Test func `says no more codes than it keeps`() {
    var tally = FailureTally()
    let told = (0..<3 * FailureTally.mostKinds).count { code in
      tally.fail(FailureTally.Kind(1, NSError(domain: "river", code: code)), at: hand.time.withLock { $0 }) != nil
    }
    #expect(told == FailureTally.mostKinds + 1)
  }

  @Test func `says what its user has done wrong to who looks for it only`() async {
    let stream = office()
    await carry("unsealed", 2, on: stream)
    await carry("dry", on: stream)
    #expect(told.levels.withLock { $0 } == [.debug, .debug])
    stream.end()
  }
}
