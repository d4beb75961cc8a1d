import GhostlightTesting
import Testing

// The tests of docs/guides/your-first-app.md.

@Test func `one more is one more for everyone`() async throws {
  let app = LiveTest(CounterApp())
  let (ann, bo) = (try await app.open("/"), try await app.open("/"))
  try await ann.button("One more").click()
  #expect(await bo.heading("1").isVisible)
}

@Test func `only the one who asked for too little is told so`() async throws {
  let app = LiveTest(CounterApp())
  let (ann, bo) = (try await app.open("/"), try await app.open("/"))
  try await ann.button("One fewer").click()
  #expect(await ann.alert.isVisible)
  #expect(await bo.alert.isVisible == false)
}

@Test func `the count never falls below zero`() async throws {
  let server = ServerTest(CounterServer())
  let answer = try await server.send(CounterEvent.requestAdd(-1), expecting: \CounterEvent.total)
  #expect(answer == .failure(.belowZero))
}
