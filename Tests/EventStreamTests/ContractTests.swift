import EventStream
import Testing

/// What both kinds of stream promise.
@Suite struct `Every stream` {
  @Test(arguments: StreamKind.allCases)
  func `delivers in the order of sending, numbered from one`(_ kind: StreamKind) {
    let stream = kind.make()
    var seen: [Int] = []
    var numbers: [UInt64] = []
    let subscription = stream.observe(\Note.number) {
      seen.append($0)
      numbers.append($1.sequence)
    }
    for number in 1...100 { stream.send(Note.number(number)) }
    #expect(seen == Array(1...100))
    #expect(numbers == Array(1...100))
    subscription.cancel()
  }

  @Test(arguments: StreamKind.allCases)
  func `calls the observers of the event's own case only`(_ kind: StreamKind) {
    let stream = kind.make()
    var numbers = 0
    var texts: [String] = []
    let subscriptions = [
      stream.observe(\Note.number) { _, _ in numbers += 1 },
      stream.observe(\Note.text) { text, _ in texts.append(text) },
    ]
    stream.send(Note.text("a"))
    stream.send(Note.tick)
    #expect(numbers == 0)
    #expect(texts == ["a"])
    for subscription in subscriptions { subscription.cancel() }
  }

  @Test(arguments: StreamKind.allCases)
  func `routes nested events to those of the case and of the case within it`(_ kind: StreamKind) {
    let stream = kind.make()
    var seen: [String] = []
    let subscriptions = [
      stream.observe(\Page.note) { note, _ in seen.append("note \(note.name)") },
      stream.observe(\Page.note.text) { text, _ in seen.append("text \(text)") },
      stream.observe(\Page.note.tick) { _, _ in seen.append("tick") },
    ]
    stream.send(Page.note(.text("a")))
    stream.send(Page.note(.tick))
    stream.send(Page.note(.number(1)))
    #expect(seen == ["note Note.text", "text a", "note Note.tick", "tick", "note Note.number"])
    for subscription in subscriptions { subscription.cancel() }
  }

  @Test(arguments: StreamKind.allCases)
  func `delivers what is sent in a delivery after it, to all observers`(_ kind: StreamKind) {
    let stream = kind.make()
    var seen: [String] = []
    let subscriptions = [
      stream.observe(\Note.number) { [unowned stream] number, _ in
        if number < 3 { stream.send(Note.number(number + 1)) }
        seen.append("a\(number)")
      },
      stream.observe(\Note.number) { number, _ in seen.append("b\(number)") },
    ]
    stream.send(Note.number(1))
    #expect(seen == ["a1", "b1", "a2", "b2", "a3", "b3"])
    for subscription in subscriptions { subscription.cancel() }
  }

  @Test(arguments: StreamKind.allCases)
  func `goes a million sends deep with a constant stack`(_ kind: StreamKind) {
    let stream = kind.make()
    var lowest = UInt.max
    var highest = UInt.min
    var last = 0
    let subscription = stream.observe(\Note.number) { [unowned stream] number, _ in
      var here = 0
      withUnsafeMutablePointer(to: &here) { address in
        lowest = min(lowest, UInt(bitPattern: address))
        highest = max(highest, UInt(bitPattern: address))
      }
      last = number
      if number < 1_000_000 { stream.send(Note.number(number + 1)) }
    }
    stream.send(Note.number(1))
    #expect(last == 1_000_000)
    #expect(highest - lowest < 4096)
    subscription.cancel()
  }

  @Test(arguments: StreamKind.allCases)
  func `lets a subscription made in a delivery see later events only`(_ kind: StreamKind) {
    let stream = kind.make()
    var late: [Int] = []
    var added: (any AnySubscription)?
    let first = stream.observe(\Note.number) { [unowned stream] number, _ in
      guard number == 1 else { return }
      stream.send(Note.number(2))
      added = stream.observe(\Note.number) { number, _ in late.append(number) }
      stream.send(Note.number(3))
    }
    stream.send(Note.number(1))
    #expect(late == [3])
    first.cancel()
    added?.cancel()
  }

  @Test(arguments: StreamKind.allCases)
  func `never calls a subscription cancelled in the same delivery`(_ kind: StreamKind) {
    let stream = kind.make()
    var calls = 0
    var later: (any AnySubscription)?
    let first = stream.observe(\Note.tick) { _, _ in later?.cancel() }
    later = stream.observe(\Note.tick) { _, _ in calls += 1 }
    stream.send(Note.tick)
    stream.send(Note.tick)
    #expect(calls == 0)
    first.cancel()
  }

  @Test(arguments: StreamKind.allCases)
  func `lets an owner end in its own handler, with all it held`(_ kind: StreamKind) {
    final class Owner {
      var subscription: (any AnySubscription)?
      var calls = 0
    }
    let stream = kind.make()
    var owner: Owner? = Owner()
    weak let gone = owner
    var calls = 0
    owner?.subscription = stream.observe(\Note.tick) { [unowned owner = owner!] _, _ in
      owner.calls += 1
      calls = owner.calls
    }
    let ending = stream.observe(\Note.tick) { _, _ in owner = nil }
    stream.send(Note.tick)
    stream.send(Note.tick)
    #expect(calls == 1)
    #expect(gone == nil)
    ending.cancel()
  }

  @Test(arguments: StreamKind.allCases)
  func `lets the closure go when its subscription is cancelled`(_ kind: StreamKind) {
    final class Held {}
    let stream = kind.make()
    var held: Held? = Held()
    weak let gone = held
    let subscription = stream.observe(\Note.tick) { [held] _, _ in _ = held }
    held = nil
    #expect(gone != nil)
    subscription.cancel()
    #expect(gone == nil)
    subscription.cancel()
  }

  @Test(arguments: StreamKind.allCases)
  func `calls who observes a type for each of its cases, in their order`(_ kind: StreamKind) {
    let stream = kind.make()
    var seen: [String] = []
    let numbers = stream.observe(\Note.number) { number, _ in seen.append("\(number)") }
    let all = stream.observeAll(Note.self) { event, envelope in seen.append("\(event.name) \(envelope.sequence)") }
    stream.send(Note.number(7))
    stream.send(Note.tick)
    stream.send(Note.text("a"))
    all.cancel()
    stream.send(Note.number(8))
    #expect(seen == ["7", "Note.number 1", "Note.tick 2", "Note.text 3", "8"])
    numbers.cancel()
  }

  @Test(arguments: StreamKind.allCases)
  func `delivers and accepts nothing after its end`(_ kind: StreamKind) {
    let stream = kind.make()
    var seen: [Int] = []
    let subscription = stream.observe(\Note.number) { [unowned stream] number, _ in
      seen.append(number)
      if number == 2 {
        stream.end()
        stream.send(Note.number(3))
      }
    }
    stream.send(Note.number(1))
    stream.send(Note.number(2))
    stream.send(Note.number(4))
    #expect(seen == [1, 2])
    subscription.cancel()
  }

  @Test(arguments: StreamKind.allCases)
  func `is let go with its observers, servers and what waits`(_ kind: StreamKind) {
    final class Held: Sendable {}
    weak var gone: (any AnyStream)?
    weak var heldGone: Held?
    do {
      let stream = kind.make()
      let held = Held()
      gone = stream
      heldGone = held
      stream.start(
        ServerOf {
          Do(\Note.tick) { _ in _ = held }
          Answer(\Page.double) { [held] number in
            _ = held
            return number * 2
          }
        })
      stream.send(Note.tick)
      _ = stream.observe(\Note.tick) { _, _ in _ = held }
      stream.end()
    }
    #expect(gone == nil)
    #expect(heldGone == nil)
  }

  @Test(arguments: StreamKind.allCases)
  func `fails only the request of a handler that throws`(_ kind: StreamKind) {
    let stream = kind.make()
    var answers: [String] = []
    stream.start(
      ServerOf {
        On(\Page.double) { number in
          if number < 0 { throw TestFailure("negative") }
          return Page.doubled(.success(number * 2))
        }
        On(\Page.spell) { Page.spelled(.success("\($0)")) }
      })
    let subscriptions = [
      stream.observe(\Page.doubled) { result, envelope in
        answers.append("\(words(of: result)) \(envelope.answers != nil)")
      },
      stream.observe(\Page.spelled) { result, _ in answers.append(words(of: result)) },
    ]
    stream.send(Page.double(-1))
    stream.send(Page.spell(1))
    stream.send(Page.double(2))
    #expect(
      answers == ["negative true", "1", "4 true"])
    for subscription in subscriptions { subscription.cancel() }
    stream.end()
  }

  @Test(arguments: StreamKind.allCases)
  func `carries giants among small events, and forgets what was never delivered`(_ kind: StreamKind) {
    let stream = kind.make()
    let giant = String(repeating: "x", count: 1_000_000)
    var count = 0
    let subscription = stream.observe(\Note.text) { [unowned stream] text, _ in
      count += 1
      if count == 1 {
        for number in 0..<10_000 {
          stream.send(Note.text(number % 100 == 0 ? giant : "small but on the heap, \(number)"))
        }
      }
      if count == 5_000 { stream.end() }
    }
    stream.send(Note.text("go"))
    #expect(count <= 10_001)
    subscription.cancel()
  }
}

private func words(of result: Result<some Any, TestFailure>) -> String {
  switch result {
  case .success(let value): "\(value)"
  case .failure(let failure): failure.words
  }
}
