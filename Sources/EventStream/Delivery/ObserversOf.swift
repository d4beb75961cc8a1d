@usableFromInline
class AnyObservers {
  func remove(_ observer: AnyObserver) {}
  var isEmpty: Bool { true }
}

/// Observers of the same payload, in the order of subscription.
@usableFromInline
final class ObserversOf<Payload>: AnyObservers {
  // Exclusivity is unchecked because all of it is only changed between two events, by whoever delivers.
  /// Raw memory, because calling those in an array retains the array for every event.
  @exclusivity(unchecked) @usableFromInline var observers: UnsafeMutablePointer<Unmanaged<Observer<Payload>>>
  @exclusivity(unchecked) @usableFromInline var count = 0
  @exclusivity(unchecked) private var capacity = 1

  override init() { observers = .allocate(capacity: capacity) }

  deinit {
    for index in 0..<count { observers[index].release() }
    observers.deallocate()
  }

  func append(_ observer: Observer<Payload>) {
    if count == capacity {
      capacity *= 2
      let larger = UnsafeMutablePointer<Unmanaged<Observer<Payload>>>.allocate(capacity: capacity)
      larger.moveInitialize(from: observers, count: count)
      observers.deallocate()
      observers = larger
    }
    (observers + count).initialize(to: .passRetained(observer))
    count += 1
  }

  override func remove(_ observer: AnyObserver) {
    guard let place = (0..<count).first(where: { observers[$0].takeUnretainedValue() === observer }) else { return }
    let removed = observers[place]
    (observers + place).update(from: observers + place + 1, count: count - place - 1)
    count -= 1
    // Last, because it may run a `deinit` of the user's.
    removed.release()
  }

  override var isEmpty: Bool { count == 0 }

  @inlinable @inline(__always)
  func call(_ payload: Payload, _ delivery: Delivery) {
    for index in 0..<count {
      observers[index]._withUnsafeGuaranteedRef { observer in
        if delivery.begin(observer) { observer.body(payload, delivery) }
      }
    }
    delivery.end()
  }
}
