import Allocations
import EventStream
import Foundation
import OpenCombine
import Synchronization

/// A way of delivering events to N observers of C cases: `send` delivers `count` events, in turn of each case.
struct Contender {
  let name: String
  let send: (_ count: Int) async -> Void
  let keep: Any
}

let todo = Todo(id: 1, title: "a title long enough for the heap", date: 3, isDone: false)

func ours(_ observers: Int, _ cases: Int) -> Contender {
  let stream = AppStream()
  let kept = (0..<observers).map { Load.observers(of: stream, number: $0 % cases) }
  let events = (0..<cases).map { Load(number: $0, todo: todo) }
  return Contender(
    name: "Ghostlight",
    send: { count in
      var next = 0
      for _ in 0..<count {
        stream.send(events[next])
        next = next + 1 == cases ? 0 : next + 1
      }
    }, keep: kept)
}

func notificationCenter(_ observers: Int, _ cases: Int) -> Contender {
  let center = NotificationCenter()
  let names = (0..<cases).map { Notification.Name("case\($0)") }
  let kept = (0..<observers).map {
    center.addObserver(forName: names[$0 % cases], object: nil, queue: nil) { note in
      if let todo = note.object as? Todo { sum.total &+= todo.id }
    }
  }
  return Contender(
    name: "NotificationCenter",
    send: { count in for index in 0..<count { center.post(name: names[index % cases], object: todo) } },
    keep: kept)
}

func openCombine(_ observers: Int, _ cases: Int) -> Contender {
  let subject = PassthroughSubject<Load, Never>()
  let kept = (0..<observers).map { number in
    subject.compactMap { $0.number == number % cases ? $0.todo : nil }.sink { sum.total &+= $0.id }
  }
  let events = (0..<cases).map { Load(number: $0, todo: todo) }
  return Contender(
    name: "OpenCombine", send: { count in for index in 0..<count { subject.send(events[index % cases]) } }, keep: kept)
}

func asyncStreams(_ observers: Int, _ cases: Int) -> Contender {
  let seen = Atomics()
  var continuations: [AsyncStream<Load>.Continuation] = []
  let tasks = (0..<observers).map { number in
    let (stream, continuation) = AsyncStream<Load>.makeStream()
    continuations.append(continuation)
    return Task.detached {
      for await event in stream {
        if event.number == number % cases { seen.sum.wrappingAdd(event.todo.id, ordering: .relaxed) }
        seen.count.wrappingAdd(1, ordering: .relaxed)
      }
    }
  }
  let events = (0..<cases).map { Load(number: $0, todo: todo) }
  return Contender(
    name: "AsyncStream each",
    send: { count in
      let before = seen.count.load(ordering: .relaxed)
      for index in 0..<count { for continuation in continuations { continuation.yield(events[index % cases]) } }
      while seen.count.load(ordering: .relaxed) < before + count * observers { await Task.yield() }
    }, keep: tasks)
}

final class Atomics: Sendable {
  let sum = Atomic(0)
  let count = Atomic(0)
}

func nanoseconds(_ count: Int, _ body: () async -> Void) async -> Double {
  let duration = await ContinuousClock().measure(body).components
  return (Double(duration.seconds) * 1e9 + Double(duration.attoseconds) / 1e9) / Double(count)
}

func text(_ values: [Double]) -> String {
  let sorted = values.sorted()
  func number(_ value: Double) -> String { String(format: value < 100 ? "%.1f" : "%.0f", value) }
  return "\(number(sorted[sorted.count / 2])) (\(number(sorted[0]))–\(number(sorted[sorted.count - 1])))"
}

func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }

let rounds = 7
print("ns per event, median (least–most) of \(rounds) interleaved rounds of about 20 ms each; a todo as payload\n")
print("| N observers of one of C cases | Ghostlight | NotificationCenter | OpenCombine | AsyncStream each | ratios |")
print("|---|---|---|---|---|---|")
for (observers, cases) in [(1, 1), (10, 10), (100, 20), (1000, 100)] {
  let contenders = [
    ours(observers, cases), notificationCenter(observers, cases), openCombine(observers, cases),
    asyncStreams(observers, cases),
  ]
  var counts: [Int] = []
  for contender in contenders {
    let tries = 20
    let each = await nanoseconds(tries) { await contender.send(tries) }
    counts.append(max(10, Int(20_000_000 / each)))
  }
  var times = [[Double]](repeating: [], count: contenders.count)
  for _ in 0..<rounds {
    for (index, contender) in contenders.enumerated() {
      times[index].append(await nanoseconds(counts[index]) { await contender.send(counts[index]) })
    }
  }
  let ratios = times.dropFirst().map { String(format: "%.0f", median($0) / median(times[0])) }.joined(separator: " : ")
  print("| \(observers), \(cases) | " + times.map(text).joined(separator: " | ") + " | 1 : \(ratios) |")
}

do {
  let contender = ours(1, 1)
  await contender.send(1000)
  let before = allocations
  await contender.send(1_000_000)
  print("\nallocations in 1,000,000 sends to one observer: \(allocations - before)")
}

do {
  print("\nfurther observers of the same case, ns per event, median (least–most) of \(rounds) rounds of 1,000,000\n")
  for count in [1, 2, 11, 101] {
    let contender = ours(count, 1)
    var times: [Double] = []
    for _ in 0..<rounds { times.append(await nanoseconds(1_000_000) { await contender.send(1_000_000) }) }
    print("- \(count): \(text(times))")
  }
}

do {
  print("\nobservers of 99 other cases beside one of the case, ns per event, the same\n")
  for others in [0, 99, 990] {
    let stream = AppStream()
    let one = Load.observers(of: stream, number: 0)
    let rest = (0..<others).map { Load.observers(of: stream, number: 1 + $0 % 99) }
    let event = Load(number: 0, todo: todo)
    var times: [Double] = []
    for _ in 0..<rounds {
      times.append(await nanoseconds(1_000_000) { for _ in 0..<1_000_000 { stream.send(event) } })
    }
    print("- \(others): \(text(times))")
    withExtendedLifetime((one, rest)) {}
  }
}

do {
  let stream = AppStream()
  let one = Load.observers(of: stream, number: 0)
  let event = Load(number: 0, todo: todo)
  var times: [Double] = []
  for _ in 0..<rounds {
    times.append(
      await nanoseconds(1_000_000) {
        for _ in 0..<10_000 {
          let other = Load.observers(of: stream, number: 0)
          for _ in 0..<50 { stream.send(event) }
          other.cancel()
          for _ in 0..<50 { stream.send(event) }
        }
      })
  }
  print("\none observer, and a second one that comes and goes every hundred events, ns per event: \(text(times))")
  withExtendedLifetime(one) {}
}

do {
  let stream = AppStream()
  let left = Sum()
  let event = Load(number: 0, todo: todo)
  let subscription = stream.observe(\Load.[Of<D0>(), Of<D0>()]) { _ in
    if left.total > 0 {
      left.total -= 1
      stream.send(event)
    }
  }
  var times: [Double] = []
  for _ in 0..<rounds {
    times.append(
      await nanoseconds(1_000_000) {
        left.total = 1_000_000
        stream.send(event)
      })
  }
  print(
    "\nre-entrant, each event sent by the observer of the one before, \(rounds) rounds of 1,000,000: \(text(times)) ns")
  subscription.cancel()
}

do {
  let stream = AppStream()
  let seen = Atomics()
  let subscription = stream.observe(\Load.[Of<D0>(), Of<D0>()]) { seen.count.wrappingAdd($0.id, ordering: .relaxed) }
  let each = 5_000_000
  var rates: [Double] = []
  for _ in 0..<rounds {
    seen.count.store(0, ordering: .relaxed)
    let time = await nanoseconds(2 * each) {
      for _ in 0..<2 {
        Thread.detachNewThread {
          let event = Load(
            number: 0, todo: Todo(id: 1, title: "a title long enough for the heap", date: 3, isDone: false))
          for _ in 0..<each { stream.send(event) }
        }
      }
      while seen.count.load(ordering: .relaxed) < 2 * each { usleep(100) }
    }
    rates.append(1000 / time)
  }
  print("\ntwo producing threads, \(rounds) rounds of 10,000,000: \(text(rates)) million events a second together")
  let memory = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8))?.split(separator: "\n").first {
    $0.hasPrefix("VmHWM")
  }
  print("most memory resident in the whole run: \(memory ?? "unknown")")
  subscription.cancel()
}
