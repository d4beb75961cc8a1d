@testable import EventStream
import Synchronization
import Testing

/// A session between its own events and the app's.
@Suite struct `A session's stream` {
  @Test
  func `passes on what its reach says, and takes in what it observes`() async {
    let app = AppStream()
    let one = SessionStream(app: app), two = SessionStream(app: app)
    let ofApp = Box<[String]>([])
    var ofOne: [Int] = [], ofTwo: [Int] = []
    let appSubscriptions = [
      app.observe(Note.self) { event, _ in ofApp.change { $0.append(event.name) } },
      app.observe(Store.self) { event, _ in ofApp.change { $0.append(event.name) } },
    ]
    let subscriptions = [
      one.observe(\Store.double) { number, _ in ofOne.append(number) },
      one.observe(\Note.number) { number, _ in ofOne.append(-number) },
      two.observe(\Store.double) { number, _ in ofTwo.append(number) },
      two.observe(\Note.number) { number, _ in ofTwo.append(-number) },
    ]
    one.send(Note.number(1))
    one.send(Store.double(2))
    await run(one) { ofOne.count == 2 }
    await run(two) { ofTwo.count == 1 }
    #expect(ofOne == [-1, 2])
    #expect(ofTwo == [2])
    #expect(ofApp.value == ["Store.double"])
    for subscription in subscriptions { subscription.cancel() }
    for subscription in appSubscriptions { subscription.cancel() }
  }

  /// Each event of the app's that a screen had ever observed woke the session, and was recorded, as long as it lived.
  @Test func `hears of the app only what is observed in it`() async {
    let app = AppStream()
    let session = SessionStream(app: app)
    var seen: [Int] = []
    let first = session.observe(\Store.double) { number, _ in seen.append(number) }
    let second = session.observe(\Store.double) { number, _ in seen.append(10 * number) }
    let all = session.observe(Store.self) { _, _ in }
    #expect(session.concerns.cases.contains("Store.spell"))
    all.cancel()
    first.cancel()
    #expect(session.concerns.cases == ["Store.double"])
    app.send(Store.double(1))
    await run(session) { seen == [10] }
    second.cancel()
    #expect(session.concerns.cases.isEmpty)
    app.send(Store.double(2))
    #expect(!session.mailbox.hasArrivals)
    let third = session.observe(\Store.double) { number, _ in seen.append(number) }
    app.send(Store.double(3))
    await run(session) { seen == [10, 3] }
    third.cancel()
  }

  @Test(arguments: [false, true])
  func `goes on hearing what one observes in place of another, whoever comes first`(isEarly: Bool) async {
    let app = AppStream()
    let session = SessionStream(app: app)
    var seen: [Int] = []
    var old: SessionSubscription? = session.observe(\Store.double) { number, _ in seen.append(-number) }
    var new: SessionSubscription?
    let turn = session.observe(\Note.number) { _, _ in
      if !isEarly { old = nil }
      new = session.observe(\Store.double) { number, _ in seen.append(number) }
      if isEarly { old = nil }
    }
    session.send(Note.number(1))
    app.send(Store.double(2))
    await run(session) { seen == [2] }
    #expect(old == nil && new != nil)
    withExtendedLifetime(turn) { new = nil }
    #expect(session.concerns.cases.isEmpty)
  }

  @Test
  func `tells whether a request of an owner waits, until its answer's observers are called`() async {
    final class View {}
    let app = AppStream()
    let session = SessionStream(app: app)
    let view = View(), other = View()
    let gate = Gate()
    app.start(
      ServerOf {
        Answer(\Store.double) { number in
          await gate.wait()
          return number
        }
      })
    var states: [Bool] = []
    let subscription = session.observe(\Store.doubled) { _, _ in states.append(session.isUnanswered(by: view)) }
    session.send(Store.double(1), by: view)
    #expect(session.isUnanswered(by: view))
    #expect(session.isUnanswered(\Store.double, by: view))
    #expect(!session.isUnanswered(\Store.spell, by: view))
    #expect(!session.isUnanswered(by: other))
    gate.open()
    await run(session) { !states.isEmpty }
    #expect(states == [false])
    subscription.cancel()
    app.end()
  }

  @Test
  func `names the request in an answer that went by the app and back`() async {
    let app = AppStream()
    let session = SessionStream(app: app)
    app.start(ServerOf { Answer(\Store.double) { $0 * 2 } })
    session.start(
      ServerOf { Answer(\Page.spell) { number, steps in "\(try await steps.ask(\Store.double, number))" } })
    var request: EventID?
    var answer: Envelope?
    var words: String?
    let subscriptions = [
      session.observe(\Page.spell) { _, envelope in request = envelope.id },
      session.observe(\Page.spelled) { result, envelope in
        answer = envelope
        words = try? result.get()
      },
    ]
    session.send(Page.spell(2))
    await run(session) { answer != nil }
    #expect(words == "4")
    #expect(answer?.answers == request)
    for subscription in subscriptions { subscription.cancel() }
    app.end()
  }

  @Test
  func `answers what is asked within it`() async {
    let session = SessionStream(app: AppStream())
    session.start(
      ServerOf {
        On(\Page.double) { Page.doubled(.success($0 * 2)) }
        Answer(\Page.spell) { number, steps in "\(try await steps.ask(\Page.double, number))" }
      })
    var words: String?
    let subscription = session.observe(\Page.spelled) { result, _ in words = (try? result.get()) ?? "failed" }
    session.send(Page.spell(3))
    await run(session) { words != nil }
    #expect(words == "6")
    subscription.cancel()
  }

  @Test
  func `tells an owner its answer, whoever else ends while that is delivered`() {
    final class View {}
    let session = SessionStream(app: AppStream())
    session.start(ServerOf { On(\Page.double) { Page.doubled(.success($0 * 2)) } })
    let view = View(), other = View()
    var heard: [String] = []
    let subscriptions = [
      session.observeAnswers(to: \Page.double, by: view) { _, _ in
        heard.append("first")
        session.forgetRequests(of: other)
      },
      session.observeAnswers(to: \Page.double, by: view) { _, _ in
        heard.append("second")
        session.forgetRequests(of: view)
      },
      session.observeAnswers(to: \Page.double, by: view) { _, _ in heard.append("ended") },
    ]
    session.send(Page.double(1), by: view)
    #expect(heard == ["first", "second"])
    for subscription in subscriptions { subscription.cancel() }
  }

  @Test
  func `has who takes over hear of what others have asked, in its place among its own`() {
    final class View {}
    let session = SessionStream(app: AppStream())
    let view = View(), other = View(), list = View()
    var asked: [Int: Envelope] = [:], heard: [Int] = [], latest: [Int] = []
    func note(_ answer: Result<Int, TestFailure>, in heard: inout [Int]) {
      if case .success(let number) = answer { heard.append(number) }
    }
    let subscriptions = [
      session.observe(\Page.double) { number, envelope in asked[number] = envelope },
      session.observeAnswers(to: \Page.double, by: list) { answer, _ in
        note(answer, in: &heard)
        #expect(session.isAnswer(to: \Page.double, of: list) && !session.isAnswer(to: \Page.double, of: view))
      },
      session.observeAnswers(to: \Page.double, by: list, latestOnly: true) { answer, _ in note(answer, in: &latest) },
    ]
    session.send(Page.double(1), by: view)
    session.send(Page.double(2), by: list)
    session.send(Page.double(3), by: view)
    session.send(Page.double(4), by: other)
    #expect(!session.isAbandoned(\Page.double))
    session.forgetRequests(of: view)
    #expect(session.isAbandoned(\Page.double) && !session.isAbandoned(\Page.spell))
    #expect(session.unansweredRequest(\Page.double, by: list) == asked[2]?.id)
    #expect(session.takeOverRequests(\Page.double, by: list) == 2)
    #expect(!session.isAbandoned(\Page.double))
    #expect(session.unansweredRequest(\Page.double, by: list) == asked[3]?.id)
    // Who ends later leaves it what is unanswered.
    session.forgetRequests(of: other)
    for number in [4, 1, 3, 2] { session.send(Page.doubled(.success(number)), causedBy: asked[number]) }
    #expect(heard == [4, 1, 3, 2])
    // What was asked last, whoever has asked it and in whatever order that ended.
    #expect(latest == [4])
    #expect(!session.hasUnanswered && session.unansweredRequest(\Page.double, by: list) == nil)
    for subscription in subscriptions { subscription.cancel() }
  }

  /// The ids of acts are larger than all others: what was asked for behind one, because of news say, passed for older.
  @Test
  func `takes what was asked last for the latest, whether a user's act has led to it or not`() async {
    final class View {}
    let app = AppStream()
    app.start(ServerOf { On(\Store.double) { Store.doubled(.success($0 * 2)) } })
    let session = SessionStream(app: app), view = View()
    var shown: [Int] = []
    let subscription = session.observeAnswers(to: \Store.double, by: view, latestOnly: true) { answer, _ in
      if case .success(let number) = answer { shown.append(number) }
    }
    for (number, act) in [(1, 0), (2, 1), (3, 0), (4, 0), (5, 2)] {
      session.beginTurn()
      session.beginAct(act)
      session.send(Store.double(number), by: view)
      #expect(session.unansweredRequest(\Store.double, by: view) != nil)
      session.endTurn()
      await run(session) { !session.hasUnanswered }
    }
    #expect(shown == [2, 4, 6, 8, 10])
    session.beginAct(3)
    session.send(Store.double(6), by: view)
    session.beginAct(0)
    session.send(Store.double(7), by: view)
    await run(session) { !session.hasUnanswered }
    #expect(shown == [2, 4, 6, 8, 10, 14])
    subscription.cancel()
  }

  /// Between requests a session keeps nothing of those before: whether an answer is the last one's is known when it comes.
  @Test
  func `an answer isn't the latest's once another was asked for behind it, or while it is delivered`() {
    final class View {}
    let session = SessionStream(app: AppStream()), view = View()
    var asked: [Int: Envelope] = [:]
    var (isFollowed, shown) = (false, [Int]())
    let subscriptions = [
      session.observe(\Page.double) { number, envelope in asked[number] = envelope },
      session.observeAnswers(to: \Page.double, by: view) { _, _ in
        if isFollowed { session.send(Page.double(9), by: view) }
      },
      session.observeAnswers(to: \Page.double, by: view, latestOnly: true) { answer, _ in
        if case .success(let number) = answer { shown.append(number) }
      },
    ]
    func answer(_ numbers: Int...) {
      for number in numbers { session.send(Page.doubled(.success(number)), causedBy: asked[number]) }
    }
    session.send(Page.double(1), by: view)
    answer(1)
    session.send(Page.double(2), by: view)
    session.send(Page.double(3), by: view)
    answer(3, 2)
    #expect(shown == [1, 3])
    session.send(Page.double(4), by: view)
    isFollowed = true
    answer(4)
    isFollowed = false
    #expect(session.hasUnanswered && shown == [1, 3])
    answer(9)
    #expect(!session.hasUnanswered && shown == [1, 3, 9])
    for subscription in subscriptions { subscription.cancel() }
  }

  @Test
  func `takes in nothing twice when woken in a delivery`() async {
    let session = SessionStream(app: AppStream())
    var seen: [Int] = []
    let subscription = session.observe(\Note.number) { number, _ in
      seen.append(number)
      if number == 1 {
        session.mailbox.send(Note.number(3))
        session.takeArrivals()
        session.send(Note.number(2))
      }
    }
    session.mailbox.send(Note.number(1))
    session.takeArrivals()
    #expect(seen == [1, 2, 3])
    subscription.cancel()
  }

  @Test
  func `is woken once for news, and once more for what concerns it alone`() {
    let app = AppStream()
    let session = SessionStream(app: app)
    let woken = Mutex<[Mailbox.Arrival]>([])
    session.mailbox.onArrival { arrival in woken.withLock { $0.append(arrival) } }
    let subscription = session.observe(\Store.double) { _, _ in }
    for number in 1...2 { app.send(Store.double(number)) }
    for number in 1...2 { session.mailbox.send(Note.number(number)) }
    #expect(woken.withLock { $0 } == [.news, .own])
    session.takeArrivals()
    app.send(Store.double(3))
    #expect(woken.withLock { $0 } == [.news, .own, .news])
    subscription.cancel()
  }

  @Test
  func `ends subscriptions that were put together together, in their own delivery too`() {
    final class Held {}
    let session = SessionStream(app: AppStream())
    let together = SessionSubscriptions()
    var held: Held? = Held()
    weak let gone = held
    var calls: [String] = []
    together.append(session.observe(\Note.tick) { _, _ in together.cancel() })
    together.append(session.observe(\Note.tick) { [held] _, _ in calls.append("\(held == nil)") })
    together.append(session.observe(Note.self) { event, _ in calls.append(event.name) })
    held = nil
    let cancelled = session.observe(\Note.number) { _, _ in calls.append("cancelled before") }
    cancelled.cancel()
    together.append(cancelled)
    #expect(together.count == 3)
    session.send(Note.number(1))
    session.send(Note.tick)
    session.send(Note.tick)
    #expect(calls == ["Note.number"])
    #expect(together.count == 0)
    #expect(gone == nil)
  }

  @Test
  func `calls nobody for the event whose observer has ended it`() {
    let stream = SessionStream(app: AppStream())
    var calls: [String] = []
    let served = Box(0)
    let subscriptions = [
      stream.observe(\Note.tick) { [unowned stream] _, _ in
        calls.append("first")
        stream.end()
      },
      stream.observe(\Note.tick) { _, _ in calls.append("of the case") },
      stream.observe(Note.self) { _, _ in calls.append("of the type") },
    ]
    stream.start(
      ServerOf {
        On(\Note.tick) { _ in
          served.change { $0 += 1 }
          return Note.number(1)
        }
      })
    stream.send(Note.tick)
    #expect(calls == ["first"])
    #expect(served.value == 0)
    for subscription in subscriptions { subscription.cancel() }
  }

  @Test
  func `ends what asks the app through it`() async {
    let app = AppStream()
    let session = SessionStream(app: app)
    let mailbox = session.mailbox
    let asked = Gate()
    let requests = Box(0)
    let subscription = app.observe(\Store.double) { _ in
      requests.change { $0 += 1 }
      asked.open()
    }
    let answer = Task { try await mailbox.ask(\Store.double, 1, timeout: .seconds(2)) }
    await asked.wait()
    session.end()
    await #expect(throws: AskError.ended) { _ = try await answer.value }
    await #expect(throws: AskError.ended) { _ = try await mailbox.ask(\Store.double, 2, timeout: .seconds(2)) }
    #expect(requests.value == 1)
    #expect(app.waiters.isEmpty)
    subscription.cancel()
  }

  @Test
  func `has nobody wait for an answer that comes after its end`() {
    let app = AppStream()
    let session = SessionStream(app: app)
    session.mailbox.send(Store.double(1))
    session.end()
    session.mailbox.send(Store.double(2))
    #expect(app.waiters.isEmpty)
  }

  @Test
  func `lets observers go at its end that cancel others of other types when they are let go`() {
    // Safe because this test uses one thread.
    final class Canceller: @unchecked Sendable {
      let subscription: SessionSubscription
      init(_ subscription: SessionSubscription) { self.subscription = subscription }
      deinit { subscription.cancel() }
    }
    let stream = SessionStream(app: AppStream())
    weak var first: Canceller?
    weak var second: Canceller?
    do {
      // One each way, for nobody knows which type's observers are let go first.
      let ofNote = Canceller(stream.observe(\Note.tick) { _, _ in })
      let ofPage = Canceller(stream.observe(\Page.double) { _, _ in })
      (first, second) = (ofNote, ofPage)
      stream.start(ServerOf { Do(\Page.spell) { _ in _ = ofNote } })
      stream.start(ServerOf { Do(\Note.number) { _ in _ = ofPage } })
    }
    #expect(first != nil && second != nil)
    stream.end()
    #expect(first == nil && second == nil)
  }

  @Test
  func `is let go by an app that lives on`() async {
    final class Held: Sendable {}
    let app = AppStream()
    weak var gone: SessionStream?
    weak var mailboxGone: Mailbox?
    do {
      let session = SessionStream(app: app)
      gone = session
      mailboxGone = session.mailbox
      session.start(ServerOf { On(\Store.double) { _ in Note.tick } })
      session.mailbox.onArrival { [weak mailbox = session.mailbox] _ in _ = mailbox }
      app.send(Store.double(1))
      session.takeArrivals()
      session.end()
    }
    await app.settle()
    #expect(gone == nil)
    #expect(mailboxGone == nil)
  }
}
