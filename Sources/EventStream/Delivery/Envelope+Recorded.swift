extension Envelope {
  /// The envelope of an event as it was recorded, so that its answers find the same requests again.
  ///
  /// - Parameters:
  ///   - type: The event's type.
  ///   - tag: The event's tag.
  ///   - requests: The unanswered requests that it was sent for, the nearest first, each with the name of its case. One whose
  ///     case is not known any more is passed over.
  public init(
    recorded type: EventType, tag: Int, sequence: UInt64, id: EventID, time: Timestamp, cause: EventID?,
    answers: EventID?, requests: [(id: EventID, name: String)]
  ) {
    self.init(
      sequence: sequence, id: id, time: time, causeID: cause?.rawValue ?? 0, answersID: answers?.rawValue ?? 0,
      type: UInt32(type.index), tag: UInt32(tag), answerTag: type.answerTags[tag], work: Work(recorded: requests))
  }

  /// The request on whose behalf the event was sent, and those around it, the nearest first, each with the name of its case.
  public var namedRequests: [(id: EventID, name: String)] { work.namedChain }

  /// Whether the event was sent for a request that is unanswered.
  package var isForRequest: Bool { work.request != 0 }

  /// Calls a closure for each of ``requests``, with the request's type and tag: no names are made.
  package func forEachRequest(_ body: (_ id: EventID, _ type: EventType, _ tag: Int) -> Void) {
    var work = work
    while work.request != 0 {
      if let type = EventType.at(Int(work.type)) { body(EventID(rawValue: work.request), type, Int(work.tag)) }
      work = work.outer?.work ?? Work()
    }
  }
}

extension Work {
  init(recorded requests: [(id: EventID, name: String)]) {
    self = requests.reversed().reduce(Work()) { outer, request in
      guard let type = EventType.named(request.name), let tag = type.tag(ofName: request.name) else { return outer }
      return Work(
        request: request.id.rawValue, type: UInt32(type.index), tag: UInt32(tag), answerTag: type.answerTags[tag]
      ).within(outer)
    }
  }

  var namedChain: [(id: EventID, name: String)] {
    var found: [(id: EventID, name: String)] = []
    var work = self
    while work.request != 0 {
      found.append((EventID(rawValue: work.request), EventType.at(Int(work.type))?.name(ofTag: Int(work.tag)) ?? ""))
      work = work.outer?.work ?? Work()
    }
    return found
  }
}
