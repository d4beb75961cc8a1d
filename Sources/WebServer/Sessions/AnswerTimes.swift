internal import Synchronization
internal import WebRenderer

/// When intents came whose answer hasn't been sent yet, for a monitor.
final class AnswerTimes: Sendable {
  private struct Waiting {
    let number: Int
    let since: ContinuousClock.Instant
    /// Whether a patch shows what came of it.
    var hasPatch = true
  }

  private let waiting = Mutex<[Waiting]>([])
  private let monitor: any ServerMonitor
  /// More aren't noted: a page that has so many unanswered tells nothing of how long answers take.
  private static let most = 1_000

  init(_ monitor: any ServerMonitor) { self.monitor = monitor }

  /// An intent has come, some time before it could be taken.
  func note(_ number: Int, since came: ContinuousClock.Instant) {
    waiting.withLock { waiting in
      if waiting.count < Self.most { waiting.append(Waiting(number: number, since: came)) }
    }
  }

  /// An intent is refused: no patch is its answer.
  func forget(_ number: Int) { waiting.withLock { $0.removeAll { $0.number == number } } }

  /// An intent has changed nothing on the screen: all that is said is that it is carried out, once that is durable.
  func noteNoPatch(_ number: Int) {
    waiting.withLock { waiting in
      if let index = waiting.firstIndex(where: { $0.number == number }) { waiting[index].hasPatch = false }
    }
  }

  /// How many intents wait for their answers.
  var count: Int { waiting.withLock { $0.count } }

  /// A message has gone out: the patch or picture that shows what an intent did, or what says that it was carried out.
  func sent(_ message: TextBuffer) {
    guard let number = Self.lastNumber(in: message) else { return }
    let isConfirmation = message.bytes.starts(with: #"["k""#.utf8)
    let answered = waiting.withLock { waiting in
      // A later patch counts what it doesn't show as carried out, but not as durable.
      let isAnswered = { (one: Waiting) in one.number <= number && (one.hasPatch || isConfirmation) }
      defer { waiting.removeAll(where: isAnswered) }
      return waiting.filter(isAnswered)
    }
    for one in answered {
      let time = ContinuousClock.now - one.since
      if one.hasPatch { monitor.intentAnswered(after: time) } else { monitor.intentConfirmed(after: time) }
    }
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
