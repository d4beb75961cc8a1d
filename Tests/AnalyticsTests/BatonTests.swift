import Testing

@testable import Analytics

@Suite(.timeLimit(.minutes(1))) struct BatonTests {
  private let baton = Baton()

  @Test func `it is handed on to who waits`() async {
    #expect(await baton.take())
    let second = Task { [baton] in await baton.take() }
    while !baton.handOn() { await Task.yield() }
    #expect(await second.value)
    // It is the second's now.
    let third = Task { [baton] in await baton.take() }
    third.cancel()
    #expect(await third.value == false)
  }

  @Test func `who is cancelled while it waits doesn't get it`() async {
    #expect(await baton.take())
    let second = Task { [baton] in await baton.take() }
    second.cancel()
    #expect(await second.value == false)
    #expect(!baton.handOn())
    baton.putDown()
    #expect(await baton.take())
  }

  @Test func `put down, it goes to who waits or to the next that comes`() async {
    #expect(await baton.take())
    let second = Task { [baton] in await baton.take() }
    baton.putDown()
    #expect(await second.value)
    baton.putDown()
    #expect(await baton.take())
  }
}
