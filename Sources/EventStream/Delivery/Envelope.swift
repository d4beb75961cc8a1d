/// What travels with an event: when it was accepted, and why it was sent.
public struct Envelope: Sendable {
  /// The event's place in the total order of the stream that delivers it, from 1.
  @inlinable public var sequence: UInt64 { number }
  @usableFromInline var number: UInt64
  /// The event's identity, the same on every stream it passes.
  @inlinable public var id: EventID { ownID }
  @usableFromInline var ownID: EventID
  /// When the event was accepted by its first stream.
  public let time: Timestamp

  // Zero stands for none: an optional of 64 bits would take 16 bytes, and there are several of these.
  @usableFromInline let causeID: UInt64
  @usableFromInline var answersID: UInt64
  @usableFromInline let type: UInt32
  @usableFromInline let tag: UInt32
  /// The tag of the answer if the event is a request, or -1.
  @usableFromInline let answerTag: Int32
  /// The request on whose behalf the event was sent, if any.
  @usableFromInline var work: Work

  @inlinable @inline(__always)
  init(
    sequence: UInt64, id: EventID, time: Timestamp, causeID: UInt64, answersID: UInt64, type: UInt32, tag: UInt32,
    answerTag: Int32, work: Work
  ) {
    number = sequence
    ownID = id
    self.time = time
    self.causeID = causeID
    self.answersID = answersID
    self.type = type
    self.tag = tag
    self.answerTag = answerTag
    self.work = work
  }

  /// The envelope of nothing.
  @usableFromInline
  static let none = Envelope(
    sequence: 0, id: EventID(rawValue: 0), time: Timestamp(nanoseconds: 0), causeID: 0, answersID: 0, type: 0, tag: 0,
    answerTag: -1, work: Work())

  /// The envelope of an event that a stream accepts now, and that no other event caused.
  @inlinable @inline(__always)
  init(_ type: EventType, tag: Int, sequence: UInt64, origin: UInt64, time: Timestamp) {
    self.init(
      sequence: sequence, id: EventID(rawValue: origin | sequence), time: time, causeID: 0, answersID: 0,
      type: UInt32(truncatingIfNeeded: type.index), tag: UInt32(truncatingIfNeeded: tag),
      answerTag: type.answers[tag], work: Work())
  }

  /// The envelope of an event that a stream accepts now.
  ///
  /// - Parameters:
  ///   - id: Its id; `origin | sequence` for a stream's own.
  ///   - cause: The event being handled where this one was sent.
  @usableFromInline
  init(_ type: EventType, tag: Int, sequence: UInt64, id: UInt64, time: Timestamp, cause: Envelope) {
    var work = Work.caused(by: cause)
    var answersID: UInt64 = 0
    if work.request != 0, let found = work.answered(byType: UInt32(type.index), tag: Int32(tag)) {
      answersID = found.request
      work = found.rest
    }
    self.init(
      sequence: sequence, id: EventID(rawValue: id), time: time, causeID: cause.id.rawValue,
      answersID: answersID, type: UInt32(type.index), tag: UInt32(tag), answerTag: type.answers[tag], work: work)
  }

  /// The event that directly caused this one; `nil` where the cause lies outside the stream.
  @inlinable public var cause: EventID? { causeID == 0 ? nil : EventID(rawValue: causeID) }
  /// The request that this event answers, failed or not; `nil` where it answers none.
  @inlinable public var answers: EventID? { answersID == 0 ? nil : EventID(rawValue: answersID) }
  /// Whether somebody is to answer this event.
  @inlinable public var isRequest: Bool { answerTag >= 0 }
  /// Whether it is a request, or sent for one: whoever has asked is told if a handler of it fails.
  package var isAsked: Bool { isRequest || work.request != 0 }

  /// Whether an operator should know of an error that a handler of the event has thrown. Where somebody has asked, his request says so.
  package func isForOperator(_ error: any Error) -> Bool {
    let work = Work.caused(by: self)
    guard work.request != 0, let type = EventType.at(Int(work.type)) else { return true }
    return type.isForOperator(Int(work.tag), error)
  }

  /// The same for all events of a case and for no other, in this process.
  package var caseNumber: UInt64 { UInt64(type) << 32 | UInt64(tag) }
  /// The case of the event, such as `TodoEvent.rows`.
  package var name: String { EventType.at(Int(type))?.name(ofTag: Int(tag)) ?? "an unknown event" }
  /// Who asks for what a request wants: the session that has made it, or the outermost request on whose behalf it was made, or else the request
  /// that it follows from; the app where none has. What a session has sent to the app otherwise is the app's from then on.
  ///
  /// - Parameter home: The app's stream, which delivers it. What servers ask for others has its ids.
  @usableFromInline
  func asker(at home: StreamIdentity) -> StreamIdentity {
    let own = StreamIdentity(of: id)
    if own != home { return own }
    let request = work.outermost
    return StreamIdentity(of: EventID(rawValue: request != 0 ? request : causeID != 0 ? causeID : id.rawValue))
  }

  /// So many requests an event is sent for at most. Where it would be more, half of them are kept, the nearest: those around them get no
  /// answer that follows from this one.
  package static let mostRequests = 1_000
  /// The request on whose behalf the event was sent, the nearest first; empty where nobody asked.
  public var requests: [EventID] { work.chain.map(EventID.init(rawValue:)) }
}

/// The unanswered request that an event belongs to, and the ones around it.
///
/// The nearest request lies inline: only a request made on behalf of another costs an allocation.
@usableFromInline
struct Work: Sendable {
  /// The request's id, or zero for none.
  @usableFromInline var request: UInt64
  @usableFromInline var type: UInt32
  @usableFromInline var tag: UInt32
  @usableFromInline var answerTag: Int32
  @usableFromInline var outer: OuterWork?

  @inlinable @inline(__always)
  init(request: UInt64 = 0, type: UInt32 = 0, tag: UInt32 = 0, answerTag: Int32 = -1, outer: OuterWork? = nil) {
    self.request = request
    self.type = type
    self.tag = tag
    self.answerTag = answerTag
    self.outer = outer
  }

  /// What an event caused by `cause` belongs to.
  static func caused(by cause: Envelope) -> Work {
    guard cause.answerTag >= 0 else { return cause.work }
    let work = Work(request: cause.id.rawValue, type: cause.type, tag: cause.tag, answerTag: cause.answerTag)
    return work.within(cause.work.bounded)
  }

  /// The same on behalf of another.
  func within(_ outer: Work) -> Work {
    var work = self
    work.outer = outer.request == 0 ? nil : OuterWork(outer)
    return work
  }

  /// Itself, but where as many requests are around it as there may be, only the nearest: who asks anew on behalf of a request that he
  /// hasn't answered, again and again, would keep all that were ever made.
  private var bounded: Work {
    guard let outer, outer.count + 2 > Envelope.mostRequests else { return self }
    var nearest: [Work] = []
    var work = self
    while nearest.count < Envelope.mostRequests / 2, work.request != 0 {
      nearest.append(work)
      work = work.outer?.work ?? Work()
    }
    return nearest.reversed().reduce(Work()) { outer, work in work.within(outer) }
  }

  /// Finds the nearest request that a case answers, and what remains to be answered around it.
  func answered(byType type: UInt32, tag: Int32) -> (request: UInt64, rest: Work)? {
    var work = self
    while work.request != 0 {
      let rest = work.outer?.work ?? Work()
      if work.type == type, work.answerTag == tag { return (work.request, rest) }
      work = rest
    }
    return nil
  }

  /// The request that all the others were made for; zero where there is none.
  var outermost: UInt64 {
    var found = self
    while let outer = found.outer?.work, outer.request != 0 { found = outer }
    return found.request
  }

  var chain: [UInt64] {
    var found: [UInt64] = []
    var work = self
    while work.request != 0 {
      found.append(work.request)
      work = work.outer?.work ?? Work()
    }
    return found
  }
}

/// A request that another request was made for.
@usableFromInline
final class OuterWork: Sendable {
  let work: Work
  /// How many requests that are, with those around it.
  let count: Int

  init(_ work: Work) {
    self.work = work
    count = 1 + (work.outer?.count ?? 0)
  }
}
