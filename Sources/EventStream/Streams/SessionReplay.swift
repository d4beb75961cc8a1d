/// A session that is played from its recording: what it would do to the world is held back.
@usableFromInline
final class SessionReplay {
  /// A request that was made for the world, and that the recording has not answered so far.
  private struct Held {
    /// Its number among them, in the order in which they were made: ids don't tell, since those of acts have ranges of their own.
    let number: Int
    let request: Envelope
    let canRepeat: Bool
    /// Whether it follows from something that the user did.
    let isOfAct: Bool
    let make: () -> Void
  }

  /// When what is played happened.
  @usableFromInline var time = Timestamp(nanoseconds: 0)
  /// Whether what is held back from now on may be made once more.
  var repeatsRequests = true
  /// Whether what is held back from now on follows from something that the user did.
  var isPlayingAct = false
  private var held: [UInt64: Held] = [:]
  /// The requests of its own that the session has heard on the app's stream, as it observes them, and that may be held back.
  private var heard: Set<UInt64> = []
  private var heldBefore = 0
  private let identity: StreamIdentity
  var requests = RecordedRequests()

  /// - Parameter identity: That of the session that was recorded.
  init(_ identity: StreamIdentity) { self.identity = identity }

  /// Holds a request back.
  ///
  /// - Parameters:
  ///   - canRepeat: Whether it can be made a second time without harm.
  ///   - make: Makes it.
  func hold(_ request: Envelope, _ canRepeat: Bool, _ make: @escaping () -> Void) {
    heldBefore += 1
    held[request.id.rawValue] = Held(
      number: heldBefore, request: request, canRepeat: canRepeat && repeatsRequests, isOfAct: isPlayingAct, make: make)
  }

  /// Forgets what is held back.
  func forget() { held = [:] }

  func answered(_ request: UInt64) {
    held[request] = nil
    heard.remove(request)
    requests.answered(request)
  }

  /// Notes that the session has heard one of its own requests.
  func noteHeard(_ request: UInt64) { heard.insert(request) }

  /// Those that are held back and that it has heard: they are no news to it, missed or made once more.
  var heardAlready: Set<UInt64> { heard.intersection(held.keys) }

  /// The request that is held back here and has an id in the recording, or may be the one that has it.
  func find(_ recorded: UInt64, where fits: (Envelope) -> Bool) -> Envelope? {
    guard StreamIdentity(of: EventID(rawValue: recorded)) == identity else { return nil }
    return requests.find(
      recorded, { held[$0]?.request }, { held.values.sorted { $0.number < $1.number }.map(\.request) }, where: fits)
  }

  /// Whether a request that is held back follows from something that the user did.
  func isOfAct(_ request: UInt64) -> Bool { held[request]?.isOfAct == true }

  /// The requests that are held back.
  var unanswered: Set<EventID> { Set(held.keys.map(EventID.init(rawValue:))) }

  /// Those of them that follow from something that the user did.
  var unansweredOfActs: [Envelope] { held.values.filter(\.isOfAct).map(\.request) }

  /// Whether a request is held back.
  func holds(_ request: UInt64) -> Bool { held[request] != nil }

  /// Makes what can be repeated once more, if it is to be, in the order in which it was made, and fails the rest.
  ///
  /// - Returns: What is made once more.
  func finish(
    repeating repeats: Bool, butFor doubted: Set<EventID>, failing fail: (Envelope) -> Void
  ) -> Set<UInt64> {
    var made: Set<UInt64> = []
    for each in held.values.sorted(by: { $0.number < $1.number }) {
      if repeats, each.canRepeat, !doubted.contains(each.request.id) {
        made.insert(each.request.id.rawValue)
        each.make()
      } else {
        fail(each.request)
      }
    }
    held = [:]
    return made
  }
}

/// The process ended while a request was under way: nobody knows whether what it asked for has happened.
public struct InterruptedRequest: Error, Hashable, Sendable, CustomStringConvertible {
  /// The request's case.
  public let request: String

  /// What happened, and what to do.
  public var description: String {
    "\(request) was interrupted: it may have been carried out or not. Look before it is tried again."
  }
}

extension Delivery {
  /// Holds the request that is being delivered back, since a recording is played.
  @usableFromInline
  func hold(_ interruption: Interruption, _ make: @escaping () -> Void) {
    replay?.hold(envelope, interruption == .askAgain, make)
  }

  /// Whether the request that is being delivered was made before: a replay has held it back, or it comes from one that did.
  @usableFromInline var isRepeated: Bool { replay != nil || app?.takeRepeated(envelope.id.rawValue) == true }
}

/// Requests that may have been made before. Nobody takes those that no asynchronous handler answers: the oldest are forgotten.
struct RepeatedRequests {
  private static let most = 10_000
  private var recent: Set<UInt64> = []
  private var older: Set<UInt64> = []

  mutating func insert(_ request: UInt64) {
    if recent.count >= Self.most { (recent, older) = ([], recent) }
    recent.insert(request)
  }

  /// - Returns: Whether it was one.
  mutating func remove(_ request: UInt64) -> Bool {
    if recent.isEmpty, older.isEmpty { return false }
    return recent.remove(request) != nil || older.remove(request) != nil
  }
}

extension AppStream {
  /// Notes that a request of a case can be answered a second time without harm.
  @usableFromInline
  func noteAnswersAgain(_ type: EventType, tag: Int) {
    answeredAgain.withLock { _ = $0.insert(UInt64(type.index) << 32 | UInt64(tag)) }
  }

  /// Notes that a request which is about to be sent may have been made before.
  func noteRepeated(_ request: UInt64) {
    repeated.withLock { $0.insert(request) }
  }

  /// Whether a request was made before; said once.
  func takeRepeated(_ request: UInt64) -> Bool {
    repeated.withLock { $0.remove(request) }
  }

  /// Whether an event of the app answers a request that can be answered a second time without harm: nothing is lost if this answer is.
  ///
  /// What a request was, an answer to somebody else doesn't tell; so all requests that have answers of its case must be so.
  func isRepeatable(_ answer: Envelope) -> Bool {
    guard answer.answersID != 0, let type = EventType.at(Int(answer.type)) else { return false }
    return answeredAgain.withLock { answeredAgain in
      type.answerTags.indices.allSatisfy { tag in
        type.answerTags[tag] != Int32(answer.tag) || answeredAgain.contains(UInt64(type.index) << 32 | UInt64(tag))
      }
    }
  }

  /// Whether requests of a case can be answered a second time without harm.
  func answersAgain(_ type: EventType, tag: Int) -> Bool {
    answeredAgain.withLock { $0.contains(UInt64(type.index) << 32 | UInt64(tag)) }
  }
}
