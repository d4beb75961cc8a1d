internal import Synchronization

extension SessionStream {
  /// Has what the session sends to the app wait until what led to it is durable.
  ///
  /// Otherwise a process might end after the app has done what it was asked, and before anybody knows that it was: who asks
  /// again, would have it done twice. What can be answered a second time without harm (``Interruption/askAgain``) doesn't wait,
  /// unless something before it does.
  ///
  /// - Parameter durable: Returns when everything that was recorded until now is durable, or can't be made so.
  public func send(toAppWhen durable: @escaping @Sendable () async -> Void) {
    outgoing = Outgoing(durable, mailbox)
  }

  /// Whether something waits for that.
  public var isSending: Bool { outgoing?.isEmpty == false }

  @usableFromInline
  func sendToApp<Root: Event>(_ event: Root, causedBy cause: Envelope?, by owner: AnyObject?) {
    let type = Root.eventType
    let tag = event.tag
    guard type.answerTags[tag] >= 0 else {
      if replay != nil { return }
      guard let outgoing else { return app.send(event, causedBy: cause) }
      return outgoing.add { [app] in app.send(event, causedBy: cause) }
    }
    // Its id is the session's, so that a replay gives it the same. The upper quarter of the lower half is for these.
    let id = origin | 1 << 38 | requestNumbers.next(of: type.kinds[tag])
    let owner = owner.map(ObjectIdentifier.init)
    if let replay {
      note(type, tag, id, at: replay.time, causedBy: cause, by: owner)
      let request = Envelope(type, tag: tag, sequence: 0, id: id, time: replay.time, cause: cause ?? .none)
      return replay.hold(request, app.answersAgain(type, tag: tag)) { [unowned self] in
        app.noteRepeated(id)
        sendToApp(event, type, as: id, causedBy: cause, by: nil)
      }
    }
    // What it did may have been done although it was not recorded yet when the process ended.
    let mayBeRepeated = heardBefore != nil
    if let outgoing, !outgoing.isEmpty || !app.answersAgain(type, tag: tag) {
      note(type, tag, id, at: now, causedBy: cause, by: owner)
      outgoing.add { [unowned self] in
        if mayBeRepeated { app.noteRepeated(id) }
        sendToApp(event, type, as: id, causedBy: cause, by: nil)
      }
    } else {
      if mayBeRepeated { app.noteRepeated(id) }
      sendToApp(event, type, as: id, causedBy: cause, by: owner)
    }
  }

  /// Notes whose request it is, before it is made.
  private func note(
    _ type: EventType, _ tag: Int, _ id: UInt64, at time: Timestamp, causedBy cause: Envelope?,
    by owner: ObjectIdentifier?
  ) {
    guard let owner else { return }
    unanswered.add(Envelope(type, tag: tag, sequence: 0, id: id, time: time, cause: cause ?? .none), owner)
  }

  private func sendToApp(
    _ event: some Event, _ type: EventType, as id: UInt64, causedBy cause: Envelope?, by owner: ObjectIdentifier?
  ) {
    _ = app.send(event, type, at: app.clock.now, causedBy: cause, as: id) {
      [unanswered, mailbox, waiters = app.waiters] request in
      if let owner { unanswered.add(request, owner) }
      mailbox.awaitAnswer(to: request.id.rawValue, from: waiters)
    }
  }
}

/// What a session is to send to the app, in order, once what led to it is durable. Used in the session's isolation domain only.
final class Outgoing {
  private let durable: @Sendable () async -> Void
  private let mailbox: Mailbox
  private var waiting: [() -> Void] = []
  /// How many of them the task at work will make durable.
  private var awaited = 0
  private let isDurable = DurableMark()

  init(_ durable: @escaping @Sendable () async -> Void, _ mailbox: Mailbox) {
    self.durable = durable
    self.mailbox = mailbox
  }

  var isEmpty: Bool { waiting.isEmpty }

  func add(_ send: @escaping () -> Void) {
    waiting.append(send)
    if awaited == 0 { wait() }
  }

  /// Sends what has become durable since.
  func release() {
    guard awaited > 0, isDurable.take() else { return }
    let ready = waiting.prefix(awaited)
    waiting.removeFirst(awaited)
    awaited = 0
    for send in ready { send() }
    if !waiting.isEmpty, awaited == 0 { wait() }
  }

  func forget() {
    waiting = []
    awaited = 0
  }

  private func wait() {
    awaited = waiting.count
    Task { [durable, mailbox, isDurable] in
      await durable()
      isDurable.set()
      mailbox.wakeUp()
    }
  }
}

/// Says from one isolation domain to another that something is durable.
private final class DurableMark: Sendable {
  private let isSet = Atomic(false)

  func set() { isSet.store(true, ordering: .releasing) }

  /// Whether it was set; it is no longer.
  func take() -> Bool { isSet.exchange(false, ordering: .acquiringAndReleasing) }
}
