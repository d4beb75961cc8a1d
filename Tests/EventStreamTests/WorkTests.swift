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

  @Test
  func `goes on at once where no time is to pass`() async throws {
    try await clock.wait(for: .zero)
  }
}
