import Testing

@testable import EventStream

@Suite struct IdentityNumbersTests {
  @Test func `numbers come in order, and round`() {
    var numbers = IdentityNumbers(after: (1 << 24) - 2)
    let given = [numbers.next(), numbers.next(), numbers.next()]
    #expect(given == [(1 << 24) - 1, 0, 1])
  }

  @Test func `a number that a stream has isn't given again until it is given back`() {
    var numbers = IdentityNumbers()
    var given = [numbers.draw(), numbers.draw(), numbers.draw()]
    #expect(given == [1, 2, 3])
    numbers.reserve(1 << 24)
    numbers.giveBack(2)
    given = [numbers.next(), numbers.next(), numbers.draw()]
    #expect(given == [2, 4, 5])
  }

  @Test func `a number of another process is kept once`() {
    var numbers = IdentityNumbers()
    let held = [numbers.hold(1), numbers.hold(1)]
    #expect(held == [true, false])
    let given = numbers.draw()
    #expect(given == 2)
  }

  @Test func `what is reserved is behind`() {
    var numbers = IdentityNumbers()
    numbers.reserve(10)
    numbers.reserve(5)
    let given = numbers.next()
    #expect(given == 11)
  }

  @Test func `a session that is gone gives its identity back, one that is replayed never had it`() throws {
    let app = AppStream()
    let identity = StreamIdentity.unused()
    do {
      let replayed = SessionStream(app: app, replaying: identity)
      #expect(!replayed.holdsOrigin)
      let session = SessionStream(app: app)
      #expect(session.holdsOrigin)
      #expect(!holdOrigin(session.origin))
      replayed.endReplay()
      #expect(replayed.holdsOrigin)
      #expect(!holdOrigin(replayed.origin))
    }
    #expect(holdOrigin(identity.rawValue))
    giveBackOrigin(identity.rawValue)
  }
}
