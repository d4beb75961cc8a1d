internal import Synchronization

extension AppStream {
  /// Observes one case: the closure gets its payload, on the thread that delivers, in the order of the stream.
  ///
  /// - Returns: The subscription, which ends when it is let go.
  @inlinable
  public func observe<Key: CaseKey>(
    _ path: CasePath<Key>, _ body: @escaping @Sendable (Key.Payload) -> Void
  ) -> Subscription {
    subscribe(Key.self, Observer { payload, _ in body(payload) })
  }

  /// Observes one case: the closure gets its payload and the envelope, and may send with that as the cause.
  @inlinable
  public func observe<Key: CaseKey>(
    _ path: CasePath<Key>, _ body: @escaping @Sendable (Key.Payload, Envelope) -> Void
  ) -> Subscription {
    subscribe(Key.self, Observer { payload, delivery in body(payload, delivery.envelope) })
  }

  /// Observes every case of a type.
  @inlinable
  public func observe<Root: Event>(
    _ type: Root.Type, _ body: @escaping @Sendable (Root, Envelope) -> Void
  ) -> Subscription {
    observe(type, tags: 0..<Root.eventType.caseCount, body)
  }

  /// Observes every event of whatever type, before its own observers. Takes effect between two events.
  public func add(_ tap: any Tap) { change { $0.add(tap) } }

  /// Lets a tap go. Takes effect between two events.
  public func remove(_ tap: any Tap) { change { $0.remove(tap) } }

  /// Prints every event that passes, with its number, cause and payload.
  public func printEvents() { add(EventPrinter()) }

  @inlinable
  func observe<Root: Event>(
    _ type: Root.Type, tags: Range<Int>, _ body: @escaping @Sendable (Root, Envelope) -> Void
  ) -> Subscription {
    let observer = Observer<Root> { event, delivery in body(event, delivery.envelope) }
    change { $0.channel(of: Root.self).add(observer, tags: tags) }
    return subscription(observer, to: Root.self)
  }

  @inlinable
  func subscribe<Key: CaseKey>(_ key: Key.Type, _ observer: Observer<Key.Payload>) -> Subscription {
    change { $0.channel(of: Key.Root.self).add(observer, of: Key.self) }
    return subscription(observer, to: Key.Root.self)
  }

  @usableFromInline
  func subscription<Root: Event>(_ observer: AnyObserver, to type: Root.Type) -> Subscription {
    let index = Root.eventType.index
    return Subscription(observer) { [weak self] observer, isFirst, returned in
      guard let self else { return returned() }
      // With nobody delivering nobody is called, and whoever begins now sees that the observer is cancelled.
      if turns.load(ordering: .sequentiallyConsistent) & Turn.isDelivering != 0 { calling.awaitReturn(of: observer) }
      if isFirst { change { $0.remove(observer, ofType: index) } }
      // Until then another thread that cancels has to find whom to wait for.
      if calling.isInside(observer) { change { _ in returned() } } else { returned() }
    }
  }
}
