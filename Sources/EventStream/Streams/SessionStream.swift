/// A session's own stream: the child of the app's. Used in the session's isolation domain only, without locks.
///
/// Events with reach `.session` are delivered here and nowhere else. Those with reach `.app` go to the app's stream;
/// they come back, like everybody's, if something here observes their case. The rest of the grammar is
/// ``AppStream``'s: one total order, and what is sent during a delivery waits its turn.
public final class SessionStream {
  /// The stream of the app that the session belongs to.
  public let app: AppStream
  /// The way in for other threads.
  public let mailbox: Mailbox
  /// Whose session it is: news that are ``Addressed`` to others don't come here.
  let visitor: String

  /// With which other sessions what it asks the app for has its turn, where an ``Answer`` works on so many requests at a time: any number that
  /// they share. It has its own turn unless set.
  public var party: UInt64? {
    didSet { if let party { app.parties.note(party, of: self) } else { app.parties.forget(self) } }
  }

  @usableFromInline let dispatcher = Dispatcher(Delivery(calling: Calling()))
  let onFailure: FailureHandler?
  // Exclusivity is unchecked because a session is used by one thread at a time, and each access is over before the next.
  @exclusivity(unchecked) @usableFromInline var sequence: UInt64 = 0
  @exclusivity(unchecked) @usableFromInline var isDelivering = false
  /// Whether the session has ended: it delivers and sends nothing more.
  @exclusivity(unchecked) public private(set) var isEnded = false
  /// Whether what is sent goes nowhere.
  @exclusivity(unchecked) @usableFromInline var isSilent = false
  @usableFromInline let queue = EventQueue(chunkSize: 1 << 9)
  private var areArrivalsDue = false
  var arrivals = EventQueue(chunkSize: 1 << 9)
  /// Whether what is delivered has come from outside.
  @exclusivity(unchecked) @usableFromInline var isArrival = false
  /// Whether nothing of the turn has been delivered yet.
  var turnIsNew = false
  /// Whether nothing is lost for good if the process ends before this turn is recorded: all that it follows from is said again by its
  /// page, or answers requests that are made again (``Interruption/askAgain``).
  public internal(set) var turnIsRepeatable = false
  /// Changes of what is observed that wait for their turn.
  var changesDue = 0
  /// Numbers its requests to the app.
  var requestNumbers = RequestNumbers()
  @usableFromInline let origin: UInt64
  /// Whether no other stream gets that while this one is there: while another session is replayed, it is that one's.
  var holdsOrigin: Bool
  /// What is replayed, while the session is: nothing that it does acts on the world.
  @usableFromInline var replay: SessionReplay?
  var recording: RecordingTap?
  /// What is to be sent to the app when what led to it is durable.
  var outgoing: Outgoing?
  /// What it has heard already, if it was brought back from its recording.
  var heardBefore: HeardBefore?
  @exclusivity(unchecked) @usableFromInline var moment: Timestamp
  /// The app's cases that come here. An array: they are few, in every session.
  var forwarding: [ForwardedCase] = []
  /// Whether observers have gone since it was looked whether all of that is observed.
  var mayHearInVain = false
  let unanswered = Unanswered()
  private(set) var servers: [RunningServer] = []

  /// A case of the app's whose events come here.
  struct ForwardedCase {
    let type: Int
    let tag: Int
    /// What has them come.
    let subscription: Subscription
    /// What happened before was heard by nobody here.
    let since: Timestamp
  }

  /// Makes the stream of a session.
  ///
  /// - Parameters:
  ///   - app: The stream of the app.
  ///   - visitor: The id of the visitor whose session it is; nobody's unless given.
  ///   - onFailure: Called with whatever a handler throws; with what an ``Answer`` fails with, on any thread.
  ///   - identity: That of the recorded session that is to be replayed; a new one unless given.
  public init(
    app: AppStream, visitor: String = "", onFailure: FailureHandler? = nil, replaying identity: StreamIdentity? = nil
  ) {
    self.app = app
    self.visitor = visitor
    self.onFailure = onFailure
    origin = identity?.rawValue ?? drawOrigin()
    holdsOrigin = identity == nil
    replay = identity.map(SessionReplay.init)
    moment = app.clock.now
    mailbox = Mailbox(app: app, origin: origin)
    dispatcher.delivery.session = self
    dispatcher.answered = { [waiters = mailbox.waiters, delivery = dispatcher.delivery] request, event in
      waiters.resume(request, with: event, delivery.current)
    }
  }

  deinit {
    if party != nil { app.parties.forget(self) }
    if holdsOrigin { giveBackOrigin(origin) }
  }

  /// The moment of what the session is occupied with: when that happened outside. The same in every replay.
  public var now: Timestamp { moment }

  // MARK: Sending

  /// Sends an event; inside a delivery its cause is the event being delivered.
  ///
  /// - Parameter owner: Whose request it is: ``isUnanswered(by:)`` tells whether it still waits.
  @inlinable
  public func send<Root: Event>(_ event: Root, by owner: AnyObject? = nil) {
    send(event, causedBy: isDelivering ? dispatcher.delivery.current : nil, by: owner)
  }

  /// Sends an event whose cause is another.
  @inlinable
  public func send<Root: Event>(_ event: Root, causedBy cause: Envelope?, by owner: AnyObject? = nil) {
    if isSilent { return }
    if Root.reach == .app { return sendToApp(event, causedBy: cause, by: owner) }
    let type = Root.eventType
    let tag = event.tag
    sequence &+= 1
    let envelope = makeEnvelope(type, tag: tag, cause: cause)
    if envelope.isRequest, let owner { note(envelope, owner) }
    if isDelivering { return queue.append(event, type, envelope, turn: 0) }
    isDelivering = true
    isArrival = false
    if cause == nil { moment = envelope.time }
    dispatcher.delivery.current = envelope
    noteAnswer()
    dispatcher.deliver(event, index: type.index, tag: tag)
    finishDelivering()
  }

  @usableFromInline
  func makeEnvelope(_ type: EventType, tag: Int, cause: Envelope?) -> Envelope {
    let time = replay?.time ?? app.clock.now
    guard let cause else { return Envelope(type, tag: tag, sequence: sequence, origin: origin, time: time) }
    return Envelope(type, tag: tag, sequence: sequence, id: origin | sequence, time: time, cause: cause)
  }

  /// Notes whose request it is.
  @usableFromInline
  func note(_ request: Envelope, _ owner: AnyObject) { unanswered.add(request, ObjectIdentifier(owner)) }

  /// If the event to be delivered next answers a request, its observers find that answered.
  @usableFromInline
  func noteAnswer() { noteAnswer(to: dispatcher.delivery.current.answersID) }

  private func noteAnswer(to request: UInt64) {
    dispatcher.delivery.isOwnAnswer = request != 0 && unanswered.remove(request)
  }

  // MARK: Servers and life

  /// Starts a server that runs in this session and ends with it.
  public func start(_ server: some Server) {
    let running = RunningServer(app.serverTasks)
    server.observers.start(at: .session(self), for: running)
    servers.append(running)
  }

  /// Takes in what has come from other threads, and delivers it. To be called when the mailbox wakes the session.
  ///
  /// Called during a delivery it does nothing: what has come is delivered at its end.
  public func takeArrivals() {
    areArrivalsDue = true
    if isDelivering { return }
    isDelivering = true
    finishDelivering()
  }

  /// Ends the session's servers and observers. Afterwards nothing is delivered and nothing sent.
  public func end() {
    if isEnded { return }
    isEnded = true
    isSilent = true
    outgoing?.forget()
    mailbox.end(leaving: app.waiters)
    forwarding = []
    for server in servers { server.end() }
    servers = []
    unanswered.removeAll()
    dispatcher.cancelAll()
    change { $0.removeAll() }
  }

  /// Delivers what was sent meanwhile and what has come from other threads, until there is nothing more.
  @usableFromInline
  func finishDelivering() {
    while true {
      // What the session sent itself goes first: it was caused by what has been delivered already.
      if !queue.isEmpty {
        deliverFirst(of: queue, isArrival: false)
      } else if !arrivals.isEmpty {
        deliverFirst(of: arrivals, isArrival: true)
      } else if areArrivalsDue {
        areArrivalsDue = false
        arrivals = mailbox.take(arrivals)
        // Behind that: what becomes durable from then on wakes the session anew.
        outgoing?.release()
      } else {
        break
      }
    }
    isDelivering = false
    queue.release()
    arrivals.release()
  }

  private func deliverFirst(of queue: EventQueue, isArrival: Bool) {
    // Not before: it may answer what follows from what stood before it.
    if isArrival, let replay {
      queue.changeFirst(replay.here)
      if let id = queue.firstID, identity.isAsker(of: EventID(rawValue: id)) { replay.noteHeard(id) }
    }
    let answered = queue.firstAnswer
    if isEnded, answered != nil { return queue.forgetFirst() }
    if isArrival, let heardBefore, heardBefore.hasFirst(of: queue, origin) { return queue.forgetFirst() }
    if let answered {
      noteAnswer(to: answered)
      // What follows from the answer to a request follows from what that followed from.
      if isArrival, let replay { replay.isPlayingAct = replay.isOfAct(answered) }
      if answered != 0 { replay?.answered(answered) }
    }
    if isArrival {
      requestNumbers.begin(act: 0)
      sequence += 1
      moment = queue.firstTime ?? moment
    }
    self.isArrival = isArrival
    _ = queue.deliverFirst(by: dispatcher, numbered: isArrival ? sequence : nil)
    if isArrival, turnIsRepeatable, !app.isRepeatable(dispatcher.delivery.current) { turnIsRepeatable = false }
  }
}
