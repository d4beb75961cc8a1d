import EventStream
import Testing

/// Asynchronous work of servers, and the clock that it waits for.
@Suite struct `Work that lets time pass` {
  let clock = ManualClock()

  @Test
  func `waits for the stream's clock, which knows that nothing else happens meanwhile`() async throws {
    let stream = AppStream(clock: clock.eventClock)
    stream.start(
      ServerOf {
        Answer(\Store.double) { number, steps in
          try await steps.wait(for: .seconds(2))
          return number * 2
        }
      })
    #expect(!clock.isAwaited)
    let answer = Task { try await stream.ask(\Store.double, 4) }
    // The work, and the time limit of who asked.
    await clock.waitForSleepers(2)
    #expect(clock.isAwaited)
    clock.advance(by: .milliseconds(1_999))
    #expect(clock.isAwaited)
    clock.advance(by: .milliseconds(1))
    #expect(!clock.isAwaited)
    #expect(try await answer.value == 8)
    stream.end()
  }

  @Test
  func `keeps the work that asked for it waiting, and the clock knows`() async throws {
    let stream = AppStream(clock: clock.eventClock)
    stream.start(
      ServerOf {
        Answer(\Store.spell) { number, steps in
          let doubled = try await steps.ask(\Store.double, number)
          return "\(doubled)"
        }
        Answer(\Store.double) { number, steps in
          try await steps.wait(for: .seconds(2))
          return number * 2
        }
      })
    let answer = Task { try await stream.ask(\Store.spell, 4) }
    await clock.waitForSleepers(3)
    #expect(clock.isAwaited)
    clock.advance(by: .seconds(2))
    #expect(try await answer.value == "8")
    stream.end()
  }

  /// It stood in for the one that was at work.
  @Test(.timeLimit(.minutes(1)))
  func `asks for two things at once as one that asks`() async throws {
    let stream = AppStream(clock: clock.eventClock)
    let isUnderWay = Gate(), mayEnd = Gate()
    stream.start(
      ServerOf {
        Answer(\Store.spell) { number, steps in
          async let first = steps.ask(\Store.double, number)
          async let second = steps.ask(\Store.double, number + 1)
          let both = try await (first, second)
          return "\(both.0), \(both.1)"
        }
        Answer(\Store.double) { number, steps in
          if number == 4 {
            try await steps.wait(for: .seconds(2))
          } else {
            isUnderWay.open()
            await mayEnd.wait()
          }
          return number * 2
        }
      })
    let answer = Task { try await stream.ask(\Store.spell, 4) }
    // The one that waits, and the time limits of the three who asked.
    await clock.waitForSleepers(4)
    await isUnderWay.wait()
    #expect(!clock.isAwaited)
    mayEnd.open()
    while !clock.isAwaited { await Task.yield() }
    clock.advance(by: .seconds(2))
    #expect(try await answer.value == "8, 10")
    stream.end()
  }

  @Test(.timeLimit(.minutes(1)))
  func `waits twice at once as one that waits, until the last is over`() async throws {
    let stream = AppStream(clock: clock.eventClock)
    let isUnderWay = Gate(), mayEnd = Gate()
    stream.start(
      ServerOf {
        Answer(\Store.double) { number, steps in
          if number == 4 {
            async let short: Void = steps.wait(for: .seconds(1))
            async let long: Void = steps.wait(for: .seconds(2))
            _ = try await (short, long)
          } else {
            isUnderWay.open()
            await mayEnd.wait()
          }
          return number * 2
        }
      })
    let answer = Task { try await stream.ask(\Store.double, 4) }
    let other = Task { try await stream.ask(\Store.double, 5) }
    // Those that wait, and the time limits of who asked.
    await clock.waitForSleepers(4)
    await isUnderWay.wait()
    #expect(!clock.isAwaited)
    mayEnd.open()
    #expect(try await other.value == 10)
    while !clock.isAwaited { await Task.yield() }
    clock.advance(by: .seconds(1))
    #expect(clock.isAwaited)
    clock.advance(by: .seconds(1))
    #expect(!clock.isAwaited)
    #expect(try await answer.value == 8)
    stream.end()
  }

  @Test
  func `ends with its server`() async {
    let stream = AppStream(clock: clock.eventClock)
    let server = stream.start(
      ServerOf {
        Answer(\Store.double) { number, steps in
          try await steps.wait(for: .seconds(2))
          return number
        }
      })
    let answer = Task { try await stream.ask(\Store.double, 4) }
    await clock.waitForSleepers(2)
    server.end()
    await #expect(throws: TestFailure.self) { try await answer.value }
    #expect(!clock.isAwaited)
    stream.end()
  }

  /// Who is told that it is cancelled is told at once, in the thread that ends the server, and may ask for more.
  @Test(.timeLimit(.minutes(1)))
  func `may ask its server for more when that ends`() async throws {
    let stream = AppStream()
    let isUnderWay = Gate()
    let server = stream.start(
      ServerOf {
        Answer(\Store.double) { number, steps in
          if number == 2 { return 4 }
          await withTaskCancellationHandler {
            isUnderWay.open()
            while !Task.isCancelled { await Task.yield() }
          } onCancel: {
            steps.send(Store.double(2))
          }
          throw CancellationError()
        }
      })
    let answer = Task { try await stream.ask(\Store.double, 1) }
    await isUnderWay.wait()
    server.end()
    await #expect(throws: TestFailure.self) { try await answer.value }
    stream.end()
  }

  @Test
  func `goes on at once where no time is to pass`() async throws {
    try await clock.wait(for: .zero)
  }
}

/// Runs something for as long as its server does.
private struct Running: Observers {
  let body: @Sendable () async -> Void

  init(_ body: @escaping @Sendable () async -> Void) { self.body = body }

  func start(at place: Place, for server: RunningServer) { server.run(body) }
}

/// What servers run for as long as they live, and how they are stopped.
@Suite(.timeLimit(.minutes(1))) struct `What a server runs` {
  let stream = AppStream()
  let isStored = Box(false)

  /// Stores what it has when it is told to end, which takes a while.
  private var keeper: Running {
    Running { [isStored] in
      while (try? await Task.sleep(for: .seconds(3600))) != nil {}
      for _ in 0..<1_000 { await Task.yield() }
      isStored.change { $0 = true }
    }
  }

  @Test func `does its last work before the stream has finished`() async {
    stream.start(ServerOf { keeper })
    await stream.finish(within: .seconds(60))
    #expect(stream.isEnded && isStored.value)
    // There is nothing left to wait for.
    await stream.finish(within: .seconds(60))
  }

  @Test func `is waited for where it was ended before, and where it runs in a session`() async {
    let running = stream.start(ServerOf { keeper })
    running.end()
    await stream.finish(within: .seconds(60))
    #expect(isStored.value)
    isStored.change { $0 = false }
    let app = AppStream()
    let session = SessionStream(app: app)
    session.start(ServerOf { keeper })
    session.end()
    await app.finish(within: .seconds(60))
    #expect(isStored.value)
  }

  @Test func `is waited for by a task that is cancelled too`() async {
    stream.start(ServerOf { keeper })
    let stopping = Task { [stream] in
      while !Task.isCancelled { await Task.yield() }
      await stream.finish(within: .seconds(60))
    }
    stopping.cancel()
    await stopping.value
    #expect(isStored.value)
  }

  @Test func `is waited for no longer than was said`() async {
    let gate = Gate()
    stream.start(ServerOf { Running { await gate.wait() } })
    await stream.finish(within: .milliseconds(20))
    #expect(stream.isEnded)
    gate.open()
    await stream.finish(within: .seconds(60))
  }
}
