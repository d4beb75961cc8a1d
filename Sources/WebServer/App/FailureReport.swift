internal import EventStream
internal import Logging
internal import Synchronization

/// Tells an operator of handlers that fail, and of requests that are answered again. Thread-safe.
final class FailureReport: Sendable {
  private let logger: Logger
  private let tally = Mutex(FailureTally())
  /// Who answers when all is well does no more than look.
  private let isTroubled = Atomic(false)
  private let now: @Sendable () -> ContinuousClock.Instant

  init(logger: Logger, now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }) {
    self.logger = logger
    self.now = now
  }

  /// A handler has failed. Where somebody has asked he is told: what he has done wrong is none of the operator's errors.
  func failed(_ error: any Error, _ envelope: Envelope) {
    guard envelope.isAsked else {
      return logger.error("a handler failed", metadata: Self.metadata(error, envelope))
    }
    guard envelope.isForOperator(error) else {
      return logger.debug("a handler failed", metadata: Self.metadata(error, envelope))
    }
    // Apart: to look into an error calls what is the app's.
    let kind = FailureTally.Kind(envelope.caseNumber, error)
    let likewise = change { $0.fail(kind, at: now()) }
    guard let likewise else { return }
    var metadata = Self.metadata(error, envelope)
    if likewise > 0 { metadata["likewise"] = "\(likewise)" }
    logger.warning("a handler failed", metadata: metadata)
  }

  /// A request has been answered, and not with a failure.
  func answered(_ request: Envelope) {
    guard isTroubled.load(ordering: .relaxed), let failures = change({ $0.succeed(request.caseNumber) }) else { return }
    logger.notice(
      "what failed is answered again", metadata: ["case": "\(request.name)", "failures": "\(failures)"])
  }

  private func change(_ make: (inout FailureTally) -> Int?) -> Int? {
    tally.withLock { tally in
      defer { isTroubled.store(tally.isTroubled, ordering: .relaxed) }
      return make(&tally)
    }
  }

  private static func metadata(_ error: any Error, _ envelope: Envelope) -> Logger.Metadata {
    ["case": "\(envelope.name)", "event": "\(envelope.id)", "error": "\(text(of: error))"]
  }

  /// More than anybody reads, in scalars. An error may repeat all that a user has sent.
  static let longestText = 2_000

  /// What an error says, in one line: what a user has typed mustn't pass for another, nor command a terminal.
  private static func text(of error: any Error) -> String {
    let all = "\(error)".unicodeScalars
    let text = String(all.prefix(longestText)).escapingHidden()
    return all.count > longestText ? "\(text)… (cut off: \(all.count) characters in all)" : text
  }
}
