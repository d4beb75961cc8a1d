import EventStream
import Foundation
import Synchronization
import Testing

/// What a stream promises to those who use it from several threads.
/// One after another: each uses more threads than there are cores.
@Suite(.serialized) struct `An app's stream under contention` {
  @Test(arguments: [2, 4, 8])
  func `keeps each thread's order and one order for all observers`(_ threads: Int) async {
    let stream = AppStream()
    let each = isDebug ? 5_000 : 100_000
    let first = Box<[Int]>([]), second = Box<[Int]>([]), sequences = Box<[UInt64]>([])
    let subscriptions = [
      stream.observe(\Note.number) { number, envelope in
        first.change { $0.append(number) }
        sequences.change { $0.append(envelope.sequence) }
      },
      stream.observe(\Note.number) { number in second.change { $0.append(number) } },
    ]
    await onThreads(threads) { thread in
      for number in 0..<each { stream.send(Note.number(thread * 1_000_000 + number)) }
    }
    await stream.settle()
    #expect(first.value == second.value)
    #expect(sequences.value == (1...UInt64(threads * each)).map { $0 })
    for thread in 0..<threads {
      #expect(first.value.filter { $0 / 1_000_000 == thread } == (0..<each).map { thread * 1_000_000 + $0 })
    }
    for subscription in subscriptions { subscription.cancel() }
  }

  @Test(arguments: [2, 4, 8])
  func `keeps each task's order`(_ tasks: Int) async {
    let stream = AppStream()
    let each = isDebug ? 2_000 : 50_000
    let seen = Box<[Int]>([])
    let subscription = stream.observe(\Note.number) { number in seen.change { $0.append(number) } }
    await withTaskGroup { group in
      for task in 0..<tasks {
        group.addTask { for number in 0..<each { stream.send(Note.number(task * 1_000_000 + number)) } }
      }
    }
    await stream.settle()
    #expect(seen.value.count == tasks * each)
    for task in 0..<tasks {
      #expect(seen.value.filter { $0 / 1_000_000 == task } == (0..<each).map { task * 1_000_000 + $0 })
    }
    subscription.cancel()
  }

  @Test
  func `never calls a closure once its cancel has returned`() async {
    let stream = AppStream()
    let rounds = isDebug ? 1_000 : 20_000
    let isOver = Atomic(false), late = Atomic(0), calls = Atomic(0)
    let left = Atomic(2)
    await onThreads(4) { thread in
      if thread < 2 {
        for _ in 0..<rounds {
          let isCancelled = Box(false)
          let subscription = stream.observe(\Note.tick) { _ in
            calls.wrappingAdd(1, ordering: .relaxed)
            if isCancelled.value { late.wrappingAdd(1, ordering: .relaxed) }
          }
          stream.send(Note.tick)
          subscription.cancel()
          isCancelled.change { $0 = true }
        }
        if left.wrappingSubtract(1, ordering: .relaxed).newValue == 0 { isOver.store(true, ordering: .releasing) }
      } else {
        while !isOver.load(ordering: .acquiring) { stream.send(Note.tick) }
      }
    }
    await stream.settle()
    #expect(late.load(ordering: .relaxed) == 0)
    #expect(calls.load(ordering: .relaxed) > 0)
  }

  @Test
  func `waits in every cancel while another thread is in the closure`() async {
    let stream = AppStream()
    let entered = Gate(), cancelling = Countdown(2)
    let isInside = Atomic(false), wasInside = Atomic(0)
    let release = DispatchSemaphore(value: 0)
    let subscription = stream.observe(\Note.tick) { _ in
      isInside.store(true, ordering: .releasing)
      entered.open()
      release.wait()
      isInside.store(false, ordering: .releasing)
    }
    async let sending: Void = onThreads(1) { _ in stream.send(Note.tick) }
    await entered.wait()
    async let cancels: Void = onThreads(2) { _ in
      cancelling.step()
      subscription.cancel()
      if isInside.load(ordering: .acquiring) { wasInside.wrappingAdd(1, ordering: .relaxed) }
    }
    await cancelling.wait()
    release.signal()
    _ = await (sending, cancels)
    #expect(wasInside.load(ordering: .relaxed) == 0)
  }

  @Test
  func `waits in a cancel while a closure is still running that has cancelled itself`() async {
    let stream = AppStream()
    let own = Box<Subscription?>(nil)
    let entered = Gate(), cancelling = Gate()
    let isInside = Atomic(false), wasInside = Atomic(false)
    let release = DispatchSemaphore(value: 0)
    let subscription = stream.observe(\Note.tick) { _ in
      isInside.store(true, ordering: .releasing)
      own.value?.cancel()
      entered.open()
      release.wait()
      isInside.store(false, ordering: .releasing)
    }
    own.change { $0 = subscription }
    async let sending: Void = onThreads(1) { _ in stream.send(Note.tick) }
    await entered.wait()
    async let cancel: Void = onThreads(1) { _ in
      cancelling.open()
      subscription.cancel()
      wasInside.store(isInside.load(ordering: .acquiring), ordering: .releasing)
    }
    await cancelling.wait()
    // A cancel that doesn't wait has returned by then, as a rule.
    for _ in 0..<1_000 { await Task.yield() }
    release.signal()
    _ = await (sending, cancel)
    let hasReturnedEarly = wasInside.load(ordering: .acquiring)
    #expect(!hasReturnedEarly)
    own.change { $0 = nil }
  }

  @Test
  func `lets a closure go that has cancelled itself`() {
    final class Held: Sendable {}
    let stream = AppStream()
    let own = Box<Subscription?>(nil)
    weak var gone: Held?
    do {
      let held = Held()
      gone = held
      let subscription = stream.observe(\Note.tick) { _ in
        _ = held
        own.value?.cancel()
      }
      own.change { $0 = subscription }
    }
    stream.send(Note.tick)
    #expect(gone == nil)
  }

  @Test
  func `lets subscriptions come and go while events pass`() async {
    let stream = AppStream()
    let rounds = isDebug ? 500 : 5_000
    let seen = Atomic(0)
    let steady = stream.observe(\Note.number) { _ in seen.wrappingAdd(1, ordering: .relaxed) }
    await onThreads(4) { thread in
      for number in 0..<rounds {
        if thread % 2 == 0 {
          stream.send(Note.number(number))
        } else {
          let subscription = stream.observe(\Note.number) { _ in }
          let whole = stream.observe(Note.self) { _, _ in }
          subscription.cancel()
          whole.cancel()
        }
      }
    }
    await stream.settle()
    #expect(seen.load(ordering: .relaxed) == 2 * rounds)
    steady.cancel()
  }

  @Test
  func `hands the work of others over to the pool`() async {
    let stream = AppStream()
    let entered = Gate(), delivered = Atomic(0)
    let isFull = DispatchSemaphore(value: 0)
    let ofFirst = Atomic(0)
    let others = AppStream.fairShare * 3
    let first = Box<UInt>(0)
    let subscription = stream.observe(\Note.number) { number in
      delivered.wrappingAdd(1, ordering: .relaxed)
      if number < 0 {
        first.change { $0 = threadNumber() }
        entered.open()
        isFull.wait()
      } else if threadNumber() == first.value {
        ofFirst.wrappingAdd(1, ordering: .relaxed)
      }
    }
    async let sending: Void = onThreads(1) { _ in stream.send(Note.number(-1)) }
    await entered.wait()
    await onThreads(1) { _ in for number in 0..<others { stream.send(Note.number(number)) } }
    isFull.signal()
    await sending
    await stream.settle()
    #expect(delivered.load(ordering: .relaxed) == others + 1)
    #expect(ofFirst.load(ordering: .relaxed) <= AppStream.fairShare)
    subscription.cancel()
  }

  @Test
  func `passes ten million events with flat memory`() async {
    let stream = AppStream()
    let seen = Atomic(0)
    let count = isDebug ? 200_000 : 10_000_000
    let subscription = stream.observe(\Note.text) { _ in seen.wrappingAdd(1, ordering: .relaxed) }
    let send: @Sendable (Int) -> Void = { _ in
      let text = Note.text("a text that is long enough for the heap")
      for _ in 0..<count / 4 { stream.send(text) }
    }
    await onThreads(2, send)
    await stream.settle()
    let before = residentMemory()
    await onThreads(2, send)
    await stream.settle()
    #expect(seen.load(ordering: .relaxed) == count)
    #expect(residentMemory() - before < 16 << 20)
    subscription.cancel()
  }

  @Test
  func `keeps two apps apart`() {
    let one = AppStream(), two = AppStream()
    let seen = Box<[Int]>([])
    let subscription = one.observe(\Note.number) { number in seen.change { $0.append(number) } }
    two.send(Note.number(2))
    one.send(Note.number(1))
    #expect(seen.value == [1])
    subscription.cancel()
  }
}
