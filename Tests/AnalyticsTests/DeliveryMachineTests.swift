import EventStream
import Testing

@testable import Analytics

/// The machine on a clock that only the test moves.
@Suite struct DeliveryMachineTests {
  private var policy: AnalyticsPolicy {
    var policy = AnalyticsPolicy()
    policy.batchSize = 100
    policy.patience = .seconds(10)
    return policy
  }
  private let start = Timestamp(milliseconds: 1_000_000)

  @Test func `with nothing to post it waits for something`() {
    var machine = DeliveryMachine(policy)
    #expect(machine.next(stored: 0, isSealed: false, now: start) == .wait(nil))
  }

  @Test func `a full batch is posted at once, a smaller one when it has waited`() {
    var machine = DeliveryMachine(policy)
    #expect(machine.next(stored: 100, isSealed: false, now: start) == .post(atMost: 100))
    #expect(machine.next(stored: 3, isSealed: false, now: start) == .wait(.seconds(10)))
    #expect(machine.next(stored: 4, isSealed: false, now: start.advanced(by: .seconds(4))) == .wait(.seconds(6)))
    #expect(machine.next(stored: 5, isSealed: false, now: start.advanced(by: .seconds(10))) == .post(atMost: 100))
  }

  @Test func `a batch that was made up before is posted at once`() {
    var machine = DeliveryMachine(policy)
    #expect(machine.next(stored: 1, isSealed: true, now: start) == .post(atMost: 100))
  }

  @Test func `pauses double up to the longest`() {
    var machine = DeliveryMachine(policy)
    var now = start
    var pauses: [Duration] = []
    for _ in 0..<12 {
      #expect(machine.decide(.failed(reason: "down"), count: 100, now: now, chance: 1) == .keep)
      guard case .pause(let pause) = machine.next(stored: 100, isSealed: true, now: now) else { break }
      pauses.append(pause)
      now = now.advanced(by: pause)
      #expect(machine.next(stored: 100, isSealed: true, now: now) == .post(atMost: 100))
    }
    #expect(pauses == [1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300, 300].map { .seconds($0) })
  }

  @Test func `chance makes a pause up to half shorter`() {
    var machine = DeliveryMachine(policy)
    _ = machine.decide(.failed(reason: "down"), count: 1, now: start, chance: 0)
    #expect(machine.next(stored: 1, isSealed: true, now: start) == .pause(.milliseconds(500)))
  }

  @Test func `success ends the pauses`() {
    var machine = DeliveryMachine(policy)
    for _ in 0..<5 { _ = machine.decide(.failed(reason: "down"), count: 1, now: start, chance: 1) }
    #expect(machine.decide(.accepted, count: 1, now: start, chance: 1) == .forget)
    _ = machine.decide(.failed(reason: "down"), count: 1, now: start, chance: 1)
    #expect(machine.next(stored: 1, isSealed: true, now: start) == .pause(.seconds(1)))
  }

  @Test(arguments: [(7, 7), (0, 1), (100_000, 3600)])
  func `what Retry-After asks for is kept to, within reason`(wish: Int, pause: Int) {
    var machine = DeliveryMachine(policy)
    _ = machine.decide(.failed(reason: "429", retryAfter: .seconds(wish)), count: 1, now: start, chance: 1)
    #expect(machine.next(stored: 1, isSealed: true, now: start) == .pause(.seconds(pause)))
  }

  @Test func `a clock that is set back doesn't stop posting`() {
    var machine = DeliveryMachine(policy)
    _ = machine.decide(.failed(reason: "down"), count: 1, now: start.advanced(by: .seconds(1_000_000)), chance: 1)
    #expect(machine.next(stored: 1, isSealed: true, now: start) == .pause(.seconds(3600)))
  }

  @Test func `a clock that is set back by days holds posting up for one pause, not for one after another`() {
    var machine = DeliveryMachine(policy)
    _ = machine.decide(.failed(reason: "down"), count: 1, now: start.advanced(by: .seconds(1_000_000)), chance: 1)
    var now = start
    var step = machine.next(stored: 1, isSealed: true, now: now)
    for _ in 0..<5 {
      guard case .pause(let pause) = step else { break }
      now = now.advanced(by: pause)
      step = machine.next(stored: 1, isSealed: true, now: now)
    }
    #expect(step == .post(atMost: 100))
    #expect(now.since(start) <= .seconds(3600))
  }

  @Test func `one bad event among a hundred is found and dropped, and the rest arrive`() {
    var machine = DeliveryMachine(policy)
    var events = Array(1...100)
    var arrived: [Int] = []
    var dropped: [Int] = []
    var now = start
    var posts = 0
    while !events.isEmpty, posts < 100 {
      switch machine.next(stored: events.count, isSealed: true, now: now) {
      case .wait(let wait): now = now.advanced(by: wait ?? .zero)
      case .pause(let pause): now = now.advanced(by: pause)
      case .post(let size):
        posts += 1
        let batch = events.prefix(size)
        let outcome = batch.contains(37) ? PostOutcome.refused(reason: "400") : .accepted
        switch machine.decide(outcome, count: batch.count, now: now, chance: 1) {
        case .forget:
          arrived += batch
          events.removeFirst(batch.count)
        case .drop: dropped.append(events.removeFirst())
        case .split, .keep: break
        }
      }
    }
    #expect(dropped == [37])
    #expect(arrived == Array(1...36) + Array(38...100))
    #expect(posts < 25)
  }

  @Test func `an endpoint that is down for a day is asked some three hundred times`() {
    var machine = DeliveryMachine(policy)
    var now = start
    let day = start.advanced(by: .seconds(86_400))
    var posts = 0
    while now < day {
      switch machine.next(stored: 100_000, isSealed: true, now: now) {
      case .pause(let pause): now = now.advanced(by: pause)
      case .wait: break
      case .post:
        posts += 1
        _ = machine.decide(.failed(reason: "no connection"), count: 100, now: now, chance: 1)
      }
    }
    #expect((290...310).contains(posts))
  }
}
