import Synchronization
import Testing

@testable import DevTools

@Suite struct ScreenCacheTests {
  /// Screens of a hundred bytes; it notes which it was asked for.
  private final class Noting: SessionReplaying {
    let asked = Mutex<[UInt64]>([])

    func screen(of session: String, at position: UInt64) async throws -> RecordedScreen {
      asked.withLock { $0.append(position) }
      return RecordedScreen(title: "", path: "/", html: String(repeating: "x", count: 100), outline: "")
    }
  }

  private func asked(_ places: [UInt64], keeping bytes: Int) async throws -> [UInt64] {
    let replay = Noting()
    let cache = ScreenCache(replay, mostBytes: bytes)
    for place in places { _ = try await cache.screen(of: "s", at: place) }
    return replay.asked.withLock { $0 }
  }

  @Test func `what was shown lately isn't played again`() async throws {
    #expect(try await asked([1, 2, 3, 1, 2, 3], keeping: 1_000) == [1, 2, 3])
  }

  @Test func `of large screens the last two are kept`() async throws {
    #expect(try await asked([1, 2, 1, 2, 3, 2, 1], keeping: 50) == [1, 2, 3, 1])
  }
}
