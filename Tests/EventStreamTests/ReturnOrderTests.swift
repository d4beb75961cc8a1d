import Testing

@testable import EventStream

/// What a session that was brought back asks again, it asks as it did: a server that answers one at a time is told of the older first.
@Suite struct `The order of requests after a return` {
  private let app = AppStream()
  private let asked = Box<[Int]>([])
  private let answered = Countdown(2)

  init() {
    app.start(
      ServerOf { [asked, answered] in
        Answer(\Store.double, atMost: 1, whenInterrupted: .askAgain) { number in
          asked.change { $0.append(number) }
          answered.step()
          return number * 2
        }
      })
  }

  /// An act's requests have ids of their own, behind those of all others.
  @Test func `what an act asked comes before what a timer asked behind it`() async {
    let (identity, inputs) = recorded { session in
      session.beginTurn(isRepeatable: true)
      session.beginAct(7)
      session.send(Note.number(1))
      session.endTurn()
      session.mailbox.send(Note.number(2))
      session.beginTurn()
      session.takeArrivals()
      session.endTurn()
    }
    let session = SessionStream(app: app, replaying: identity)
    let subscription = session.observe(\Note.number) { [unowned session] number, _ in session.send(Store.double(number))
    }
    session.beginTurn()
    session.beginAct(7)
    session.replay(inputs[0])
    session.endTurn()
    session.beginTurn()
    session.replayArrivals([inputs[1]])
    session.endTurn()
    session.endReplay()
    await answered.wait()
    #expect(asked.value == [1, 2])
    withExtendedLifetime(subscription) {}
  }

  @Test func `what was asked comes before what missed news lead to`() async {
    let (identity, inputs) = recorded { session in
      session.beginTurn(isRepeatable: true)
      session.beginAct(7)
      session.send(Note.number(1))
      session.endTurn()
    }
    let session = SessionStream(app: app, replaying: identity)
    let subscriptions = [
      session.observe(\Note.number) { [unowned session] number, _ in session.send(Store.double(number)) },
      session.observe(\Store.note.number) { [unowned session] number, _ in session.send(Store.double(number)) },
    ]
    session.beginTurn()
    session.beginAct(7)
    session.replay(inputs[0])
    session.endTurn()
    let news = Envelope(
      recorded: Store.eventType, tag: Store.note(.number(5)).tag, sequence: 1,
      id: EventID(rawValue: StreamIdentity.unused().rawValue | 1), time: app.now, cause: nil, answers: nil, requests: []
    )
    session.endReplay(missed: [RecordedEvent(Store.note(.number(5)), news)])
    await answered.wait()
    #expect(asked.value == [1, 5])
    withExtendedLifetime(subscriptions) {}
  }

  /// What missed news lead to may be something else than what was asked for last, and not recorded, by the process before: a server that
  /// knows its requests by their ids would take it for that. A replay must give it the id that it had.
  @Test func `what missed news lead to has an id that nothing else had`() async {
    let (identity, inputs) = recorded { session in
      session.beginTurn()
      session.send(Note.number(1))
      session.endTurn()
    }
    let (news, other) = (told(5), told(6))
    func back(_ missed: [RecordedEvent], then turns: [[RecordedEvent]] = []) -> (ids: [EventID], recorded: Inputs) {
      let session = SessionStream(app: app, replaying: identity), recorder = Inputs()
      let ids = Box<[EventID]>([])
      let subscriptions =
        [
          session.observe(\Store.note.number) { [unowned session] number, _ in session.send(Store.double(number)) },
          app.observe(\Store.double) { _, envelope in ids.change { $0.append(envelope.id) } },
        ] as [Any]
      session.beginTurn()
      session.replay(inputs[0])
      session.endTurn()
      for turn in turns {
        session.beginTurn()
        session.replayArrivals(turn)
        session.endTurn()
      }
      session.record(by: recorder)
      session.beginTurn()
      session.endReplay(missed: missed)
      session.endTurn()
      withExtendedLifetime(subscriptions) {}
      session.end()
      return (ids.value, recorder)
    }
    let first = back([news])
    // That which the process before may have given to what it asked for and didn't record: the first that there is.
    #expect(first.ids.count == 1)
    #expect(first.ids.first?.rawValue != identity.rawValue | 1 << 38 | 1)
    #expect(first.recorded.all.map(\.leavesOutNumbers) == [true])
    // The next process plays that, and asks for it again as it was.
    let second = back([other], then: [first.recorded.all])
    #expect(second.ids.first == first.ids.first)
    #expect(Set(second.ids).count == 2)
  }

  /// They have the ids that they were recorded with. One was taken for another of its case, which was then neither made again nor failed.
  @Test func `what came from another thread is made again under its own id, each`() async {
    let count = 3
    let first = Box<[EventID: Int]>([:]), second = Box<[EventID: Int]>([:])
    let begun = Countdown(count), again = Countdown(count)
    func server(_ asked: Box<[EventID: Int]>, _ told: Countdown, isStuck: Bool) -> some Server {
      ServerOf {
        Answer(\Page.double, whenInterrupted: .askAgain) { number, steps in
          asked.change { $0[steps.request.id] = number }
          told.step()
          if isStuck { try await Task.sleep(for: .seconds(60)) }
          return number
        }
      }
    }
    let session = SessionStream(app: app), inputs = Inputs()
    session.record(by: inputs)
    session.start(server(first, begun, isStuck: true))
    session.beginTurn()
    for number in 1...count { session.mailbox.send(Page.double(number)) }
    session.takeArrivals()
    session.endTurn()
    await begun.wait()
    let identity = session.identity
    session.end()
    let back = SessionStream(app: app, replaying: identity)
    back.start(server(second, again, isStuck: false))
    back.beginTurn()
    back.replayArrivals(inputs.all)
    back.endTurn()
    back.endReplay()
    await again.wait()
    #expect(second.value == first.value)
    back.end()
  }

  private func told(_ number: Int) -> RecordedEvent {
    let event = Store.note(.number(number))
    return RecordedEvent(
      event,
      Envelope(
        recorded: Store.eventType, tag: event.tag, sequence: 1,
        id: EventID(rawValue: StreamIdentity.unused().rawValue | 1), time: app.now, cause: nil, answers: nil,
        requests: []))
  }

  /// Runs a session in another process, and gives what came into it.
  private func recorded(_ life: (SessionStream) -> Void) -> (StreamIdentity, [RecordedEvent]) {
    let session = SessionStream(app: AppStream()), inputs = Inputs()
    session.record(by: inputs)
    life(session)
    return (session.identity, inputs.all)
  }
}

private final class Inputs: SessionRecorder {
  private(set) var all: [RecordedEvent] = []

  private var leavesOutNumbers = false

  func record<Root: Event>(_ event: Root, _ envelope: Envelope, isInput: Bool, beginsTurn: Bool) {
    guard isInput else { return }
    all.append(RecordedEvent(event, envelope, leavesOutNumbers: leavesOutNumbers))
    leavesOutNumbers = false
  }

  func leaveOutNumbers() { leavesOutNumbers = true }
}
