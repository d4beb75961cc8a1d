import EventStream
import Testing
import ViewKit

@testable import WebServer

/// Those who wait until what they have said may be taken.
@Suite(.timeLimit(.minutes(1))) struct PausesTests {
  struct App: LiveApp {
    let name = "Test"
    func session(for visitor: Visitor) -> Session { Session(screens: Routes { "/" ~> { Controller() } }) }
  }

  private func open() async throws -> WebSession {
    var configuration = ServerConfiguration()
    configuration.intentBytesPerSecond = 1
    configuration.intentBytesPerSecondAndAddress = 1
    let store = SessionStore(App(), stream: AppStream(), configuration: configuration)
    return try await store.open("/", visitor: "v", reading: ["en"], from: "a")
  }

  @Test func `what is within the limits doesn't wait`() async throws {
    let session = try await open()
    #expect(await session.pause(for: 4, .connection(1)))
  }

  @Test func `what has waited in vain costs nothing`() async throws {
    let session = try await open()
    let waiting = Task { await session.pause(for: 1_000, .connection(1)) }
    while session.pauses.count == 0 { try await Task.sleep(for: .milliseconds(1)) }
    session.pauses.endConnections(before: 1)
    #expect(session.pauses.count == 1)
    session.pauses.endConnections(before: 2)
    #expect(await !waiting.value)
    #expect(session.pauses.count == 0)
    let (own, shared) = session.throttle(4)
    #expect((own, shared) == (.zero, .zero))
  }

  @Test func `who was in vain before doesn't wait`() async throws {
    let session = try await open()
    #expect(await !session.pause(for: 1_000, .connection(1), unless: { true }))
    #expect(session.pauses.count == 0)
  }

  /// Each connection that a page had given up went on waiting.
  @Test func `who waits for a row goes when another connection has taken over`() async throws {
    let session = try await open()
    let pauses = session.pauses
    let waiting = Task {
      await pauses.wait(.connection(1), unless: { false }) { try? await Task.sleep(for: .seconds(1_000)) }
    }
    while pauses.count == 0 { try await Task.sleep(for: .milliseconds(1)) }
    pauses.endConnections(before: 2)
    #expect(await !waiting.value)
    #expect(await pauses.wait(.connection(2), unless: { false }) {})
    #expect(pauses.count == 0)
  }

  @Test func `of files only some wait`() async throws {
    let pauses = Pauses()
    let waiting = (0..<8).map { _ in Task { await pauses.wait(.seconds(1_000), .file, unless: { false }) } }
    while pauses.count < 8 { try await Task.sleep(for: .milliseconds(1)) }
    #expect(await !pauses.wait(.seconds(1_000), .file, unless: { false }))
    pauses.end { $0 == .file }
    for one in waiting { #expect(await !one.value) }
  }

  @Test func `a beacon takes the place of those that go no further, and of no others`() throws {
    let pauses = Pauses()
    let first = try #require(pauses.beginBeacon(saying: 4...6))
    // All of it is in the other.
    #expect(pauses.beginBeacon(saying: 4...5) == nil)
    let late = try #require(pauses.beginBeacon(saying: 3...5))
    #expect([first, late].map(pauses.isDue) == [true, true])
    let last = try #require(pauses.beginBeacon(saying: 4...6))
    #expect([first, late, last].map(pauses.isDue) == [false, false, true])
    pauses.endBeacon(last)
    #expect(pauses.beginBeacon(saying: 4...4) != nil)
  }

  @Test func `of beacons only some wait`() {
    let pauses = Pauses()
    for number in 0..<4 { #expect(pauses.beginBeacon(saying: 10 - number...20 - number) != nil) }
    #expect(pauses.beginBeacon(saying: 1...1) == nil)
    #expect(pauses.beginBeacon(saying: 1...30) != nil)
  }
}
