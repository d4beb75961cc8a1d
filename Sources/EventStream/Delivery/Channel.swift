/// The observers of one event type on one stream, by case.
@usableFromInline
class Channel {
  @usableFromInline init() {}
  func remove(_ observer: AnyObserver) {}
  /// Whether anybody observes events with a tag.
  func isObserved(_ tag: Int) -> Bool { false }
  /// Has no observer called any more, not even for the event being delivered.
  func cancelAll() {}
  /// The observers in the order in which they are called, those of one case after those of another.
  var observers: [AnyObserver] { [] }
}

@usableFromInline
final class EventChannel<Root: Event>: Channel {
  /// For each tag the first of the groups that want it; they are linked in the order in which they were first needed.
  ///
  /// Raw memory, because reading an array retains it, and this is read for every event.
  @usableFromInline let first: UnsafeMutablePointer<Unmanaged<CaseGroup<Root>>?>
  private let count: Int

  @usableFromInline
  override init() {
    count = Root.eventType.caseCount
    first = .allocate(capacity: count)
    first.initialize(repeating: nil, count: count)
  }

  deinit {
    for tag in 0..<count { removeGroups(ofTag: tag) { _ in true } }
    first.deallocate()
  }

  /// Calls everyone who observes a case of which `event` is one.
  @inlinable @inline(__always)
  func deliver(_ event: Root, tag: Int, _ delivery: Delivery) {
    var next = first[tag]
    while let group = next {
      group._withUnsafeGuaranteedRef { $0.deliver($0, event, delivery) }
      next = group._withUnsafeGuaranteedRef { $0.next }
    }
  }

  /// Adds an observer of one case.
  @inlinable
  func add<Key: CaseKey>(_ observer: Observer<Key.Payload>, of key: Key.Type) where Key.Root == Root {
    add(observer, of: key, tags: Key.tag..<Key.tag + Key.width)
  }

  /// Adds an observer of whole events with the given tags.
  @inlinable
  func add(_ observer: Observer<Root>, tags: Range<Int>) { add(observer, of: WholeEvent<Root>.self, tags: tags) }

  @inlinable
  func add<Key: CaseKey>(_ observer: Observer<Key.Payload>, of key: Key.Type, tags: Range<Int>) where Key.Root == Root {
    // Written where the key is known, as a rule, so that it needs no memory.
    add(observer, of: key, tags: tags) { group, event, delivery in
      // Safe because this is called with the group that it was given to.
      unsafeDowncast(group, to: ObserversOf<Key>.self).call(Key.payload(of: event), delivery)
    }
  }

  /// Adds an observer to the groups of a key, made if need be.
  @usableFromInline
  func add<Key: CaseKey>(
    _ observer: Observer<Key.Payload>, of key: Key.Type, tags: Range<Int>, _ deliver: @escaping CaseGroup<Root>.Deliver
  ) where Key.Root == Root {
    for tag in tags {
      if let group = group(of: key, tag: tag) {
        group.append(observer)
      } else {
        append(ObserversOf<Key>(observer, deliver), tag: tag)
      }
    }
  }

  override func isObserved(_ tag: Int) -> Bool { first[tag] != nil }

  override func remove(_ observer: AnyObserver) {
    for tag in 0..<count {
      removeGroups(ofTag: tag) { group in
        group.remove(observer)
        return group.isEmpty
      }
    }
  }

  override func cancelAll() {
    for tag in 0..<count {
      var next = first[tag]
      while let group = next?.takeUnretainedValue() {
        group.cancelAll()
        next = group.next
      }
    }
  }

  override var observers: [AnyObserver] {
    (0..<count).flatMap { tag in
      var all: [AnyObserver] = []
      var next = first[tag]
      while let group = next?.takeUnretainedValue() {
        all += group.observers
        next = group.next
      }
      return all
    }
  }

  private func group<Key: CaseKey>(of key: Key.Type, tag: Int) -> ObserversOf<Key>? where Key.Root == Root {
    var next = first[tag]
    while let group = next?.takeUnretainedValue() {
      if let found = group as? ObserversOf<Key> { return found }
      next = group.next
    }
    return nil
  }

  private func append(_ group: CaseGroup<Root>, tag: Int) {
    // Safe because what removes a group releases it.
    let added = Unmanaged.passRetained(group)
    guard var last = first[tag]?.takeUnretainedValue() else { return first[tag] = added }
    while let next = last.next?.takeUnretainedValue() { last = next }
    last.next = added
  }

  private func removeGroups(ofTag tag: Int, where isOver: (CaseGroup<Root>) -> Bool) {
    var previous: CaseGroup<Root>?
    var next = first[tag]
    while let reference = next {
      let group = reference.takeUnretainedValue()
      next = group.next
      if isOver(group) {
        if let previous { previous.next = next } else { first[tag] = next }
        reference.release()
      } else {
        previous = group
      }
    }
  }
}
