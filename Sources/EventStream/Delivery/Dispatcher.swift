/// Calls the observers of an event: those of its own case, and nobody else.
///
/// Used by one thread at a time: whoever delivers. Shared by both kinds of stream.
@usableFromInline
final class Dispatcher {
  @usableFromInline typealias Answered = (UInt64, () -> any Event) -> Void

  /// Says what is being delivered.
  @usableFromInline let delivery: Delivery
  // Exclusivity is unchecked because all of these are only changed between two events.
  /// The channels by the index of their type: raw memory, because reading an array retains it.
  @exclusivity(unchecked) @usableFromInline var channels: UnsafeMutablePointer<Unmanaged<Channel>?>
  @exclusivity(unchecked) @usableFromInline var channelCount = 0
  @exclusivity(unchecked) @usableFromInline var hasTaps = false
  @exclusivity(unchecked) private var taps: [any Tap] = []
  /// Told of every answer that has been delivered, by the id of its request.
  @exclusivity(unchecked) @usableFromInline var answered: Answered?

  init(_ delivery: Delivery) {
    self.delivery = delivery
    channels = .allocate(capacity: 0)
  }

  deinit {
    removeAll()
    channels.deallocate()
  }

  /// Calls everyone who observes the event's case, in the order of subscription for one case.
  ///
  /// - Parameter index: The index of the event's type.
  @inlinable @inline(__always)
  func deliver<Root: Event>(_ event: Root, index: Int, tag: Int) {
    if hasTaps { return deliverTapped(event, index: index, tag: tag) }
    deliverToObservers(event, index: index, tag: tag)
  }

  @inlinable @inline(__always)
  func deliverToObservers<Root: Event>(_ event: Root, index: Int, tag: Int) {
    if index < channelCount, let channel = channels[index] {
      channel._withUnsafeGuaranteedRef {
        // Safe because the channel at a type's index is made by that type.
        unsafeDowncast($0, to: EventChannel<Root>.self).deliver(event, tag: tag, delivery)
      }
    }
    if delivery.current.answersID != 0 { deliverToAsker(event) }
  }

  @usableFromInline
  func deliverTapped<Root: Event>(_ event: Root, index: Int, tag: Int) {
    // The same ones before and after: an observer may add or remove one.
    let taps = taps
    let envelope = delivery.current
    for tap in taps { tap.receive(event, envelope) }
    deliverToObservers(event, index: index, tag: tag)
    for tap in taps { tap.didDeliver(event, envelope) }
  }

  @usableFromInline
  func deliverToAsker<Root: Event>(_ event: Root) { answered?(delivery.current.answersID) { event } }

  /// Whether an event of the type with one of the tags would be seen by anybody.
  func isObserved(_ type: EventType, tags: Range<Int>) -> Bool {
    hasTaps || tags.contains { hasObservers(ofType: type.index, tag: $0) }
  }

  /// Whether anybody observes events with a tag of the type with an index; taps don't count.
  func hasObservers(ofType index: Int, tag: Int) -> Bool {
    index < channelCount && channels[index]?.takeUnretainedValue().isObserved(tag) == true
  }

  /// The channel of a type, made if need be.
  @usableFromInline
  func channel<Root: Event>(of type: Root.Type) -> EventChannel<Root> {
    let index = Root.eventType.index
    if index >= channelCount { makeRoom(for: index) }
    if let channel = channels[index]?.takeUnretainedValue() {
      // Safe because the channel at a type's index is made by that type.
      return unsafeDowncast(channel, to: EventChannel<Root>.self)
    }
    let channel = EventChannel<Root>()
    // Safe because `removeAll` releases every channel.
    channels[index] = Unmanaged.passRetained(channel)
    return channel
  }

  /// All observers, those of each case in the order in which they are called.
  var observers: [AnyObserver] {
    (0..<channelCount).flatMap { channels[$0]?.takeUnretainedValue().observers ?? [] }
  }

  func remove(_ observer: AnyObserver, ofType index: Int) {
    if index < channelCount { channels[index]?.takeUnretainedValue().remove(observer) }
  }

  func add(_ tap: any Tap) {
    taps.append(tap)
    hasTaps = true
  }

  func remove(_ tap: any Tap) {
    taps.removeAll { $0 === tap }
    hasTaps = !taps.isEmpty
  }

  /// Has no observer called any more, not even for the event being delivered.
  func cancelAll() {
    for index in 0..<channelCount { channels[index]?.takeUnretainedValue().cancelAll() }
  }

  /// Lets every observer and tap go.
  func removeAll() {
    // Taken out first: letting an observer go may run a `deinit` of the user's, which may look here or cancel another.
    let (old, count) = (channels, channelCount)
    channels = .allocate(capacity: 0)
    channelCount = 0
    taps = []
    hasTaps = false
    for index in 0..<count { old[index]?.release() }
    old.deallocate()
  }

  private func makeRoom(for index: Int) {
    let larger = UnsafeMutablePointer<Unmanaged<Channel>?>.allocate(capacity: index + 1)
    larger.moveInitialize(from: channels, count: channelCount)
    (larger + channelCount).initialize(repeating: nil, count: index + 1 - channelCount)
    channels.deallocate()
    channels = larger
    channelCount = index + 1
  }
}

/// Takes every event of a stream, of whatever type.
public protocol Tap: AnyObject, Sendable {
  /// Called for each event before its observers are, in the order of delivery, on the thread that delivers.
  func receive<Root: Event>(_ event: Root, _ envelope: Envelope)
  /// Called for each event when its observers have returned, on the same thread. Does nothing unless given.
  func didDeliver<Root: Event>(_ event: Root, _ envelope: Envelope)
}

extension Tap {
  /// Does nothing.
  public func didDeliver<Root: Event>(_ event: Root, _ envelope: Envelope) {}
}
