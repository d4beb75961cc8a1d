/// The observers that take the same thing out of events with one tag: it is taken out once for all of them.
@usableFromInline
class CaseGroup<Root: Event> {
  @usableFromInline typealias Deliver = (CaseGroup<Root>, Root, Delivery) -> Void

  /// Calls the observers of the group that it is given, which is this one.
  ///
  /// A closure rather than a method: it is compiled where the types are known, a generic class's methods are not.
  @usableFromInline let deliver: Deliver
  /// The next group with the same tag. The channel retains and releases it.
  ///
  /// Exclusivity is unchecked because it is only changed between two events, by whoever delivers.
  @exclusivity(unchecked) @usableFromInline var next: Unmanaged<CaseGroup<Root>>?

  init(_ deliver: @escaping Deliver) { self.deliver = deliver }

  func remove(_ observer: AnyObserver) {}
  func cancelAll() {}
  var isEmpty: Bool { true }
  var observers: [AnyObserver] { [] }
}

/// What whole events are observed under, as if each were the payload of a case.
@usableFromInline
enum WholeEvent<Root: Event>: CaseKey {
  @inlinable static var tag: Int { 0 }
  @inlinable static var width: Int { Root.caseCount }
  @usableFromInline static var name: String { "" }
  @inlinable static func payload(of event: Root) -> Root { event }
  @inlinable static func event(_ payload: Root) -> Root { payload }
}

/// Observers of the same case, in the order of subscription: a group for each of its tags.
@usableFromInline
final class ObserversOf<Key: CaseKey>: CaseGroup<Key.Root> {
  @usableFromInline typealias Payload = Key.Payload
  @usableFromInline typealias Reference = Unmanaged<Observer<Payload>>

  // Exclusivity is unchecked because all of it is only changed between two events, by whoever delivers.
  /// Mostly there is no other: in a session's stream, which must be small.
  @exclusivity(unchecked) @usableFromInline var first: Reference?
  /// Those behind the first: raw memory, because calling those in an array retains the array for every event.
  @exclusivity(unchecked) @usableFromInline var others: UnsafeMutablePointer<Reference>?
  // Half a word each: a session has dozens of these lists.
  @exclusivity(unchecked) @usableFromInline var otherCount: Int32 = 0
  @exclusivity(unchecked) private var capacity: Int32 = 0

  init(_ observer: Observer<Payload>, _ deliver: @escaping CaseGroup<Key.Root>.Deliver) {
    first = Reference.passRetained(observer)
    super.init(deliver)
  }

  deinit {
    first?.release()
    guard let others else { return }
    for index in 0..<Int(otherCount) { others[index].release() }
    others.deallocate()
  }

  func append(_ observer: Observer<Payload>) {
    let added = Reference.passRetained(observer)
    if first == nil { return first = added }
    (roomForOne() + Int(otherCount)).initialize(to: added)
    otherCount += 1
  }

  /// The others, with room for one more.
  private func roomForOne() -> UnsafeMutablePointer<Reference> {
    if let others, otherCount < capacity { return others }
    capacity = max(1, 2 * capacity)
    let larger = UnsafeMutablePointer<Reference>.allocate(capacity: Int(capacity))
    if let others {
      larger.moveInitialize(from: others, count: Int(otherCount))
      others.deallocate()
    }
    others = larger
    return larger
  }

  override func remove(_ observer: AnyObserver) {
    var removed: Reference?
    if first?.takeUnretainedValue() === observer {
      removed = first
      first = others.flatMap { otherCount > 0 ? $0[0] : nil }
      closeGap(at: 0)
    } else if let others,
      let place = (0..<Int(otherCount)).first(where: { others[$0].takeUnretainedValue() === observer })
    {
      removed = others[place]
      closeGap(at: place)
    }
    // Last, because it may run a `deinit` of the user's.
    removed?.release()
  }

  private func closeGap(at place: Int) {
    guard let others, place < otherCount else { return }
    (others + place).update(from: others + place + 1, count: Int(otherCount) - place - 1)
    otherCount -= 1
  }

  override func cancelAll() {
    first?.takeUnretainedValue().cancel()
    guard let others else { return }
    for index in 0..<Int(otherCount) { others[index].takeUnretainedValue().cancel() }
  }

  override var isEmpty: Bool { first == nil }

  override var observers: [AnyObserver] {
    let behind = others.map { others in (0..<Int(otherCount)).map { others[$0].takeUnretainedValue() } }
    return (first.map { [$0.takeUnretainedValue()] } ?? []) + (behind ?? [])
  }

  @inlinable @inline(__always)
  func call(_ payload: Payload, _ delivery: Delivery) {
    if let first {
      call(first, payload, delivery)
      if let others { for index in 0..<Int(otherCount) { call(others[index], payload, delivery) } }
    }
    delivery.end()
  }

  @inlinable @inline(__always)
  func call(_ observer: Reference, _ payload: Payload, _ delivery: Delivery) {
    observer._withUnsafeGuaranteedRef { observer in
      if delivery.begin(observer) { observer.body(payload, delivery) }
    }
  }
}
