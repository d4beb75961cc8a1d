/// "On this case, run this pure function, send what it returns."
///
/// What is sent has the observed event as its cause, so answers find the requests they answer. Whatever the function
/// throws fails the request it was working for, if there is one, and nothing else; the stream's ``FailureHandler`` is
/// told.
///
/// The function runs within the delivery: in a session in its isolation, on the app's stream on whichever thread
/// delivers. The stream waits for it, so it must be quick.
public struct On<Key: CaseKey>: Observers {
  /// Made where the case is known: what is compiled there for it alone takes less time and memory.
  @usableFromInline let subscribe: @Sendable (Place, RunningServer) -> Void

  /// Sends one event for each.
  ///
  /// - Parameters:
  ///   - path: The case.
  ///   - body: Makes the event of what the case carries. If it throws, nothing is sent but the failure of the request.
  @inlinable
  public init<Output: Event>(_ path: CasePath<Key>, _ body: @escaping @Sendable (Key.Payload) throws -> Output) {
    self.init { payload, delivery in
      do { delivery.send(try body(payload)) } catch { delivery.fail(error) }
    }
  }

  /// Sends an event for some, none where the function returns `nil`.
  ///
  /// - Parameters:
  ///   - path: The case.
  ///   - body: Makes the event of what the case carries. If it throws, nothing is sent but the failure of the request.
  @inlinable
  public init<Output: Event>(_ path: CasePath<Key>, _ body: @escaping @Sendable (Key.Payload) throws -> Output?) {
    self.init { payload, delivery in
      do {
        if let output = try body(payload) { delivery.send(output) }
      } catch { delivery.fail(error) }
    }
  }

  /// Sends several events for each, in order.
  ///
  /// - Parameters:
  ///   - path: The case.
  ///   - body: Makes the events of what the case carries. If it throws, none is sent but the failure of the request.
  @inlinable
  public init<Output: Event>(_ path: CasePath<Key>, _ body: @escaping @Sendable (Key.Payload) throws -> [Output]) {
    self.init { payload, delivery in
      do { for output in try body(payload) { delivery.send(output) } } catch {
        delivery.fail(error)
      }
    }
  }

  @inlinable
  init(_ body: @escaping @Sendable (Key.Payload, Delivery) -> Void) {
    subscribe = { place, server in server.observe(Key.self, at: place, body) }
  }

  /// Subscribes, until the server ends.
  public func start(at place: Place, for server: RunningServer) { subscribe(place, server) }
}

/// "On this case, do this", for effects outside the stream; it sends nothing. Not called when a session is replayed.
///
/// The function runs where that of an ``On`` does, and must be as quick; what it throws has the same effect.
public struct Do<Key: CaseKey>: Observers {
  /// Made where the case is known: what is compiled there for it alone takes less time and memory.
  @usableFromInline let subscribe: @Sendable (Place, RunningServer) -> Void

  /// Calls the function with each payload.
  ///
  /// - Parameters:
  ///   - path: The case.
  ///   - body: Gets what the case carries. If it throws, the request that it was working for fails.
  @inlinable
  public init(_ path: CasePath<Key>, _ body: @escaping @Sendable (Key.Payload) throws -> Void) {
    self.init(path) { payload, _ in try body(payload) }
  }

  /// Calls the function with each payload and its envelope.
  ///
  /// - Parameters:
  ///   - path: The case.
  ///   - body: Gets what the case carries, and what travelled with it. If it throws, the request that it was working
  ///     for fails.
  @inlinable
  public init(_ path: CasePath<Key>, _ body: @escaping @Sendable (Key.Payload, Envelope) throws -> Void) {
    subscribe = { place, server in
      server.observe(Key.self, at: place) { payload, delivery in
        if delivery.replay != nil { return }
        do { try body(payload, delivery.envelope) } catch { delivery.fail(error) }
      }
    }
  }

  /// Subscribes, until the server ends.
  public func start(at place: Place, for server: RunningServer) { subscribe(place, server) }
}

extension RunningServer {
  @inlinable
  func observe<Key: CaseKey>(
    _ key: Key.Type, at place: Place, _ body: @escaping @Sendable (Key.Payload, Delivery) -> Void
  ) {
    switch place {
    case .app(let stream):
      let subscription = stream.subscribe(key, Observer(body))
      onEnd { subscription.cancel() }
    case .session(let stream):
      stream.add(Observer(body), of: key)
    }
  }
}
