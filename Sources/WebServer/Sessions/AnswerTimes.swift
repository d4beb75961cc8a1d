internal import Synchronization
internal import WebRenderer

/// When intents came whose answer hasn't been sent yet, for a monitor.
final class AnswerTimes: Sendable {
  private let waiting = Mutex<[(number: Int, since: ContinuousClock.Instant)]>([])
  private let monitor: any ServerMonitor
  /// More aren't noted: a page that has so many unanswered tells nothing of how long answers take.
  private static let most = 1_000

  init(_ monitor: any ServerMonitor) { self.monitor = monitor }

  /// An intent has come.
  func note(_ number: Int) {
    waiting.withLock { waiting in
      if waiting.count < Self.most { waiting.append((number, .now)) }
    }
  }

  /// An intent is refused: no patch is its answer.
  func forget(_ number: Int) { waiting.withLock { $0.removeAll { $0.number == number } } }

  /// How many intents wait for their answers.
  var count: Int { waiting.withLock { $0.count } }

  /// A message has gone out: the patch or picture that shows what an intent did, or what says that it was carried out.
  func sent(_ message: TextBuffer) {
    guard let number = Self.lastNumber(in: message) else { return }
    let answered = waiting.withLock { waiting in
      let count = waiting.prefix { $0.number <= number }.count
      defer { waiting.removeFirst(count) }
      return waiting.prefix(count).map(\.since)
    }
    for since in answered { monitor.intentAnswered(after: .now - since) }
  }

  /// What a message ends with, where that is the number of an intent: all but refusals do.
  private static func lastNumber(in message: TextBuffer) -> Int? {
    var (number, place) = (0, 1)
    for byte in message.bytes.dropLast().reversed() {
      guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { break }
      number += Int(byte - UInt8(ascii: "0")) * place
      (place, _) = place.multipliedReportingOverflow(by: 10)
    }
    return place > 1 ? number : nil
  }
}
