public import Synchronization

/// The stream that an app's servers and sessions share: typed, ordered, and safe from any thread.
///
/// - Every accepted event gets the next sequence number, and every observer sees events in that order.
/// - An event sent while another is being delivered waits its turn: no recursion, no deadlock, constant stack.
/// - An event costs what the observers of its own case cost.
/// - The thread that sends also delivers, unless another is at it already. One that has delivered ``fairShare`` events
///   after it began to deliver those of others hands the rest to the concurrency pool, or to a sender that would have to
///   wait for it, so that no sender works for the others for long.
/// - When ``Subscription/cancel()`` returns, the closure is not called again.
///
/// Two streams know nothing of each other: an app makes one and hands it to those who need it.
public final class AppStream: @unchecked Sendable {  // Safe because of the right to deliver.
  // `dispatcher`, `own`, `taken` and `latestNews` are used only by the one thread that delivers, a right that `turns` gives and takes;
  // everything else is a constant, atomic, or locked.

  /// How many events a thread delivers, from the first of another sender on, before it hands over.
  public static let fairShare = 1024
  /// How many events may wait before senders from outside are slowed down: so many fit into a core's own cache, and with
  /// more two producers got half as many across.
  @usableFromInline static let highWater = 1 << 10
  private static let chunkSize = 1 << 15

  @usableFromInline let turns = Atomic<UInt64>(0)
  /// What threads other than the one that delivers have sent.
  @usableFromInline let waiting = Lock(EventQueue(chunkSize: AppStream.chunkSize))
  @usableFromInline let dispatcher: Dispatcher
  /// What the thread that delivers has sent: it needs no lock for that.
  @usableFromInline let own = EventQueue(chunkSize: AppStream.chunkSize)
  // Exclusivity is unchecked because only the thread that delivers uses it.
  @exclusivity(unchecked) var taken = EventQueue(chunkSize: AppStream.chunkSize)
  /// What sessions were told of last.
  @exclusivity(unchecked) var latestNews: News?

  /// Where to go on while the right to deliver is on its way from thread to thread, with its last bit set; or zero.
  let parked = Atomic<UInt64>(0)
  let helperIsComing = Atomic(false)

  @usableFromInline let clock: EventClock
  @usableFromInline let origin = drawOrigin()
  @usableFromInline let calling = Calling()
  let onFailure: FailureHandler?
  let onSuccess: SuccessHandler?
  let waiters = Waiters()
  let servers = Lock<[ObjectIdentifier: RunningServer]>([:])
  let serverTasks = ServerTasks()
  let parties = Parties()
  /// The cases whose requests can be answered a second time without harm, each by its type's index and its tag.
  let answeredAgain = Lock<Set<UInt64>>([])
  /// The requests on their way that were made before.
  let repeated = Lock(RepeatedRequests())

  /// Makes a stream that nothing observes yet.
  ///
  /// - Parameters:
  ///   - clock: Where events get their time.
  ///   - onFailure: Called with whatever a handler throws, on the thread that delivers; with what an ``Answer`` fails with, on any.
  public convenience init(clock: EventClock = .coarse, onFailure: FailureHandler? = nil) {
    self.init(clock: clock, onFailure: onFailure, onSuccess: nil)
  }

  /// Makes a stream that nothing observes yet.
  ///
  /// - Parameter onSuccess: Called with each request that an ``Answer`` answers, here or in a session, before its answer is sent.
  package init(clock: EventClock = .coarse, onFailure: FailureHandler?, onSuccess: SuccessHandler?) {
    self.clock = clock
    self.onFailure = onFailure
    self.onSuccess = onSuccess
    dispatcher = Dispatcher(Delivery(calling: calling))
    dispatcher.delivery.app = self
    dispatcher.answered = { [waiters, delivery = dispatcher.delivery] request, event in
      waiters.resume(request, with: event, delivery.current)
    }
  }

  deinit { giveBackOrigin(origin) }

  /// The time now, by the stream's clock.
  public var now: Timestamp { clock.now }

  // MARK: Sending

  /// Sends an event.
  ///
  /// Returns when the event and what it caused on this thread have been delivered, or, if the stream is delivering
  /// already, when the event has its place in the order.
  ///
  /// - Parameter cause: The event being handled where this one is sent, if there is one: it makes answers find their
  ///   requests.
  @inlinable
  public func send<Root: Event>(_ event: Root, causedBy cause: Envelope? = nil) {
    let type = Root.eventType
    let time = clock.now
    let word = turns.load(ordering: .relaxed)
    if cause == nil, Turn.isIdle(word),
      turns.compareExchange(
        expected: word, desired: word &+ Turn.event | Turn.isDelivering, ordering: .sequentiallyConsistent
      ).exchanged
    {
      let tag = event.tag
      dispatcher.delivery.current = Envelope(
        type, tag: tag, sequence: Turn.sequence(word), origin: origin, time: time)
      deliver(event, index: type.index, tag: tag, next: word &+ Turn.event)
    } else {
      _ = send(event, type, at: time, causedBy: cause, accepted: nil)
    }
  }

  /// Sends an event, and tells of its envelope before anyone can answer it.
  ///
  /// - Parameters:
  ///   - id: What identifies it, if the sender says; otherwise the stream does.
  ///   - accepted: Called while nobody else can send.
  /// - Returns: The event's id, or `nil` if the stream has ended.
  @inlinable @inline(never)
  func send<Root: Event>(
    _ event: Root, _ type: EventType, at time: Timestamp, causedBy cause: Envelope?, as id: UInt64? = nil,
    accepted: Accepted?
  ) -> EventID? {
    let tag = event.tag
    if calling.isThisThread {
      guard let turn = take(Turn.event, orBegin: false)?.turn else { return nil }
      let envelope = makeEnvelope(type, tag: tag, turn: turn, time: time, cause: cause, id: id)
      accepted?(envelope)
      own.append(event, type, envelope, turn: turn)
      return envelope.id
    }
    var envelope = Envelope.none
    var isLong = false
    let place = waiting.withLock { waiting -> (turn: UInt64, isMine: Bool)? in
      guard let place = take(Turn.event, orBegin: true) else { return nil }
      envelope = makeEnvelope(type, tag: tag, turn: place.turn, time: time, cause: cause, id: id)
      accepted?(envelope)
      if !place.isMine { waiting.append(event, type, envelope, turn: place.turn) }
      isLong = waiting.count > AppStream.highWater
      return place
    }
    guard let place else { return nil }
    if place.isMine {
      dispatcher.delivery.current = envelope
      deliver(event, index: type.index, tag: tag, next: place.turn &+ Turn.event)
    } else if isLong {
      giveWay()
    }
    return envelope.id
  }

  @usableFromInline
  func makeEnvelope(
    _ type: EventType, tag: Int, turn: UInt64, time: Timestamp, cause: Envelope?, id: UInt64?
  ) -> Envelope {
    let sequence = Turn.sequence(turn)
    guard cause != nil || id != nil else {
      return Envelope(type, tag: tag, sequence: sequence, origin: origin, time: time)
    }
    return Envelope(
      type, tag: tag, sequence: sequence, id: id ?? origin | sequence, time: time, cause: cause ?? .none)
  }

  /// Takes the next turn, and the right to deliver if nobody has it.
  ///
  /// - Parameters:
  ///   - step: One event, or one change.
  ///   - orBegin: Whether the right is wanted.
  /// - Returns: The turn and whether the right is the caller's now; `nil` if the stream has ended and takes no events.
  @usableFromInline
  func take(_ step: UInt64, orBegin: Bool) -> (turn: UInt64, isMine: Bool)? {
    var word = turns.load(ordering: .relaxed)
    while true {
      if step == Turn.event, word & Turn.isEnded != 0 { return nil }
      let isMine = orBegin && word & Turn.isDelivering == 0
      let (exchanged, found) = turns.compareExchange(
        expected: word, desired: word &+ step | (isMine ? Turn.isDelivering : 0), ordering: .sequentiallyConsistent)
      if exchanged { return (Turn.turn(word), isMine) }
      word = found
    }
  }

  // MARK: Delivering

  /// Delivers the event whose envelope has been put in place, and what comes meanwhile.
  ///
  /// - Parameter next: The turn after the event's.
  @inlinable @inline(__always)
  func deliver<Root: Event>(_ event: Root, index: Int, tag: Int, next: UInt64) {
    calling.begin()
    dispatcher.deliver(event, index: index, tag: tag)
    if !finish(next) { deliverWaiting(next) }
  }

  /// Gives up the right to deliver, if everything before `turn` is delivered and nothing has come since.
  @inlinable @inline(__always)
  func finish(_ turn: UInt64) -> Bool {
    // Said first: the next thread says its own name.
    calling.finish()
    return turns.compareExchange(expected: turn | Turn.isDelivering, desired: turn, ordering: .releasing).exchanged
  }

  // MARK: Life

  /// Makes a change to what is observed, between two events.
  @usableFromInline
  func change(_ make: @escaping @Sendable (Dispatcher) -> Void) {
    let dispatcher = dispatcher
    if calling.isThisThread {
      guard let turn = take(Turn.change, orBegin: false)?.turn else { return }
      return own.append(turn: turn) { make(dispatcher) }
    }
    let place = waiting.withLock { waiting in
      let place = take(Turn.change, orBegin: true)
      if let place, !place.isMine { waiting.append(turn: place.turn) { make(dispatcher) } }
      return place
    }
    guard let place, place.isMine else { return }
    calling.begin()
    make(dispatcher)
    let next = place.turn &+ Turn.change
    if !finish(next) { deliverWaiting(next) }
  }

  /// Waits until everything accepted before has been delivered.
  ///
  /// Asynchronous handlers may still be at work, and what they send comes later.
  public func settle() async {
    await withCheckedContinuation { continuation in
      change { _ in continuation.resume() }
    }
  }

  /// Ends the servers, lets every observer go and accepts nothing more. What waits is delivered first. Nobody waits for the servers'
  /// last work: see ``finish(within:)``.
  public func end() {
    guard turns.bitwiseOr(Turn.isEnded, ordering: .sequentiallyConsistent).oldValue & Turn.isEnded == 0 else { return }
    let running = servers.withLock { servers in
      defer { servers = [:] }
      return Array(servers.values)
    }
    for server in running { server.end() }
    // In its turn: whoever was accepted before is waiting by then.
    change { [unowned self, waiters] dispatcher in
      latestNews = nil
      dispatcher.removeAll()
      waiters.failAll(with: AskError.ended)
    }
  }

  /// How many events have been accepted: the number of the last one.
  public var acceptedCount: UInt64 { Turn.sequence(Turn.turn(turns.load(ordering: .relaxed))) - 1 }

  /// Whether the stream has ended: it accepts nothing more.
  public var isEnded: Bool { turns.load(ordering: .acquiring) & Turn.isEnded != 0 }
}
