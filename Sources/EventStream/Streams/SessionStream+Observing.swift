/// What is observed in a session, and for how long.
extension SessionStream {
  /// Observes one case; the closure is called in the session's isolation domain.
  ///
  /// - Returns: The subscription, which ends when it is let go.
  @inlinable
  public func observe<Key: CaseKey>(
    _ path: CasePath<Key>, _ body: @escaping (Key.Payload, Envelope) -> Void
  ) -> SessionSubscription {
    subscribe(Key.self, Observer { payload, delivery in body(payload, delivery.envelope) })
  }

  /// Observes every case of a type; the closure is called in the session's isolation domain.
  ///
  /// - Returns: The subscription, which ends when it is let go.
  @inlinable
  public func observe<Root: Event>(
    _ type: Root.Type, _ body: @escaping (Root, Envelope) -> Void
  ) -> SessionSubscription {
    observe(type, tags: 0..<Root.eventType.caseCount, body)
  }

  /// Observes the cases of a type that have the given tags, in less memory than a subscription for each takes.
  @inlinable
  package func observe<Root: Event>(
    _ type: Root.Type, tags: Range<Int>, _ body: @escaping (Root, Envelope) -> Void
  ) -> SessionSubscription {
    if Root.reach == .app { forward(type, Root.eventType, tags: tags) }
    let observer = Observer<Root> { event, delivery in body(event, delivery.envelope) }
    change { $0.channel(of: Root.self).add(observer, tags: tags) }
    return SessionSubscription(observer, stream: self, type: Root.eventType.index)
  }

  @inlinable
  func subscribe<Key: CaseKey>(_ key: Key.Type, _ observer: Observer<Key.Payload>) -> SessionSubscription {
    add(observer, of: key)
    return SessionSubscription(observer, stream: self, type: Key.Root.eventType.index)
  }

  /// Adds an observer for as long as the session lives.
  @inlinable
  func add<Key: CaseKey>(_ observer: Observer<Key.Payload>, of key: Key.Type) {
    // The description before the tags: where events nest each other it says so, and there is no end of tags.
    if Key.Root.reach == .app { forward(Key.Root.self, Key.Root.eventType, tags: Key.tag..<Key.tag + Key.width) }
    change { $0.channel(of: Key.Root.self).add(observer, of: Key.self) }
  }

  /// Whether anybody would see an event of one case: what is costly to tell need not be told to nobody.
  public func isObserved<Key: CaseKey>(_ path: CasePath<Key>) -> Bool {
    // The description before the tags here too.
    replay != nil || changesDue > 0 || dispatcher.isObserved(Key.Root.eventType, tags: Key.tag..<Key.tag + Key.width)
  }

  /// Observes every event of whatever type, before its own observers.
  public func add(_ tap: any Tap) { change { $0.add(tap) } }

  /// Prints every event that passes, with its number, cause and payload.
  public func printEvents() { add(EventPrinter()) }

  @usableFromInline
  func change(_ make: @escaping (Dispatcher) -> Void) {
    guard isDelivering else {
      make(dispatcher)
      return stopForwarding()
    }
    changesDue += 1
    queue.append(turn: 0) { [unowned self] in
      changesDue -= 1
      make(dispatcher)
      stopForwarding()
    }
  }

  /// Lets observers go, each of a type.
  func remove(_ observers: [(observer: AnyObserver, type: Int)]) {
    change { [unowned self] dispatcher in
      for (observer, type) in observers { dispatcher.remove(observer, ofType: type) }
      mayHearInVain = !forwarding.isEmpty
    }
  }

  /// Has what nobody observes any more come here no more.
  private func stopForwarding() {
    // Who is still to be added has looked whether it comes already.
    guard mayHearInVain, changesDue == 0 else { return }
    mayHearInVain = false
    forwarding.removeAll { !dispatcher.hasObservers(ofType: $0.type, tag: $0.tag) }
  }

  /// Has the app's events of the given cases come here: those that are for everyone.
  ///
  /// The answers to the session's own requests come in any case, and answers to others' only if they are news.
  @usableFromInline
  func forward<Root: Event>(_: Root.Type, _ type: EventType, tags: Range<Int>) {
    for tag in tags where !type.isAnswer[tag] || type.news[tag] != nil {
      guard forwarded(type.index, tag) == nil else { continue }
      let news = type.news[tag]
      let subscription = app.observe(Root.self, tags: tag..<tag + 1) { [mailbox, visitor] event, envelope in
        if let news, mailbox.awaitsAnswer(to: envelope.answersID) || !news(event).includes(visitor) { return }
        mailbox.push(mailbox.app.news(event, envelope))
      }
      // What is observed as the session begins, or as its snapshot has it, may have been on its way.
      let since = isDelivering ? moment : Timestamp(nanoseconds: .min)
      forwarding.append(ForwardedCase(type: type.index, tag: tag, subscription: subscription, since: since))
    }
  }

  /// What has the app's events of a case come here, if something does.
  func forwarded(_ type: Int, _ tag: Int) -> ForwardedCase? {
    forwarding.first { $0.type == type && $0.tag == tag }
  }

  /// What stands for each observer, those of each case in the order in which they are called.
  package var observers: [ObjectIdentifier] { dispatcher.observers.map { ObjectIdentifier($0) } }
}
