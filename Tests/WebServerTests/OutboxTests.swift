import Synchronization
import Testing
import WebRenderer

@testable import WebServer

@Suite struct OutboxTests {
  func message(_ text: String) -> TextBuffer {
    var buffer = TextBuffer()
    buffer.raw(text)
    return buffer
  }

  func texts(_ delivery: Outbox.Delivery) -> [String]? {
    if case .messages(let messages) = delivery { messages.map(\.text) } else { nil }
  }

  func isFresh(_ delivery: Outbox.Delivery) -> Bool {
    if case .fresh = delivery { true } else { false }
  }

  /// An outbox whose page has its first picture.
  private func makeOutbox(limit: Int) -> Outbox {
    let outbox = Outbox(limit: limit)
    _ = outbox.takeFresh()
    return outbox
  }

  @Test func `patches go out once and in order`() {
    let outbox = makeOutbox(limit: 1000)
    let connection = outbox.connect(having: 0)
    for _ in 1...3 { outbox.add { self.message("\($0)") } }
    #expect(texts(outbox.next(for: connection)) == ["1", "2", "3"])
    outbox.add { self.message("\($0)") }
    #expect(texts(outbox.next(for: connection)) == ["4"])
  }

  @Test func `a page that comes back gets exactly what it missed`() {
    let outbox = makeOutbox(limit: 1000)
    let first = outbox.connect(having: 0)
    for _ in 1...4 { outbox.add { self.message("\($0)") } }
    _ = outbox.next(for: first)
    let second = outbox.connect(having: 2)
    #expect(texts(outbox.next(for: second)) == ["3", "4"])
    if case .replaced = outbox.next(for: first) {} else { Issue.record("the first connection goes on") }
  }

  @Test func `what was acknowledged is forgotten`() {
    let outbox = makeOutbox(limit: 1000)
    let first = outbox.connect(having: 0)
    for _ in 1...4 { outbox.add { self.message("\($0)") } }
    _ = outbox.next(for: first)
    outbox.acknowledge(3)
    #expect(texts(outbox.next(for: outbox.connect(having: 3))) == ["4"])
    #expect(isFresh(outbox.next(for: outbox.connect(having: 2))))
  }

  @Test func `a page that says it has the future gets a fresh picture`() {
    let outbox = makeOutbox(limit: 1000)
    #expect(isFresh(outbox.next(for: outbox.connect(having: 7))))
  }

  @Test func `a slow page gets newer state, not a longer queue`() {
    let outbox = makeOutbox(limit: 100)
    let connection = outbox.connect(having: 0)
    for _ in 1...50 { outbox.add { _ in self.message(String(repeating: "x", count: 10)) } }
    #expect(isFresh(outbox.next(for: connection)))
    #expect(outbox.takeFresh() == 50)
    outbox.add { self.message("\($0)") }
    #expect(texts(outbox.next(for: connection)) == ["51"])
  }

  @Test func `one large patch still goes out`() {
    let outbox = makeOutbox(limit: 100)
    let connection = outbox.connect(having: 0)
    outbox.add { _ in self.message(String(repeating: "x", count: 1000)) }
    #expect(texts(outbox.next(for: connection))?.first?.count == 1000)
  }

  @Test func `a connection is told once of what there is to send, and again when it has asked for all of it`() {
    let outbox = makeOutbox(limit: 100)
    let told = Mutex<[Int]>([])
    let connection = outbox.connect(having: 0, saying: message("w")) { number, _ in
      told.withLock { $0.append(number) }
    }
    outbox.note(message("n"))
    #expect(told.withLock { $0 } == [connection])
    #expect(texts(outbox.next(for: connection)) == ["w", "n"])
    outbox.note(message("o"))
    #expect(told.withLock { $0 } == [connection])
    #expect(texts(outbox.next(for: connection)) == ["o"])
    #expect(texts(outbox.next(for: connection)) == nil)
    outbox.add { self.message("\($0)") }
    #expect(told.withLock { $0 } == [connection, connection])
  }

  @Test func `a connection that knows of news is told once when somebody waits for what has come`() {
    let outbox = makeOutbox(limit: 100)
    let told = Mutex<[Outbox.Urgency]>([])
    let connection = outbox.connect(having: 0) { _, urgency in told.withLock { $0.append(urgency) } }
    for urgency in [Outbox.Urgency.news, .news, .answer, .answer] { outbox.add(urgency) { self.message("\($0)") } }
    #expect(told.withLock { $0 } == [.news, .answer])
    #expect(texts(outbox.next(for: connection)) == ["1", "2", "3", "4"])
    #expect(outbox.hasMore(for: connection) == nil)
    outbox.note(message("n"))
    #expect(told.withLock { $0 } == [.news, .answer, .answer])
  }

  @Test func `a connection that another replaces is told`() {
    let outbox = makeOutbox(limit: 100)
    let told = Mutex<[Int]>([])
    let first = outbox.connect(having: 0) { number, _ in told.withLock { $0.append(number) } }
    let second = outbox.connect(having: 0, saying: message("w"))
    #expect(told.withLock { $0 } == [first])
    if case .replaced = outbox.next(for: first) {} else { Issue.record("the first connection goes on") }
    #expect(texts(outbox.next(for: second)) == ["w"])
  }
}
