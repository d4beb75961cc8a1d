import EventStream
import Synchronization
import Testing

/// Requests, their answers, and those who wait for them.
@Suite struct `A request` {
  let clock = ManualClock()

  @Test
  func `is answered to the one who asked`() async throws {
    let stream = AppStream()
    stream.start(ServerOf { Answer(\Store.double) { $0 * 2 } })
    try await withThrowingTaskGroup(of: (Int, Int).self) { group in
      for number in 0..<100 {
        group.addTask { (number, try await stream.ask(\Store.double, number)) }
      }
      for try await (number, answer) in group { #expect(answer == number * 2) }
    }
    stream.end()
  }

  @Test
  func `fails with what the server threw`() async {
    let stream = AppStream()
    stream.start(ServerOf { Answer(\Store.double) { _ in throw TestFailure("full") } })
    await #expect(throws: TestFailure("full")) { try await stream.ask(\Store.double, 1) }
    stream.end()
  }

  /// An app that failed for everybody said nothing to its operator.
  @Test
  func `tells its stream's failure handler what the server threw`() async throws {
    let told = Box<[String]>([])
    let tell: FailureHandler = { error, envelope in told.change { $0.append("\(envelope.name): \(error)") } }
    let stream = AppStream(onFailure: tell)
    let server = ServerOf {
      Answer(\Store.double) { number in
        if number < 0 { throw Flood() }
        return 2 * number
      }
    }
    stream.start(server)
    await #expect(throws: TestFailure.self) { try await stream.ask(\Store.double, -1) }
    #expect(try await stream.ask(\Store.double, 2) == 4)
    #expect(told.value == ["Store.double: the river has risen"])
    let session = SessionStream(app: stream, onFailure: tell)
    session.start(ServerOf { Answer(\Page.double) { _ in throw TestFailure("full") } })
    var answers: [Result<Int, TestFailure>] = []
    let subscription = session.observe(\Page.doubled) { answer, _ in answers.append(answer) }
    session.send(Page.double(1))
    await run(session) { !answers.isEmpty }
    #expect(told.value.dropFirst() == ["Page.double: \(TestFailure("full"))"])
    subscription.cancel()
    session.end()
    stream.end()
  }

  /// Whatever a client makes of being cancelled: at each end of a tab its operator was told of that.
  @Test(arguments: [CancellationError(), Flood()] as [any Error])
  func `tells nobody of a failure that is its server's end`(called error: any Error) async {
    let told = Box<[String]>([])
    let stream = AppStream(onFailure: { error, _ in told.change { $0.append("\(error)") } })
    let begun = Gate()
    let server = stream.start(
      ServerOf {
        Answer(\Store.double) { number in
          begun.open()
          do { try await Task.sleep(for: .seconds(3600)) } catch _ { throw error }
          return number
        }
      })
    let answer = Task { try await stream.ask(\Store.double, 1) }
    await begun.wait()
    server.end()
    await #expect(throws: TestFailure.self) { _ = try await answer.value }
    #expect(told.value.isEmpty)
    stream.end()
  }

  @Test(arguments: [(Flood(), true), (TestFailure("full"), false), (CountFailure(), false)] as [(any Error, Bool)])
  func `fails for its operator too, unless with some answer's failure`(error: any Error, isForOperator: Bool) async {
    let told = Box<[Bool]>([])
    let stream = AppStream(onFailure: { error, envelope in told.change { $0.append(envelope.isForOperator(error)) } })
    stream.start(
      ServerOf {
        Answer(\Store.double) { _ in throw error }
        On(\Store.spell) { _ -> Store in throw error }
      })
    await #expect(throws: TestFailure.self) { try await stream.ask(\Store.double, 1) }
    await #expect(throws: TestFailure.self) { try await stream.ask(\Store.spell, 1) }
    #expect(told.value == [isForOperator, isForOperator])
    stream.end()
  }

  private struct Flood: Error, CustomStringConvertible {
    let description = "the river has risen"
  }

  private struct CountFailure: AnswerFailure {
    init() {}
    init(_ error: any Error) {}
  }

  @Test
  func `times out where nobody answers, and its late answer finds nobody`() async {
    let stream = AppStream(clock: clock.eventClock)
    let request = Box<Envelope?>(nil)
    let subscription = stream.observe(\Store.double) { _, envelope in request.change { $0 = envelope } }
    let answer = Task { try await stream.ask(\Store.double, 1, timeout: .seconds(5)) }
    await clock.waitForSleepers()
    clock.advance(by: .seconds(5))
    await #expect(throws: AskError.timedOut(request: "Store.double", after: .seconds(5))) { _ = try await answer.value }
    stream.send(Store.doubled(.success(2)), causedBy: request.value)
    subscription.cancel()
  }

  @Test
  func `leaves nothing behind where the handler never answers`() async {
    final class Held: Sendable {}
    weak var gone: AppStream?
    let work = Gate(), begun = Gate()
    do {
      let stream = AppStream(clock: clock.eventClock)
      gone = stream
      let server = stream.start(
        ServerOf {
          Answer(\Store.double) { number in
            begun.open()
            await work.wait()
            return number
          }
        })
      let answer = Task { try await stream.ask(\Store.double, 1, timeout: .seconds(5)) }
      await begun.wait()
      await clock.waitForSleepers()
      clock.advance(by: .seconds(5))
      await #expect(throws: AskError.self) { _ = try await answer.value }
      server.end()
      stream.end()
    }
    work.open()
    // The task that was let run to its end holds the stream until then.
    while gone != nil { await Task.yield() }
  }

  @Test
  func `is given up when its task is cancelled, before or after it is sent`() async {
    let stream = AppStream(clock: clock.eventClock)
    let asked = Gate()
    let subscription = stream.observe(\Store.double) { _ in asked.open() }
    let after = Task { try await stream.ask(\Store.double, 1) }
    await asked.wait()
    after.cancel()
    await #expect(throws: CancellationError.self) { _ = try await after.value }
    let gate = Gate()
    let before = Task {
      await gate.wait()
      return try await stream.ask(\Store.double, 1)
    }
    before.cancel()
    gate.open()
    await #expect(throws: CancellationError.self) { _ = try await before.value }
    subscription.cancel()
  }

  @Test
  func `ends with its stream`() async {
    let stream = AppStream(clock: clock.eventClock)
    let asked = Gate()
    let subscription = stream.observe(\Store.double) { _ in asked.open() }
    let answer = Task { try await stream.ask(\Store.double, 1) }
    await asked.wait()
    stream.end()
    await #expect(throws: AskError.ended) { _ = try await answer.value }
    await #expect(throws: AskError.ended) { _ = try await stream.ask(\Store.double, 1) }
    subscription.cancel()
  }

  @Test
  func `is named by its answer through requests made on its behalf`() async throws {
    let stream = AppStream()
    let seen = Box<[String: Envelope]>([:])
    final class Recorder: Tap {
      let seen: Box<[String: Envelope]>
      init(_ seen: Box<[String: Envelope]>) { self.seen = seen }
      func receive<Root: Event>(_ event: Root, _ envelope: Envelope) {
        let name = event.name
        seen.change { $0[name] = envelope }
      }
    }
    stream.add(Recorder(seen))
    stream.start(
      ServerOf {
        Answer(\Store.spell) { number, steps in "twice is \(try await steps.ask(\Store.double, number))" }
        Answer(\Store.double) { number in
          if number < 0 { throw TestFailure("negative") }
          return number * 2
        }
      })
    #expect(try await stream.ask(\Store.spell, 2) == "twice is 4")
    for (request, answer) in [("Store.spell", "Store.spelled"), ("Store.double", "Store.doubled")] {
      #expect(seen.value[answer]?.answers == seen.value[request]?.id)
    }
    #expect(seen.value["Store.double"]?.requests.first == seen.value["Store.spell"]?.id)
    await #expect(throws: TestFailure("negative")) { try await stream.ask(\Store.spell, -1) }
    #expect(seen.value["Store.spelled"]?.answers == seen.value["Store.spell"]?.id)
    stream.end()
  }
}

/// Servers and what they own.
@Suite struct `A server` {
  @Test
  func `works on no more requests at a time than it says, in their order`() async {
    let stream = AppStream()
    let active = Box(0), most = Box(0), order = Box<[Int]>([])
    let done = Countdown(50)
    stream.start(
      ServerOf {
        Answer(\Store.double, atMost: 1) { number in
          active.change { $0 += 1 }
          let now = active.value
          most.change { $0 = max($0, now) }
          await Task.yield()
          active.change { $0 -= 1 }
          return number
        }
      })
    let subscription = stream.observe(\Store.doubled) { result in
      order.change { $0.append((try? result.get()) ?? -1) }
      done.step()
    }
    for number in 0..<50 { stream.send(Store.double(number)) }
    await done.wait()
    #expect(most.value == 1)
    #expect(order.value == Array(0..<50))
    subscription.cancel()
    stream.end()
  }

  /// In which order numbers are answered one at a time, all of which are sent while the first, which is zero, is held.
  private func order(of count: Int, _ app: AppStream, first: () -> Void, rest: () -> Void) async -> [Int] {
    let isHeld = Box(true), begun = Countdown(1), done = Countdown(count)
    let order = Box<[Int]>([])
    app.start(
      ServerOf {
        Answer(\Store.double, atMost: 1) { number in
          if number == 0 {
            begun.step()
            while isHeld.value { try await Task.sleep(for: .milliseconds(1)) }
          }
          return number
        }
      })
    let subscription = app.observe(\Store.doubled) { result in
      order.change { $0.append((try? result.get()) ?? -1) }
      done.step()
    }
    first()
    await begun.wait()
    rest()
    isHeld.change { $0 = false }
    await done.wait()
    subscription.cancel()
    app.end()
    return order.value
  }

  /// One session's thousand requests stood before everybody else's.
  @Test
  func `answers sessions by turns, and what one of them asks in its order`() async {
    let app = AppStream()
    let one = SessionStream(app: app), two = SessionStream(app: app)
    let found = await order(of: 103, app) {
      for number in 0..<100 { one.send(Store.double(number)) }
    } rest: {
      for number in 1_000..<1_003 { two.send(Store.double(number)) }
    }
    #expect(Array(found.prefix(8)) == [0, 1, 1_000, 2, 1_001, 3, 1_002, 4])
    #expect(found.filter { $0 < 1_000 } == Array(0..<100))
  }

  /// An address's two hundred sessions stood before everybody else's one.
  @Test
  func `answers sessions that belong together as often as one`() async {
    let app = AppStream()
    let many = (0..<20).map { _ in SessionStream(app: app) }, one = SessionStream(app: app)
    for session in many { session.party = 7 }
    let found = await order(of: 43, app) {
      for round in 0..<2 {
        for (index, session) in many.enumerated() { session.send(Store.double(100 * round + index)) }
      }
    } rest: {
      for number in 1_000..<1_003 { one.send(Store.double(number)) }
    }
    #expect(Array(found.prefix(8)) == [0, 1, 1_000, 2, 1_001, 3, 1_002, 4])
    #expect(found.filter { $0 < 1_000 } == Array(0..<20) + Array(100..<120))
  }

  /// What was asked again at a return had its turn after what came then.
  @Test
  func `answers what one session asks in its order, also where it gets into a party meanwhile`() async {
    let app = AppStream()
    let session = SessionStream(app: app)
    let found = await order(of: 20, app) {
      for number in 0..<10 { session.send(Store.double(number)) }
    } rest: {
      session.party = 7
      for number in 10..<20 { session.send(Store.double(number)) }
    }
    #expect(found == Array(0..<20))
  }

  /// What servers ask on behalf of sessions stood in one line, as the app's own.
  @Test
  func `answers what is asked for a session in the session's turn`() async {
    let app = AppStream()
    let one = SessionStream(app: app), two = SessionStream(app: app)
    let asked = Box<[Envelope]>([])
    let subscription = app.observe(\Store.spell) { _, request in asked.change { $0.append(request) } }
    for session in [one, two] { session.send(Store.spell(1)) }
    await app.settle()
    subscription.cancel()
    let requests = asked.value
    let found = await order(of: 24, app) {
      app.send(Store.double(0))
    } rest: {
      for number in 100..<110 { two.mailbox.send(Store.double(number), causedBy: requests[1]) }
      for number in 110..<120 { app.send(Store.double(number), causedBy: requests[1]) }
      one.mailbox.send(Store.double(1), causedBy: requests[0])
      one.send(Store.double(2))
      app.send(Store.double(3), causedBy: requests[0])
    }
    #expect(Array(found.prefix(7)) == [0, 100, 1, 101, 2, 102, 3])
    #expect(found.filter { $0 >= 100 } == Array(100..<120))
  }

  /// What news had led to stood in another line than what the session's user did.
  @Test
  func `answers within a session in order, whatever led to what`() async {
    let app = AppStream()
    let session = SessionStream(app: app)
    let isHeld = Box(true), begun = Countdown(1), done = Countdown(6)
    let order = Box<[Int]>([])
    session.start(
      ServerOf {
        On(\Store.note.number) { Page.double($0) }
        Answer(\Page.double, atMost: 1) { number in
          if number == 0 { begun.step() }
          while isHeld.value { try await Task.sleep(for: .milliseconds(1)) }
          order.change { $0.append(number) }
          done.step()
          return number
        }
      })
    session.send(Page.double(0))
    await begun.wait()
    for number in 101...103 { app.send(Store.note(.number(number))) }
    await app.settle()
    session.takeArrivals()
    for number in 1...2 { session.send(Page.double(number)) }
    isHeld.change { $0 = false }
    await done.wait()
    #expect(order.value == [0, 101, 102, 103, 1, 2])
    session.end()
    app.end()
  }

  @Test
  func `answers what it was working on, begun or waiting, with a failure when it ends`() async {
    let stream = AppStream()
    let begun = Countdown(2), answered = Countdown(5)
    let failures = Box(0)
    let server = stream.start(
      ServerOf {
        Answer(\Store.double, atMost: 2) { number in
          begun.step()
          try await Task.sleep(for: .seconds(3600))
          return number
        }
      })
    let subscription = stream.observe(\Store.doubled) { result, envelope in
      if case .failure = result, envelope.answers != nil { failures.change { $0 += 1 } }
      answered.step()
    }
    for number in 0..<5 { stream.send(Store.double(number)) }
    await begun.wait()
    server.end()
    await answered.wait()
    #expect(failures.value == 5)
    stream.send(Store.double(6))
    await stream.settle()
    #expect(failures.value == 5)
    subscription.cancel()
  }

  @Test
  func `can be started and ended while events pass, leaving nothing`() async {
    final class Held: Sendable {}
    let stream = AppStream()
    let count = isDebug ? 200 : 2_000
    weak var gone: Held?
    await onThreads(2) { thread in
      for number in 0..<count {
        if thread == 0 {
          stream.send(Note.number(number))
        } else {
          stream.start(ServerOf { On(\Note.number) { _ in Note.tick } }).end()
        }
      }
    }
    do {
      let held = Held()
      gone = held
      let server = stream.start(ServerOf { Do(\Note.tick) { _ in _ = held } })
      server.end()
      server.end()
    }
    await stream.settle()
    #expect(gone == nil)
    stream.end()
    #expect(stream.isEnded)
  }

  /// Each was sent for all that had been asked before it and had no answer: the twenty-thousandth took a hundred times as long as the first, and
  /// letting go of fifty thousand ran out of stack.
  @Test
  func `can ask on behalf of one another for as long as they like`() {
    let stream = AppStream()
    let last = Box<Envelope?>(nil)
    let subscription = stream.observe(\Store.double) { number, envelope in
      last.change { $0 = envelope }
      if number < 5_000 { stream.send(Store.double(number + 1), causedBy: envelope) }
    }
    stream.send(Store.double(1))
    let requests = last.value?.requests.map(\.rawValue) ?? []
    let id = last.value?.id.rawValue ?? 0
    #expect((Envelope.mostRequests / 2...Envelope.mostRequests).contains(requests.count))
    #expect(requests == (1...UInt64(max(requests.count, 1))).map { id - $0 })
    subscription.cancel()
  }
}
