/// The observers of one event type on one stream, by case.
@usableFromInline
class Channel {
  @usableFromInline init() {}
  func remove(_ observer: AnyObserver) {}
  /// Has no observer called any more, not even for the event being delivered.
  func cancelAll() {}
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
      group._withUnsafeGuaranteedRef { $0.deliver(event, delivery) }
      next = group._withUnsafeGuaranteedRef { $0.next }
    }
  }

  /// Adds an observer of one case.
  @inlinable
  func add<Key: CaseKey>(_ observer: Observer<Key.Payload>, of key: Key.Type) where Key.Root == Root {
    add(observer, tags: Key.tag..<Key.tag + Key.width, key: ObjectIdentifier(Key.self)) { list in
      { event, delivery in list.call(Key.payload(of: event), delivery) }
    }
  }

  /// Adds an observer of whole events with the given tags.
  @inlinable
  func add(_ observer: Observer<Root>, tags: Range<Int>) {
    for tag in tags {
      add(observer, tags: tag..<tag + 1, key: ObjectIdentifier(Root.self)) { list in
        { event, delivery in list.call(event, delivery) }
      }
    }
  }

  /// Adds an observer to the group of a key, made if need be.
  @usableFromInline
  func add<Payload>(
    _ observer: Observer<Payload>, tags: Range<Int>, key: ObjectIdentifier,
    _ deliver: (ObserversOf<Payload>) -> CaseGroup<Root>.Deliver
  ) {
    guard let tag = tags.first else { return }
    if let list = group(of: key, tag: tag)?.list as? ObserversOf<Payload> {
      list.append(observer)
    } else {
      let list = ObserversOf<Payload>()
      list.append(observer)
      let deliver = deliver(list)
      for tag in tags { append(CaseGroup(key: key, list: list, deliver), tag: tag) }
    }
  }

  /// Whether anybody observes one of the tags.
  func isObserved(_ tags: Range<Int>) -> Bool { tags.contains { first[$0] != nil } }

  override func remove(_ observer: AnyObserver) {
    for tag in 0..<count {
      removeGroups(ofTag: tag) { group in
        group.list.remove(observer)
        return group.list.isEmpty
      }
    }
  }

  override func cancelAll() {
    for tag in 0..<count {
      var next = first[tag]
      while let group = next?.takeUnretainedValue() {
        group.list.cancelAll()
        next = group.next
      }
    }
  }

  private func group(of key: ObjectIdentifier, tag: Int) -> CaseGroup<Root>? {
    var next = first[tag]
    while let group = next?.takeUnretainedValue() {
      if group.key == key { return group }
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

/// The observers that take the same thing out of events with one tag: it is taken out once for all of them.
@usableFromInline
final class CaseGroup<Root: Event> {
  @usableFromInline typealias Deliver = (Root, Delivery) -> Void

  let key: ObjectIdentifier
  let list: AnyObservers
  /// A closure rather than a method: it is compiled where the types are known, a generic class's methods are not.
  @usableFromInline let deliver: Deliver
  /// The next group with the same tag. The channel retains and releases it.
  ///
  /// Exclusivity is unchecked because it is only changed between two events, by whoever delivers.
  @exclusivity(unchecked) @usableFromInline var next: Unmanaged<CaseGroup<Root>>?

  init(key: ObjectIdentifier, list: AnyObservers, _ deliver: @escaping Deliver) {
    self.key = key
    self.list = list
    self.deliver = deliver
  }
}
