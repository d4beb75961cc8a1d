internal import Synchronization

/// What waits for its delivery while another is under way, and who delivers it.
extension AppStream {
  /// Delivers what has come, until there is nothing more or others have had their share.
  ///
  /// Turns leave no gaps, so the next one's tells where it is: if neither this thread sent it nor it has been taken
  /// from the others already, then they have it waiting.
  @usableFromInline
  func deliverWaiting(_ next: UInt64) {
    var next = next
    var share = AppStream.fairShare
    var isForOthers = false
    calling.begin()
    while true {
      if own.firstTurn == next {
        next &+= own.deliverFirst(by: dispatcher)
      } else if taken.firstTurn == next {
        next &+= taken.deliverFirst(by: dispatcher)
        isForOthers = true
      } else if Turn.turn(turns.load(ordering: .relaxed)) != next {
        waiting.withLock { swap(&$0, &taken) }
        continue
      } else if finishOrEnd(next) {
        return
      } else {
        calling.begin()
        continue
      }
      if isForOthers {
        share -= 1
        if share == 0 { return handOver(next) }
      }
    }
  }

  /// As ``finish(_:)``, on a stream that may have ended.
  private func finishOrEnd(_ turn: UInt64) -> Bool {
    calling.finish()
    var word = turns.load(ordering: .relaxed)
    while Turn.turn(word) == turn {
      let (exchanged, found) = turns.compareExchange(
        expected: word, desired: word & ~Turn.isDelivering, ordering: .releasing)
      if exchanged { return true }
      word = found
    }
    return false
  }

  /// This thread has done its share: a thread of the pool goes on, or whoever would have to wait for it otherwise.
  private func handOver(_ next: UInt64) {
    calling.finish()
    parked.store(next | 1, ordering: .sequentiallyConsistent)
    // One on its way is enough: it has yet to look.
    if helperIsComing.exchange(true, ordering: .sequentiallyConsistent) { return }
    Task.detached { [self] in
      helperIsComing.store(false, ordering: .sequentiallyConsistent)
      takeOver()
    }
  }

  /// Goes on where another thread has done its share, if none is at it yet.
  private func takeOver() {
    let next = parked.exchange(0, ordering: .sequentiallyConsistent)
    if next != 0 { deliverWaiting(next & ~1) }
  }

  /// The queue is long: delivers a share if nobody is at it, else lets the thread that delivers run.
  ///
  /// The pool may never get to it: its threads may all be here. Bounded, since that thread may be waiting for this one.
  @usableFromInline
  func giveWay() {
    takeOver()
    for _ in 0..<8 where waiting.withLock({ $0.count > AppStream.highWater }) { yieldThread() }
  }
}
