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
    /// `nil` for as many as they like.
    var bytes: SharedRate?
    /// How many bytes of what they have said are there and not taken in yet.
    var held = 0
    var expected: [Expected] = []
    /// Which of the expected is the oldest.
    var oldest = 0
  }

  /// A session whose page has been answered, and may come or not.
  private struct Expected {
    weak var session: WebSession?
    let since = ContinuousClock.now
  }

  /// Whether it stands for no address: it is that of a session which the server has brought back by itself.
  let isNobodys: Bool
  /// The room that the files of its sessions may take.
  let files: UploadBudget
  private let mostSessions: Int
  /// How many of the pages that were opened last are expected, each until so many others have been; `nil` for all.
  private let mostExpected: Int?
  private let state: Mutex<State>
  /// How many seconds a page is awaited at least.
  private static let patience = 5.0
  /// So many are awaited however few it may open: a browser brings all its tabs back together.
  private static let fewestExpected = 16.0
  /// How long an address waits at most for what it has had beyond what it may.
  private static let greatestDebt = Duration.seconds(1)
  /// How many bytes are held at once for those whose turn to be taken in hasn't come.
  private static let mostHeld = 16 << 20
  /// Of so few there is always room: ten thousand pages that say a word fill no memory.
  private static let little = 1_024
  /// So many that are opened at once are no crowd.
  private static let mostAtOnce = 8.0

  init(_ configuration: ServerConfiguration, isNobodys: Bool = false) {
    self.isNobodys = isNobodys
    files = UploadBudget(configuration.maximumFileBytesPerAddress)
    mostSessions = configuration.maximumSessionsPerAddress
    let (pages, bytes) = (configuration.pagesPerSecond, configuration.intentBytesPerSecondAndAddress)
    mostExpected = pages > 0 ? Int(min(max(Self.fewestExpected, Self.patience * pages), 1e6)) : nil
    state = Mutex(
      State(
        pages: pages > 0 ? RateLimit(rate: pages, burst: max(1, 16 * pages), now: .now) : nil,
        pace: RateLimit(rate: 2 * pages, burst: max(8, pages), now: .now),
        bytes: bytes > 0 ? SharedRate(rate: bytes, burst: 4 * bytes, now: .now) : nil))
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

  /// Whether it has opened so many pages lately that those of others go before its.
  var isCrowd: Bool {
    state.withLock { state in
      state.pages.map { $0.missing(now: .now) > Self.mostAtOnce } ?? false
    }
  }

  /// Awaits the page of a session, which has been answered.
  ///
  /// Where its address opens many, the one that has been awaited longest is given up: whoever opens pages that never come has the
  /// server keep no more than some seconds' worth of them.
  func expect(_ session: WebSession) {
    guard let mostExpected else { return }
    let oldest = state.withLock { state -> Expected? in
      if state.expected.count < mostExpected {
        state.expected.append(Expected(session: session))
        return nil
      }
      let oldest = state.expected[state.oldest]
      state.expected[state.oldest] = Expected(session: session)
      state.oldest = (state.oldest + 1) % mostExpected
      return oldest
    }
    if let oldest { oldest.session?.giveUp(at: oldest.since + .seconds(Self.patience)) }
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

  /// Counts something that has cost as much as a page, also where none was left; not much further: very many may be under way when the
  /// first is counted, and others of the address would wait for all of them.
  func countPage() {
    state.withLock { state in
      let wait = state.pages?.take(now: .now) ?? .zero
      if wait > Self.greatestDebt { state.pages?.giveBack() }
    }
  }

  /// Takes in what a page says.
  ///
  /// - Returns: How long to wait until it is. Who is told to wait says when that is over.
  func take(bytes: Int) -> Duration { state.withLock { $0.bytes?.take(Double(bytes), now: .now) ?? .zero } }

  /// What a page was to say isn't taken in.
  func giveBack(bytes: Int) { state.withLock { $0.bytes?.giveBack(Double(bytes)) } }

  /// Holds something that a page has said until it is taken in, and its task is over.
  ///
  /// - Returns: Whether there is room for it. Who has had some gives it back.
  func hold(bytes: Int) -> Bool {
    state.withLock { state in
      // What is small stands behind nothing large, and beside nothing else anything has room.
      guard bytes <= Self.little || state.held == 0 || state.held + bytes <= Self.mostHeld else { return false }
      state.held += bytes
      return true
    }
  }

  /// It is taken in, or forgotten.
  func letGo(bytes: Int) { state.withLock { $0.held -= bytes } }

  /// A page has waited.
  func endWait() { state.withLock { $0.bytes?.endWait() } }

  /// Whether there is a place for another session.
  var hasRoom: Bool { state.withLock { $0.sessions < mostSessions } }

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

  /// Counts a session that is there already.
  func countSession() { state.withLock { $0.sessions += 1 } }

  func giveSessionBack() { state.withLock { $0.sessions -= 1 } }

  /// Whether nothing has happened lately and nothing is left, so that it may be forgotten.
  func isIdle(now: ContinuousClock.Instant) -> Bool {
    files.isWhole
      && state.withLock {
        $0.sessions == 0 && $0.pages?.isFull(now: now) != false && $0.bytes?.isFull(now: now) != false
      }
  }

  /// What stands for it where its sessions take turns with others.
  var party: UInt64 { UInt64(UInt(bitPattern: ObjectIdentifier(self))) }

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
