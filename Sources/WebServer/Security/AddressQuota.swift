internal import Glibc
internal import Synchronization

/// What the pages of one network address may do together. Thread-safe.
final class AddressQuota: Sendable {
  private struct State {
    /// How many sessions it has.
    var sessions = 0
    /// `nil` for as many as it likes.
    var pages: RateLimit?
    /// How quickly they are opened, where many may be.
    var pace: RateLimit
    var bytes: SharedRate
  }

  private let mostSessions: Int
  private let state: Mutex<State>

  init(_ configuration: ServerConfiguration) {
    mostSessions = configuration.maximumSessionsPerAddress
    let (pages, bytes) = (configuration.pagesPerSecond, configuration.intentBytesPerSecondAndAddress)
    state = Mutex(
      State(
        pages: pages > 0 ? RateLimit(rate: pages, burst: 16 * pages, now: .now) : nil,
        pace: RateLimit(rate: 2 * pages, burst: max(8, pages), now: .now),
        bytes: SharedRate(rate: bytes, burst: 4 * bytes, now: .now)))
  }

  /// Opens a page.
  ///
  /// - Returns: How long to wait until it may be opened; zero if it was.
  func takePage() -> Duration {
    state.withLock { state in
      let wait = state.pages?.take(now: .now) ?? .zero
      if wait > .zero { state.pages?.giveBack() }
      return wait
    }
  }

  /// Opens a page that was taken.
  ///
  /// - Returns: How long to wait before, so that those of others don't wait behind hundreds of this address.
  func openPage() -> Duration {
    state.withLock { state in state.pages == nil ? .zero : state.pace.take(now: .now) }
  }

  /// A page that was taken has cost nothing.
  func givePageBack() { state.withLock { $0.pages?.giveBack() } }

  /// How long to wait until a page may be opened; zero if it may be. None is taken.
  func waitForPage() -> Duration {
    state.withLock { state in
      let wait = state.pages?.take(now: .now) ?? .zero
      state.pages?.giveBack()
      return wait
    }
  }

  /// Counts something that has cost as much as a page, also where none was left.
  func countPage() { state.withLock { _ = $0.pages?.take(now: .now) } }

  /// Takes in what a page says.
  ///
  /// - Returns: How long to wait until it is. Who is told to wait says when that is over.
  func take(bytes: Int) -> Duration { state.withLock { $0.bytes.take(Double(bytes), now: .now) } }

  /// A page has waited.
  func endWait() { state.withLock { $0.bytes.endWait() } }

  /// Takes a place for a session.
  ///
  /// - Returns: Whether there was one.
  func takeSession() -> Bool {
    state.withLock { state in
      if state.sessions >= mostSessions { return false }
      state.sessions += 1
      return true
    }
  }

  func giveSessionBack() { state.withLock { $0.sessions -= 1 } }

  /// Whether nothing has happened lately and nothing is left, so that it may be forgotten.
  func isIdle(now: ContinuousClock.Instant) -> Bool {
    state.withLock { $0.sessions == 0 && $0.pages?.isFull(now: now) != false && $0.bytes.isFull(now: now) }
  }

  /// What stands for an address: of IPv6 the first 64 bits, for whoever has one address there has all that begin with them.
  static func key(of address: String) -> String {
    var number = in6_addr()
    guard inet_pton(AF_INET6, address, &number) == 1 else { return address }
    let bytes = withUnsafeBytes(of: number) { Array($0) }
    // An address of IPv4, written as one of IPv6, is itself.
    if bytes.starts(with: [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 255, 255]) {
      return bytes[12...].map(String.init).joined(separator: ".")
    }
    return bytes[..<8].map { String($0, radix: 16) }.joined(separator: ":")
  }
}
