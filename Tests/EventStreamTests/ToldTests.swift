import Testing

@testable import EventStream

/// What a session was told at its return isn't told twice, and isn't kept for that any longer than it may come.
@Suite struct `What a returned session was told` {
  @Test func `is forgotten once later news have come`() async throws {
    let app = AppStream()
    let heard = Box<[Envelope]>([])
    let listening = app.observe(\Store.double) { _, envelope in heard.change { $0.append(envelope) } }
    let session = SessionStream(app: app, replaying: .unused())
    var seen: [Int] = []
    let subscription = session.observe(\Store.double) { number, _ in seen.append(number) }
    app.send(Store.double(2))
    let live = try #require(heard.value.first)
    // One from a process that is over, and one that comes by itself too. No stream of this process has an id like the first's.
    let old = Envelope(
      recorded: Store.eventType, tag: Int(live.tag), sequence: 1,
      id: EventID(rawValue: StreamIdentity.unused().rawValue | 1),
      time: Timestamp(nanoseconds: live.time.nanoseconds - 1), cause: nil, answers: nil, requests: [])
    session.endReplay(
      missed: [RecordedEvent(Store.double(1), old), RecordedEvent(Store.double(2), live)])
    #expect(seen == [1, 2])
    session.takeArrivals()
    #expect(seen == [1, 2])
    #expect(session.heardBefore?.told == [old.id.rawValue])
    // Something of its own says nothing of the app's.
    session.mailbox.send(Note.number(1))
    session.takeArrivals()
    #expect(session.heardBefore?.told.count == 1)
    try await Task.sleep(for: .milliseconds(30))
    app.send(Store.double(3))
    session.takeArrivals()
    #expect(seen == [1, 2, 3])
    #expect(session.heardBefore?.told.isEmpty == true)
    subscription.cancel()
    listening.cancel()
  }

  /// What had passed while nothing here observed it was told to who observes it now.
  @Test(arguments: [false, true])
  func `is what has happened since it is observed, as far as clocks tell`(isSetBack: Bool) {
    let app = AppStream(clock: EventClock { Timestamp(milliseconds: isSetBack ? 4_000 : 9_000) })
    let session = SessionStream(app: app, replaying: .unused())
    var seen: [Int] = []
    var subscription: SessionSubscription?
    let turn = session.observe(\Note.number) { _, _ in
      subscription = session.observe(\Store.double) { number, _ in seen.append(number) }
    }
    func recorded(_ event: some Event, _ number: UInt64, at seconds: Int64) -> RecordedEvent {
      let envelope = Envelope(
        recorded: type(of: event).eventType, tag: event.tag, sequence: number,
        id: EventID(rawValue: StreamIdentity.unused().rawValue | number),
        time: Timestamp(milliseconds: 1_000 * seconds),
        cause: nil, answers: nil, requests: [])
      return RecordedEvent(event, envelope)
    }
    session.replay(recorded(Note.number(1), 1, at: 5))
    session.endReplay(missed: [
      recorded(Store.double(1), 1, at: 3), recorded(Store.double(2), 2, at: isSetBack ? 3 : 7),
    ])
    #expect(seen == (isSetBack ? [1, 2] : [2]))
    withExtendedLifetime((turn, subscription)) {}
  }

  /// What a session asks of the app and observes comes back to it by the app's stream: before it was away, or while it was.
  @Test(arguments: [false, true], [false, true])
  func `is each of its own requests, once`(hasHeard: Bool, isRepeated: Bool) throws {
    let app = AppStream()
    app.start(ServerOf { Answer(\Store.double, whenInterrupted: isRepeated ? .askAgain : .fail) { $0 * 2 } })
    let identity = StreamIdentity.unused()
    let session = SessionStream(app: app, replaying: identity)
    var seen: [Int] = []
    let subscriptions = [
      session.observe(\Note.number) { [unowned session] number, _ in session.send(Store.double(number)) },
      session.observe(\Store.double) { number, _ in seen.append(number) },
    ]
    func recorded(_ event: some Event, _ id: UInt64, answering request: UInt64? = nil) -> RecordedEvent {
      let envelope = Envelope(
        recorded: type(of: event).eventType, tag: event.tag, sequence: 1, id: EventID(rawValue: id),
        time: Timestamp(nanoseconds: app.now.nanoseconds - 1_000), cause: nil,
        answers: request.map(EventID.init(rawValue:)), requests: [])
      return RecordedEvent(event, envelope)
    }
    // The first number that a session gives to what it asks.
    let (asked, other) = (identity.rawValue | 1 << 38 | 1, StreamIdentity.unused().rawValue)
    session.beginTurn()
    session.replay(recorded(Note.number(4), identity.rawValue | 1))
    session.endTurn()
    let news = recorded(Store.double(4), asked)
    if hasHeard {
      session.beginTurn()
      session.replayArrivals([news])
      session.endTurn()
    }
    // Where it had heard it, and something else since, another process may have asked it again and told nobody.
    let answer = hasHeard ? [recorded(Store.doubled(.success(8)), other | 2, answering: asked)] : []
    // And another may have made it again before that.
    session.endReplay(missed: [news, news] + answer, repeatsRequests: isRepeated)
    #expect(seen == [4])
    session.takeArrivals()
    #expect(seen == [4])
    #expect(session.heardBefore?.own.isEmpty == true)
    withExtendedLifetime(subscriptions) {}
    session.end()
  }
}
