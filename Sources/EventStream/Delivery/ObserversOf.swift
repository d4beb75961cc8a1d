@usableFromInline
class AnyObservers {
  func remove(_ observer: AnyObserver) {}
  func cancelAll() {}
  var isEmpty: Bool { true }
}

/// Observers of the same payload, in the order of subscription.
@usableFromInline
final class ObserversOf<Payload>: AnyObservers {
  @usableFromInline typealias Reference = Unmanaged<Observer<Payload>>

  // Exclusivity is unchecked because all of it is only changed between two events, by whoever delivers.
  /// Mostly there is no other: in a session's stream, which must be small.
  @exclusivity(unchecked) @usableFromInline var first: Reference?
  /// Those behind the first: raw memory, because calling those in an array retains the array for every event.
  @exclusivity(unchecked) @usableFromInline var others: UnsafeMutablePointer<Reference>?
  // Half a word each: a session has dozens of these lists.
  @exclusivity(unchecked) @usableFromInline var otherCount: Int32 = 0
  @exclusivity(unchecked) private var capacity: Int32 = 0

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
