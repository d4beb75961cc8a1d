import Synchronization
import Testing

@testable import EventStream

/// What a session asks the app for once what led to it is durable.
@Suite(.serialized) struct `A session whose requests wait to be durable` {
  /// What becomes durable just while the session takes in something else is asked for all the same. It was forgotten until the next
  /// event came: of several quick clicks the last had no effect.
  @Test
  func `asks for all of them, whatever comes in meanwhile`() async {
    let app = AppStream()
    app.start(ServerOf { Answer(\Store.double, atMost: 1) { $0 * 2 } })
    let caller = Caller(app)
    await caller.listen()
    for round in 0..<(isDebug ? 3_000 : 30_000) {
      for pause in 0..<3 {
        await caller.ask(round)
        // Another moment each time, in the hope of meeting that in which an answer is taken in.
        for _ in 0..<(round % 17) * pause { await Task.yield() }
      }
      guard await caller.isAnswered(3 * (round + 1)) else {
        Issue.record("of the requests of round \(round) one was never made")
        break
      }
    }
    await caller.end()
    app.end()
  }
}

@Suite struct RepeatedRequestTests {
  @Test func `requests that may be repeated are remembered while thousands of others come`() {
    var requests = RepeatedRequests()
    let isNot1 = requests.remove(1)
    #expect(!isNot1)
    requests.insert(1)
    for other in 2...9_999 { requests.insert(UInt64(other)) }
    // These would have emptied all that is remembered.
    for other in 20_000...25_000 { requests.insert(UInt64(other)) }
    let is1 = requests.remove(1)
    #expect(is1)
    let isNot2 = requests.remove(1)
    #expect(!isNot2)
    for other in 30_000...60_000 { requests.insert(UInt64(other)) }
    let isNot3 = requests.remove(2)
    #expect(!isNot3)
    let is60_000 = requests.remove(60_000)
    #expect(is60_000)
  }
}

@Suite struct MailboxTests {
  /// A session looked as if it had nothing to wait for between the two.
  @Test func `an answer is there as soon as it isn't waited for any more`() async {
    let app = AppStream()
    app.start(ServerOf { Answer(\Store.double, atMost: 1) { $0 * 2 } })
    let early = Atomic(0)
    // On another thread than the answers, however few there are for these.
    await onThreads(1) { _ in
      for round in 0..<(isDebug ? 2_000 : 20_000) {
        let mailbox = Mailbox(app: app, origin: UInt64(round + 1) << 40)
        mailbox.send(Store.double(round))
        while !mailbox.hasArrivals { if mailbox.isIdle { early.add(1, ordering: .relaxed) } }
      }
    }
    #expect(early.load(ordering: .relaxed) == 0)
    app.end()
  }

  /// An act that was said again came between the answer and the turn that takes it in.
  @Test(arguments: [false, true])
  func `a session waits for an answer until it has taken that in`(isDurableFirst: Bool) async {
    let app = AppStream()
    app.start(ServerOf { Answer(\Store.double) { $0 * 2 } })
    let session = SessionStream(app: app)
    let isDurable = Gate()
    if isDurableFirst { session.send(toAppWhen: { await isDurable.wait() }) }
    session.mailbox.onArrival { _ in }
    #expect(!session.awaitsAnswers)
    session.send(Store.double(1))
    #expect(session.awaitsAnswers)
    isDurable.open()
    var isTaken = false, rounds = 0, early = 0
    let subscription = session.observe(\Store.doubled) { _, _ in isTaken = true }
    while !isTaken, rounds < 5_000 {
      try? await Task.sleep(for: .milliseconds(1))
      if !session.awaitsAnswers { early += 1 }
      session.takeArrivals()
      rounds += 1
    }
    #expect(isTaken && early == 0 && !session.awaitsAnswers)
    subscription.cancel()
    session.end()
    app.end()
  }

  /// Whoever waited for a turn in which nothing is awaited any more waited in vain.
  @Test func `a turn comes when nothing is awaited of the app any more`() async throws {
    let app = AppStream()
    app.start(ServerOf { Answer(\Store.double) { $0 * 2 } })
    let session = SessionStream(app: app), wakes = Box(0)
    session.mailbox.onArrival { _ in wakes.change { $0 += 1 } }
    #expect(try await session.mailbox.ask(\Store.double, 1) == 2)
    #expect(!session.awaitsAnswers && wakes.value == 1)
    session.end()
    app.end()
  }

  /// An act that waited for the answer went on between it and what the session's server made of it.
  @Test func `what a session's server makes of the app's answer is in before nothing is awaited any more`() async {
    let app = AppStream()
    app.start(ServerOf { Answer(\Store.double) { $0 * 2 } })
    for round in 0..<100 {
      let session = SessionStream(app: app), early = Box(0)
      session.start(
        ServerOf { Answer(\Page.spell) { number, steps in "\(try await steps.ask(\Store.double, number))" } })
      session.mailbox.onArrival { [mailbox = session.mailbox] _ in
        if !mailbox.hasAsked, !mailbox.hasArrivals { early.change { $0 += 1 } }
      }
      session.send(Page.spell(round))
      var rounds = 0
      while !session.mailbox.hasArrivals, rounds < 5_000 {
        try? await Task.sleep(for: .microseconds(100))
        rounds += 1
      }
      #expect(early.value == 0 && rounds < 5_000)
      session.end()
    }
    app.end()
  }

  /// It took away the wait of the session that had asked, which got no answer at all.
  @Test func `a session that ends while it answers another's request leaves that one its wait`() async {
    let app = AppStream(), isAsked = Gate()
    let subscription = app.observe(\Store.double) { _, _ in isAsked.open() }
    let (asker, server) = (SessionStream(app: app), SessionStream(app: app))
    server.start(ServerOf { Answer(\Store.spell) { number, steps in "\(try await steps.ask(\Store.double, number))" } })
    asker.send(Store.spell(1))
    await arrival(in: server)
    server.takeArrivals()
    await isAsked.wait()
    server.end()
    await arrival(in: asker)
    asker.takeArrivals()
    #expect(!asker.awaitsAnswers)
    asker.end()
    subscription.cancel()
    app.end()
  }

  /// The session looked as if it were waiting for as long as it lived.
  @Test func `what a body asks when it has answered holds up nothing`() async {
    let app = AppStream()
    app.start(ServerOf { Answer(\Store.double) { $0 * 2 } })
    let session = SessionStream(app: app), isAnswered = Gate(), isOver = Gate()
    session.start(
      ServerOf {
        Answer(\Page.spell) { number, steps in
          Task {
            await isAnswered.wait()
            _ = try? await steps.ask(\Store.double, number)
            isOver.open()
          }
          return "\(try await steps.ask(\Store.double, number))"
        }
      })
    session.send(Page.spell(1))
    await arrival(in: session)
    session.takeArrivals()
    isAnswered.open()
    await isOver.wait()
    #expect(!session.awaitsAnswers && session.mailbox.isIdle)
    session.end()
    app.end()
  }

  /// An act waited for a minute for what a timer would bring.
  @Test func `a body that waits for a while holds up nothing`() async {
    let clock = ManualClock()
    let app = AppStream(clock: clock.eventClock)
    app.start(ServerOf { Answer(\Store.double) { $0 * 2 } })
    let session = SessionStream(app: app), isWaiting = Gate()
    session.start(
      ServerOf {
        Answer(\Page.spell) { number, steps in
          let double = try await steps.ask(\Store.double, number)
          isWaiting.open()
          try await steps.wait(for: .seconds(60))
          return "\(double)"
        }
      })
    session.send(Page.spell(1))
    await isWaiting.wait()
    var rounds = 0
    while session.mailbox.hasAsked, rounds < 5_000 {
      try? await Task.sleep(for: .milliseconds(1))
      rounds += 1
    }
    #expect(rounds < 5_000)
    session.end()
    app.end()
  }

  /// Waits until something has come from outside.
  private func arrival(in session: SessionStream) async {
    for _ in 0..<5_000 where !session.mailbox.hasArrivals { try? await Task.sleep(for: .milliseconds(1)) }
    #expect(session.mailbox.hasArrivals)
  }

  /// A snapshot was made meanwhile, and who goes on from that doesn't know of the request.
  @Test func `nothing looks idle while somebody awaits the app`() async throws {
    let app = AppStream()
    let mailbox = Mailbox(app: app, origin: 1 << 40)
    let request = Box<Envelope?>(nil), asked = Gate()
    let subscription = app.observe(\Store.double) { _, envelope in
      request.change { $0 = envelope }
      asked.open()
    }
    #expect(mailbox.isIdle)
    let answer = Task { try await mailbox.ask(\Store.double, 1) }
    await asked.wait()
    #expect(!mailbox.isIdle)
    app.send(Store.doubled(.success(2)), causedBy: request.value)
    #expect(try await answer.value == 2)
    #expect(mailbox.isIdle)
    let cancelled = Task { try await mailbox.ask(\Store.double, 2) }
    cancelled.cancel()
    await #expect(throws: CancellationError.self) { _ = try await cancelled.value }
    #expect(mailbox.isIdle)
    subscription.cancel()
    app.end()
  }
}

/// A session at work, as a page's.
private actor Caller {
  private let stream: SessionStream
  private var subscription: SessionSubscription?
  private let answers = Box(0)

  init(_ app: AppStream) {
    stream = SessionStream(app: app)
    stream.send(toAppWhen: { await Task.yield() })
  }

  func listen() {
    stream.mailbox.onArrival { [weak self] _ in Task { await self?.takeIn() } }
    subscription = stream.observe(\Store.doubled) { [answers] _, _ in answers.change { $0 += 1 } }
  }

  func ask(_ number: Int) { stream.send(Store.double(number), by: self) }

  /// Whether so many requests are answered within 5 seconds, and while others had thousands of turns: beside tests that keep all
  /// threads busy for longer, time alone says nothing.
  func isAnswered(_ count: Int) async -> Bool {
    let end = ContinuousClock.now + .seconds(5)
    var turns = 0
    while answers.value < count, turns < 10_000 || ContinuousClock.now < end {
      await Task.yield()
      turns += 1
    }
    return answers.value == count
  }

  func end() {
    subscription = nil
    stream.end()
  }

  private func takeIn() { stream.takeArrivals() }
}
