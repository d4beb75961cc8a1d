internal import EventStream
internal import Synchronization
internal import ViewKit

/// A page's session: the live session, its outbox, and who may speak for it.
final class WebSession: Sendable {
  let id: String
  let live: LiveSession
  let outbox: Outbox
  let files: UploadFolder
  /// Where it is recorded, if it is.
  let journal: Journal?
  let recorder: LogRecorder?
  let turns: TurnQueue
  /// Those who have said more for it than may be taken at once.
  let pauses = Pauses()
  private let actsBefore: Int
  private let intentsPerSecond: Double
  /// So many bytes an act costs besides its own where the log is too large.
  private let priceOfActs: Double
  /// A page counts no further: JavaScript has no whole numbers behind it.
  static let greatestNumber = 1 << 53

  private struct State {
    var owner: SessionOwner
    var quota: AddressQuota
    var taken = 0
    /// Whether what its page had typed into private inputs isn't kept, and the page hasn't said anything since.
    var lacksPrivate = false
    var finished = 0
    var presence = PagePresence()
    /// `nil` for as many as it likes, and as much.
    var rate: RateLimit?
    var bytes: RateLimit?
    /// The number of the last patch of another program's: a page that has no later one numbers its views otherwise.
    var lastOfOtherProgram = -1
    var comeback: Comeback?
  }

  private let state: Mutex<State>

  init(
    id: String = RandomToken.make(), owner: SessionOwner, live: LiveSession,
    configuration: ServerConfiguration, quota: AddressQuota, turns: TurnQueue, files: UploadHome,
    journal: Journal? = nil, recorder: LogRecorder? = nil, actsBefore: Int = 0
  ) {
    self.turns = turns
    self.actsBefore = Self.countable(actsBefore)
    self.id = id
    self.journal = journal
    self.recorder = recorder
    self.live = live
    outbox = Outbox(limit: configuration.maximumWaitingBytes)
    self.files = UploadFolder(in: files, of: id, limit: configuration.maximumFileBytesPerSession)
    let (rate, bytes) = (configuration.intentsPerSecond, configuration.intentBytesPerSecond)
    intentsPerSecond = rate
    priceOfActs = bytes / Self.actsWhileFull
    state = Mutex(
      State(
        owner: owner, quota: quota,
        rate: rate > 0 ? RateLimit(rate: rate, burst: max(1, 10 * rate), now: .now) : nil,
        bytes: bytes > 0 ? RateLimit(rate: bytes, burst: 4 * bytes, now: .now) : nil))
    if !quota.isNobodys { self.files.belong(to: quota.files) }
  }

  /// What only its page knows; with the visitor's cookie it proves that the page speaks. Empty until the page has come.
  var token: String {
    guard case .page(let token, _) = state.withLock({ $0.owner }) else { return "" }
    return token
  }

  /// Whether a page that presents these may speak for it. Where none has come yet, it is the one that may from now on.
  func admits(token: String, visitor: String) -> Bool {
    state.withLock { state in
      guard state.owner.isPage(token: token, visitor: visitor) else { return false }
      if case .awaited = state.owner { state.owner = .page(token: token, visitor: visitor) }
      return true
    }
  }

  /// Whose it is; `nil` as long as its page hasn't come.
  var visitor: String? {
    guard case .page(_, let visitor) = state.withLock({ $0.owner }) else { return nil }
    return visitor
  }

  /// What it shares with the other sessions of its page's address.
  var quota: AddressQuota { state.withLock { $0.quota } }

  /// Counts it among the sessions of an address, from which its page has come, if it isn't among those of one yet.
  func belong(to quota: AddressQuota) {
    let isNew = state.withLock { state in
      if !state.quota.isNobodys { return false }
      state.quota = quota
      return true
    }
    if !isNew { return }
    quota.countSession()
    files.belong(to: quota.files)
    Task { [live] in await live.join(quota.party) }
  }

  /// The number of the last intent that was taken; it may be under way.
  var lastTaken: Int { state.withLock { $0.taken } }
  /// The number of the last intent that was carried out or refused.
  var lastFinished: Int { state.withLock { $0.finished } }

  /// The number under which what a page's user did is recorded: the page counts from 1.
  func recordedNumber(_ number: Int) -> Int { actsBefore + number }

  /// Takes an intent's number. To be called in the session's isolation domain, where it is carried out next: of two connections of a
  /// page, one of which has taken over from the other, both may say the next ones.
  ///
  /// - Returns: Whether it is the next one; otherwise nothing has changed.
  func take(_ number: Int) -> Bool {
    state.withLock { state in
      guard number == state.taken + 1 else { return false }
      state.taken = number
      state.lacksPrivate = false
      return true
    }
  }

  /// Notes that an intent has been carried out or refused. A patch says so to the page, which forgets the intent then; so
  /// it mustn't be noted while the intent may still be refused.
  func finish(_ number: Int) { state.withLock { $0.finished = max($0.finished, number) } }

  /// Carries out what the page's user did.
  ///
  /// That it is refused, the page hears before it hears of a later number.
  ///
  /// - Parameter isNext: Asked in the session's isolation domain whether it is to be done.
  func receive(
    _ intent: Intent, number: Int, if isNext: @Sendable () -> Bool = { true }
  ) async throws(IntentRefusal) {
    try await live.receive(
      intent, number: recordedNumber(number),
      isDone: { [self] refusal in
        if let refusal { refuse(number, because: refusal) }
        finish(number)
      }, if: isNext)
  }

  private func refuse(_ number: Int, because refusal: IntentRefusal) {
    outbox.refuse(number, ServerMessage.refused(number, .init(refusal), refusal.description))
  }

  /// Notes that something was refused when the session was recorded: its page may not have heard.
  ///
  /// - Parameter number: The number that it was recorded under.
  func noteRefusal(of number: Int, because refusal: IntentRefusal) {
    let number = Self.countable(number) - actsBefore
    if number > 0 { refuse(number, because: refusal) }
  }

  /// Notes what the page had said its user did when the session was recorded: it isn't done again.
  func noteIntents(in turn: [RecordedEvent]) {
    for recorded in turn {
      let number =
        switch recorded.event as? SessionEvent {
        case .acted(let act): act.number
        case .visited(let visit): visit.number
        default: 0
        }
      state.withLock { state in
        state.taken = max(state.taken, Self.countable(number) - actsBefore)
        state.finished = state.taken
      }
    }
  }

  /// Notes up to which number the page's user had done something when the session was kept.
  func noteIntents(upTo number: Int) {
    state.withLock { state in
      state.taken = Self.countable(number)
      state.finished = state.taken
    }
  }

  /// A number that was recorded, as far as a page can have counted: a recording may come from anywhere.
  private static func countable(_ number: Int) -> Int { min(max(0, number), greatestNumber) }

  /// Notes that the page is to say once more what private inputs hold, since it was nowhere but there; or that it has done so.
  func noteLackOfPrivate(_ isLacking: Bool = true) { state.withLock { $0.lacksPrivate = isLacking } }

  /// Whether the page is to say once more what private inputs hold, before all that hasn't been taken. Once it has said anything that its
  /// user does, it has.
  var lacksPrivate: Bool { state.withLock { $0.lacksPrivate } }

  /// How long the page must wait for its own sake, and for that of the others of its address.
  func throttle(_ bytes: Int, for quota: AddressQuota? = nil) -> (own: Duration, shared: Duration) {
    let price = price(of: bytes)
    let own = state.withLock { state in
      max(state.rate?.take(now: .now) ?? .zero, state.bytes?.take(price, now: .now) ?? .zero)
    }
    return (own, (quota ?? self.quota).take(bytes: bytes))
  }

  /// So often a second a session may act where more is recorded than is forgotten, and four times as often at once: as quickly as
  /// somebody types.
  private static let actsWhileFull = 8.0

  /// What is said counts as much. The size of what is recorded because of it isn't known yet.
  private func price(of bytes: Int) -> Double {
    Double(bytes) + (bytes > 0 && journal?.isHoldingBack == true ? priceOfActs : 0)
  }

  /// What was to be taken isn't: its page says it again.
  func giveBack(_ bytes: Int, for quota: AddressQuota? = nil) {
    let price = price(of: bytes)
    state.withLock { state in
      state.rate?.giveBack()
      state.bytes?.giveBack(price)
    }
    (quota ?? self.quota).giveBack(bytes: bytes)
  }

  /// How long the page must wait before it is given the whole screen, as before something that its user does.
  func throttlePicture() -> Duration { state.withLock { $0.rate?.take(now: .now) ?? .zero } }

  func givePictureBack() { state.withLock { $0.rate?.giveBack() } }

  /// Whether its page has said so much lately as no person does.
  var isHasty: Bool {
    state.withLock { state in
      state.rate.map { $0.missing(now: .now) > 2 * intentsPerSecond } ?? false
    }
  }

  // MARK: Coming back

  func noteReturn() { state.withLock { $0.comeback = Comeback() } }

  /// Its page is welcomed, or tells all that it has left to say.
  func noteWelcome() { state.withLock { $0.comeback?.begin() } }

  /// How long what its page says now may wait for what it has asked for: see ``Comeback``.
  var patienceOfReturn: Duration { state.withLock { $0.comeback?.left ?? .zero } }

  func spendPatience(_ time: Duration) { state.withLock { $0.comeback?.spend(time) } }

  // MARK: Another program

  /// Notes that the screen, as it is now, is that of another program than the page shows.
  ///
  /// The other may have counted some patches more: the numbers go on well behind.
  func noteOtherProgram() {
    outbox.goOn(behind: outbox.sequence + 1000)
    noteOtherProgram(upTo: outbox.sequence - 1)
  }

  func noteOtherProgram(upTo sequence: Int) { state.withLock { $0.lastOfOtherProgram = sequence } }

  /// The number of the last patch of another program's, -1 if there is none.
  var lastOfOtherProgram: Int { state.withLock { $0.lastOfOtherProgram } }

  /// Whether the page shows a screen whose views are numbered otherwise.
  var isOtherwiseNumbered: Bool { outbox.shown <= lastOfOtherProgram }

  // MARK: Life

  /// How long it leaves news: see ``PagePresence/rest``.
  var rest: Duration? { state.withLock { $0.presence.rest } }

  func connect() { state.withLock { $0.presence.connect() } }

  func disconnect(grace: Duration) { state.withLock { $0.presence.disconnect(grace: grace) } }

  /// Keeps it until it is released, for what its page says in a request.
  func hold() { state.withLock { $0.presence.hold() } }

  func release() { state.withLock { $0.presence.release() } }

  /// Has it wait so long for its page, from now on.
  func waitForPage(_ grace: Duration) { state.withLock { $0.presence.wait(grace) } }

  /// Has it wait so long for its page, which was there when another process ended.
  func waitForReturn(_ grace: Duration) { state.withLock { $0.presence.waitForReturn(grace) } }

  /// Waits so long for its page, which has been answered; less if its address opens many behind it.
  func expectPage(_ grace: Duration) {
    waitForPage(grace)
    quota.expect(self)
  }

  /// Waits no longer than until then, if its page has never come.
  func giveUp(at time: ContinuousClock.Instant) { state.withLock { $0.presence.giveUp(at: time) } }

  func isOver(now: ContinuousClock.Instant) -> Bool { state.withLock { $0.presence.isOver(now: now) } }

  /// Ends the session with everything it owns.
  func end() async {
    await live.end()
    // Whoever writes files may have to wait for the disk; most sessions have none.
    if files.hasFolder { await FileThreads.run { [files] in files.remove() } } else { files.remove() }
  }
}
