import Testing

@testable import EventStream

/// What a queue keeps of what it holds.
@Suite struct `A queue of events` {
  @Test
  func `lets go of what an event came of when the event is never delivered`() {
    weak var outer: OuterWork?
    do {
      let request = OuterWork(Work(request: 1))
      outer = request
      let envelope = Envelope(
        sequence: 1, id: EventID(rawValue: 1), time: Timestamp(nanoseconds: 0), causeID: 0, answersID: 0, type: 0,
        tag: 0, answerTag: -1, work: Work(request: 2, outer: request))
      let queue = EventQueue(chunkSize: 1 << 9)
      for _ in 0..<10 { queue.append(Note.text("never heard of"), Note.eventType, envelope, turn: 1) }
      queue.forgetFirst()
    }
    #expect(outer == nil)
  }
}
