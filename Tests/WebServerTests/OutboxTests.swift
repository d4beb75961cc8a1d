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

  /// What there is to send, taken out at once.
  func texts(of outbox: Outbox, for connection: Int) -> [String]? {
    var found: [String]?
    repeat {
      guard case .messages(let mark, let settles) = outbox.next(for: connection) else { break }
      found = (found ?? []) + outbox.take(upTo: mark, for: connection).map(\.text)
      if settles { break }
    } while !outbox.needsFresh
    return found
  }

  func place(of outbox: Outbox, for connection: Int) -> Outbox.Mark? {
    if case .messages(let mark, _) = outbox.next(for: connection) { mark } else { nil }
  }

  /// What there is to send without waiting for the log, taken out at once.
  func textsAtOnce(of outbox: Outbox, for connection: Int) -> [String] {
    guard outbox.canSendAtOnce(for: connection),
      case .messages(let mark, settles: false) = outbox.next(for: connection)
    else { return [] }
    return outbox.take(upTo: mark, for: connection).map(\.text)
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
    #expect(texts(of: outbox, for: connection) == ["1", "2", "3"])
    outbox.add { self.message("\($0)") }
    #expect(texts(of: outbox, for: connection) == ["4"])
  }

  @Test func `a page that comes back gets exactly what it missed`() {
    let outbox = makeOutbox(limit: 1000)
    let first = outbox.connect(having: 0)
    for _ in 1...4 { outbox.add { self.message("\($0)") } }
    _ = texts(of: outbox, for: first)
    let second = outbox.connect(having: 2)
    #expect(texts(of: outbox, for: second) == ["3", "4"])
    if case .replaced = outbox.next(for: first) {} else { Issue.record("the first connection goes on") }
  }

  /// News that were shown while it was on its way were taken for its confirmation.
  @Test func `an intent is confirmed unless a patch tells of it`() {
    let outbox = makeOutbox(limit: 1000)
    let connection = outbox.connect(having: 0)
    outbox.add(telling: 1) { self.message("\($0)") }
    outbox.confirm(2)
    #expect(texts(of: outbox, for: connection) == ["1", "[\"k\",2]"])
    outbox.add(telling: 4) { self.message("\($0)") }
    outbox.confirm(3)
    outbox.confirm(4)
    #expect(texts(of: outbox, for: connection) == ["2"])
  }

  /// A page that heard that its click was carried out took a patch from before the click for what came of it.
  @Test func `an intent isn't confirmed before patches that were there before it`() {
    let outbox = makeOutbox(limit: 1000)
    let connection = outbox.connect(having: 0)
    outbox.add { self.message("\($0)") }
    outbox.confirm(1)
    outbox.add { self.message("\($0)") }
    outbox.refuse(2, message("refused"))
    outbox.hurry(message("hurried"))
    outbox.add { self.message("\($0)") }
    outbox.hurry(message("too"))
    #expect(texts(of: outbox, for: connection) == ["hurried", "too", "1", "[\"k\",1]", "2", "refused", "3"])
    #expect(outbox.hasMore(for: connection) == nil)
    // Before a picture all are said: what they would overtake is in it.
    outbox.add { _ in self.message(String(repeating: "x", count: 2000)) }
    outbox.confirm(2)
    outbox.add { _ in self.message(String(repeating: "x", count: 2000)) }
    #expect(texts(of: outbox, for: connection) == ["[\"k\",2]"])
    #expect(isFresh(outbox.next(for: connection)))
  }

  @Test func `an intent isn't confirmed before the picture that shows what it did`() {
    let outbox = Outbox(limit: 1000)
    let connection = outbox.connect(having: 0)
    outbox.skip(telling: 1)
    outbox.confirm(1)
    #expect(isFresh(outbox.next(for: connection)))
  }

  @Test func `a refusal is said again, in its place, until a patch behind it has arrived`() {
    let outbox = makeOutbox(limit: 1000)
    let first = outbox.connect(having: 0)
    outbox.add { self.message("\($0)") }
    outbox.refuse(2, message("refused"))
    #expect(texts(of: outbox, for: first) == ["1", "refused"])
    // The patch before it says nothing of it.
    outbox.acknowledge(1)
    for _ in 0..<2 {
      let next = outbox.connect(having: 1, saying: message("welcome"))
      #expect(texts(of: outbox, for: next) == ["welcome", "refused"])
    }
    outbox.add { self.message("\($0)") }
    let last = outbox.connect(having: 1, saying: message("welcome"), confirming: 2)
    #expect(texts(of: outbox, for: last) == ["welcome", "refused", "2", "[\"k\",2]"])
    let end = outbox.connect(having: 2, saying: message("welcome"))
    #expect(texts(of: outbox, for: end) == ["welcome"])
  }

  /// It was, behind the refusal, when the page acknowledged what it had been shown before.
  @Test func `what a refusal has said to be durable isn't said to be so once more`() {
    let outbox = makeOutbox(limit: 1000)
    let connection = outbox.connect(having: 0)
    outbox.add(telling: 1) { self.message("\($0)") }
    outbox.refuse(2, message("refused"))
    #expect(texts(of: outbox, for: connection) == ["1", "refused"])
    outbox.acknowledge(1)
    #expect(texts(of: outbox, for: connection) == nil)
    outbox.add(telling: 3) { self.message("\($0)") }
    #expect(texts(of: outbox, for: connection) == ["2"])
    outbox.acknowledge(2)
    #expect(texts(of: outbox, for: connection) == ["[\"k\",3]"])
  }

  /// As above: what the page has missed was made before its click, in part.
  @Test func `what a page has missed comes before the confirmation of what it did`() {
    let outbox = makeOutbox(limit: 1000)
    let first = outbox.connect(having: 0)
    for _ in 1...2 { outbox.add { self.message("\($0)") } }
    outbox.refuse(2, message("refused"))
    outbox.add { self.message("\($0)") }
    _ = texts(of: outbox, for: first)
    let second = outbox.connect(having: 1, saying: message("welcome"), confirming: 4)
    #expect(texts(of: outbox, for: second) == ["welcome", "2", "refused", "3", "[\"k\",4]"])
    let third = outbox.connect(having: 3, saying: message("welcome"), confirming: 4)
    #expect(texts(of: outbox, for: third) == ["welcome", "[\"k\",4]"])
    // A picture says it itself.
    let last = outbox.connect(having: 7, saying: message("welcome"), confirming: 4)
    #expect(texts(of: outbox, for: last) == ["welcome"])
    #expect(isFresh(outbox.next(for: last)))
  }

  @Test func `what was acknowledged is forgotten`() {
    let outbox = makeOutbox(limit: 1000)
    let first = outbox.connect(having: 0)
    for _ in 1...4 { outbox.add { self.message("\($0)") } }
    _ = texts(of: outbox, for: first)
    outbox.acknowledge(3)
    #expect(texts(of: outbox, for: outbox.connect(having: 3)) == ["4"])
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
    outbox.release(for: connection)
    outbox.add { self.message("\($0)") }
    #expect(texts(of: outbox, for: connection) == ["51"])
  }

  @Test func `one large patch still goes out`() {
    let outbox = makeOutbox(limit: 100)
    let connection = outbox.connect(having: 0)
    outbox.add { _ in self.message(String(repeating: "x", count: 1000)) }
    #expect(texts(of: outbox, for: connection)?.first?.count == 1000)
  }

  @Test func `a connection is told once of what there is to send, and again when it has asked for all of it`() {
    let outbox = makeOutbox(limit: 100)
    let told = Mutex<[Int]>([])
    let connection = outbox.connect(having: 0, saying: message("w")) { number, _ in
      told.withLock { $0.append(number) }
    }
    outbox.note(message("n"))
    #expect(told.withLock { $0 } == [connection])
    #expect(texts(of: outbox, for: connection) == ["w", "n"])
    outbox.add { self.message("\($0)") }
    #expect(told.withLock { $0 } == [connection])
    #expect(texts(of: outbox, for: connection) == ["1"])
    #expect(texts(of: outbox, for: connection) == nil)
    outbox.add { self.message("\($0)") }
    #expect(told.withLock { $0 } == [connection, connection])
  }

  @Test func `a connection that knows of news is told once when somebody waits for what has come`() throws {
    let outbox = makeOutbox(limit: 100)
    let told = Mutex<[Outbox.Urgency]>([])
    let connection = outbox.connect(having: 0) { _, urgency in told.withLock { $0.append(urgency) } }
    for urgency in [Outbox.Urgency.news, .news, .answer, .answer] { outbox.add(urgency) { self.message("\($0)") } }
    #expect(told.withLock { $0 } == [.news, .answer])
    #expect(texts(of: outbox, for: connection) == ["1", "2", "3", "4"])
    #expect(outbox.hasMore(for: connection) == nil)
    outbox.note(message("n"))
    #expect(told.withLock { $0 } == [.news, .answer, .answer])
    // While that is being sent there is another answer. Whoever has sent it leaves the next to who is about to ask.
    let mark = try #require(place(of: outbox, for: connection))
    outbox.note(message("o"))
    #expect(told.withLock { $0 } == [.news, .answer, .answer, .answer])
    #expect(outbox.take(upTo: mark, for: connection).map(\.text) == ["n"])
    #expect(outbox.hasMore(for: connection) == nil)
    #expect(texts(of: outbox, for: connection) == ["o"])
    #expect(outbox.hasMore(for: connection) == nil)
  }

  @Test func `a page that acknowledges nothing is given no more, however fast the network is`() {
    let outbox = makeOutbox(limit: 1 << 20)
    let told = Mutex(0)
    let connection = outbox.connect(having: 0) { _, _ in told.withLock { $0 += 1 } }
    let patch = String(repeating: "x", count: UnreadBytes.most / 8)
    for _ in 1...9 {
      outbox.add { _ in self.message(patch) }
      #expect(texts(of: outbox, for: connection)?.count == 1)
    }
    outbox.add { _ in self.message(patch) }
    outbox.note(message("n"))
    outbox.hurry(message("o"))
    // What waits for nothing; the other note would overtake the patch.
    #expect(texts(of: outbox, for: connection) == ["o"])
    #expect(texts(of: outbox, for: connection) == nil)
    #expect(outbox.hasMore(for: connection) == nil)
    let before = told.withLock { $0 }
    // Up to the last that it was given: what waits can't have been shown.
    outbox.acknowledge(.max)
    #expect(told.withLock { $0 } == before + 1)
    // Not what they are: one is long.
    #expect(texts(of: outbox, for: connection)?.count == 2)
  }

  @Test func `a page that acknowledges nothing gets newer state when it does`() {
    let outbox = makeOutbox(limit: 100)
    let connection = outbox.connect(having: 0)
    outbox.add { _ in self.message(String(repeating: "x", count: UnreadBytes.most + 1)) }
    #expect(texts(of: outbox, for: connection)?.count == 1)
    for _ in 1...50 { outbox.add { _ in self.message(String(repeating: "x", count: 10)) } }
    #expect(texts(of: outbox, for: connection) == nil)
    #expect(!isFresh(outbox.next(for: connection)))
    outbox.acknowledge(1)
    #expect(isFresh(outbox.next(for: connection)))
    #expect(outbox.takeFresh(UnreadBytes.most + 1, for: connection) == 51)
    outbox.release(for: connection)
    outbox.add { self.message("\($0)") }
    #expect(texts(of: outbox, for: connection) == nil)
    outbox.acknowledge(51)
    #expect(texts(of: outbox, for: connection) == ["52"])
    // Another connection of the page says what it has itself.
    outbox.add { _ in self.message(String(repeating: "x", count: UnreadBytes.most + 1)) }
    _ = texts(of: outbox, for: connection)
    outbox.add { self.message("\($0)") }
    #expect(texts(of: outbox, for: outbox.connect(having: 53)) == ["54"])
  }

  /// An outbox of whose connection both lanes have asked: for news, and for an answer behind them.
  private func newsAndAnswer() throws -> (Outbox, connection: Int, news: Outbox.Mark, answer: Outbox.Mark) {
    let outbox = makeOutbox(limit: 1000)
    let connection = outbox.connect(having: 0)
    outbox.add { self.message("\($0)") }
    let news = try #require(place(of: outbox, for: connection))
    outbox.add(.answer) { self.message("\($0)") }
    outbox.note(message("n"))
    let answer = try #require(place(of: outbox, for: connection))
    return (outbox, connection, news, answer)
  }

  /// News that wait for the log don't hold up the answer to what their page's user does meanwhile.
  @Test func `what is taken out up to a place isn't taken out again for an earlier one`() throws {
    let (outbox, connection, news, answer) = try newsAndAnswer()
    outbox.add { self.message("\($0)") }
    outbox.note(message("o"))
    #expect(outbox.take(upTo: answer, for: connection).map(\.text) == ["1", "2", "n"])
    #expect(outbox.take(upTo: news, for: connection).isEmpty)
    // The connection was told of the second note, and is about to ask.
    #expect(outbox.hasMore(for: connection) == nil)
    #expect(texts(of: outbox, for: connection) == ["3", "o"])
  }

  @Test func `what is taken out for an earlier place isn't what came behind it`() throws {
    let (outbox, connection, news, answer) = try newsAndAnswer()
    #expect(outbox.take(upTo: news, for: connection).map(\.text) == ["1"])
    #expect(outbox.take(upTo: answer, for: connection).map(\.text) == ["2", "n"])
  }

  @Test func `what was to be taken out isn't while a picture is, nor for a page that has gone`() throws {
    let outbox = makeOutbox(limit: 100)
    let connection = outbox.connect(having: 0)
    outbox.add { self.message("\($0)") }
    let mark = try #require(place(of: outbox, for: connection))
    // More than is kept: there is to be a picture instead.
    for _ in 1...50 { outbox.add { _ in self.message(String(repeating: "x", count: 10)) } }
    #expect(outbox.take(upTo: mark, for: connection).isEmpty)
    #expect(isFresh(outbox.next(for: connection)))
    outbox.note(message("n"))
    let later = Outbox.Mark(patch: 51, note: 1)
    #expect(outbox.take(upTo: later, for: connection).isEmpty)
    _ = outbox.takeFresh(10, for: connection)
    outbox.release(for: connection)
    #expect(outbox.take(upTo: later, for: connection).map(\.text) == ["n"])
    outbox.add { self.message("\($0)") }
    outbox.disconnect(connection)
    #expect(outbox.take(upTo: Outbox.Mark(patch: 52, note: 1), for: connection).isEmpty)
    #expect(texts(of: outbox, for: outbox.connect(having: 51)) == ["52"])
  }

  /// A page that takes nothing in and says without end what is answered: all of it would wait for it in the socket.
  /// More of them than a page may leave unread: the last word of a page that had gone was refused for it.
  @Test
  func `what was refused in a recording that is played is no flood, and the last of it is told to whoever connects`() {
    let outbox = makeOutbox(limit: 1000)
    for number in 1...1_001 { outbox.refuse(number, message("refused \(number)")) }
    outbox.begin(returns: 1, isWhole: true)
    #expect(!outbox.isFlooded)
    let connection = outbox.connect(having: outbox.sequence)
    #expect(texts(of: outbox, for: connection)?.last == "refused 1001")
  }

  @Test func `nothing is taken out while the page doesn't take what it was given, and it counts as a flood`() throws {
    let outbox = makeOutbox(limit: 1000)
    let told = Mutex<[Outbox.Urgency]>([])
    let connection = outbox.connect(having: 0) { _, urgency in told.withLock { $0.append(urgency) } }
    outbox.note(message("a"))
    let first = try #require(place(of: outbox, for: connection))
    outbox.note(message("b"))
    #expect(outbox.take(upTo: first, for: connection).map(\.text) == ["a"])
    #expect(outbox.hold(for: connection))
    // The second was told before.
    #expect(texts(of: outbox, for: connection) == nil)
    #expect(outbox.take(upTo: Outbox.Mark(patch: 0, note: 2), for: connection).isEmpty)
    for _ in 0..<1_000 { outbox.note(message("c")) }
    #expect(told.withLock { $0 } == [.answer, .answer])
    #expect(outbox.hasMore(for: connection) == nil)
    #expect(outbox.isFlooded)
    outbox.release(for: connection)
    #expect(outbox.hasMore(for: connection) == .answer)
    #expect(texts(of: outbox, for: connection)?.count == 1_001)
  }

  @Test func `what is told while the connection is at it is taken out once, however many are`() throws {
    let outbox = makeOutbox(limit: 1000)
    let told = Mutex<[Outbox.Urgency]>([])
    let connection = outbox.connect(having: 0) { _, urgency in told.withLock { $0.append(urgency) } }
    outbox.add { self.message("\($0)") }
    guard case .messages(let news, _) = outbox.next(for: connection, .news) else { throw CancellationError() }
    outbox.add(.answer) { self.message("\($0)") }
    guard case .messages(let answer, _) = outbox.next(for: connection, .answer) else { throw CancellationError() }
    // Nobody is told of news: who is at it goes on.
    outbox.add { self.message("\($0)") }
    #expect(told.withLock { $0 } == [.news, .answer])
    #expect(outbox.take(upTo: answer, for: connection).map(\.text) == ["1", "2"])
    #expect(outbox.hasMore(for: connection) == .news)
    #expect(outbox.take(upTo: news, for: connection).isEmpty)
    // The other one is about to ask.
    #expect(outbox.hasMore(for: connection) == nil)
    guard case .messages(let rest, _) = outbox.next(for: connection, .news) else { throw CancellationError() }
    #expect(outbox.take(upTo: rest, for: connection).map(\.text) == ["3"])
    #expect(outbox.hasMore(for: connection) == nil)
    outbox.add { self.message("\($0)") }
    #expect(told.withLock { $0 } == [.news, .answer, .news])
  }

  @Test func `who finds no room while a picture is to be sent leaves it to that`() throws {
    let outbox = makeOutbox(limit: 100)
    let connection = outbox.connect(having: 0)
    outbox.note(message("n"))
    let mark = try #require(place(of: outbox, for: connection))
    for _ in 1...50 { outbox.add { _ in self.message(String(repeating: "x", count: 10)) } }
    #expect(outbox.take(upTo: mark, for: connection).map(\.text) == ["n"])
    #expect(isFresh(outbox.next(for: connection)))
    #expect(!outbox.hold(for: connection))
    #expect(outbox.take(upTo: Outbox.Mark(patch: 50, note: 1), for: connection).isEmpty)
  }

  @Test func `nothing overtakes a picture`() {
    let outbox = Outbox(limit: 100)
    let told = Mutex<[Outbox.Urgency]>([])
    let connection = outbox.connect(having: 0) { _, urgency in told.withLock { $0.append(urgency) } }
    #expect(isFresh(outbox.next(for: connection)))
    outbox.note(message("n"))
    #expect(!isFresh(outbox.next(for: connection)))
    _ = outbox.takeFresh(10, for: connection)
    outbox.add(.answer) { self.message("\($0)") }
    #expect(told.withLock { $0 } == [.answer])
    #expect(texts(of: outbox, for: connection) == nil)
    #expect(outbox.hasMore(for: connection) == nil)
    outbox.release(for: connection)
    #expect(outbox.hasMore(for: connection) == .answer)
    #expect(texts(of: outbox, for: connection) == ["n", "1"])
  }

  @Test func `a picture for a connection that was replaced doesn't stand for the other's`() {
    let outbox = Outbox(limit: 100)
    let first = outbox.connect(having: 0)
    #expect(isFresh(outbox.next(for: first)))
    let second = outbox.connect(having: 0, saying: message("w"))
    _ = outbox.takeFresh(10, for: first)
    outbox.release(for: first)
    #expect(texts(of: outbox, for: second) == ["w"])
    #expect(isFresh(outbox.next(for: second)))
  }

  @Test func `a connection that another replaces is told`() {
    let outbox = makeOutbox(limit: 100)
    let told = Mutex<[Int]>([])
    let first = outbox.connect(having: 0) { number, _ in told.withLock { $0.append(number) } }
    let second = outbox.connect(having: 0, saying: message("w"))
    #expect(told.withLock { $0 } == [first])
    if case .replaced = outbox.next(for: first) {} else { Issue.record("the first connection goes on") }
    #expect(texts(of: outbox, for: second) == ["w"])
  }

  /// What it had waited for was its session's return; its page had given it up meanwhile, and taken another.
  @Test func `a connection that presented itself earlier doesn't take over from one that did later`() {
    let outbox = makeOutbox(limit: 100)
    let (early, late) = (HelloTicket.draw(), HelloTicket.draw())
    let current = outbox.connect(late, having: 0, saying: message("w")) { _, _ in }
    #expect(outbox.connect(early, having: 0, saying: message("old")) { _, _ in } == nil)
    #expect(current.map { texts(of: outbox, for: $0) } == ["w"])
    #expect(current.map(outbox.isCurrent) == true)
  }

  @Test func `what was refused is said before a picture that says it is finished`() {
    let outbox = Outbox(limit: 100)
    let first = outbox.connect(having: 0)
    let connection = outbox.connect(having: 0)
    #expect(isFresh(outbox.next(for: connection)))
    outbox.refuse(3, message("r"))
    // Another's picture leaves it for whoever is connected.
    #expect(outbox.takeNotes(for: first).isEmpty)
    #expect(outbox.takeNotes(for: nil).isEmpty)
    #expect(outbox.takeNotes(for: connection).map(\.text) == ["r"])
    _ = outbox.takeFresh(10, for: connection)
    outbox.release(for: connection)
    #expect(texts(of: outbox, for: connection) == nil)
    // The page may not have heard it.
    #expect(texts(of: outbox, for: outbox.connect(having: 0)) == ["r"])
  }

  // MARK: What needn't be durable

  @Test func `what comes about again is sent at once, up to what must be durable before`() {
    let outbox = makeOutbox(limit: 1000)
    let connection = outbox.connect(having: 0, saying: message("w"))
    outbox.add(.answer, isRepeatable: true) { self.message("\($0)") }
    outbox.add(.answer, isRepeatable: true) { self.message("\($0)") }
    #expect(textsAtOnce(of: outbox, for: connection) == ["w", "1", "2"])
    outbox.add { self.message("\($0)") }
    outbox.add(.answer, isRepeatable: true) { self.message("\($0)") }
    #expect(textsAtOnce(of: outbox, for: connection).isEmpty)
    #expect(texts(of: outbox, for: connection) == ["3", "4"])
    outbox.add(isRepeatable: true) { self.message("\($0)") }
    #expect(textsAtOnce(of: outbox, for: connection) == ["5"])
  }

  @Test func `nothing overtakes a refusal, which must be durable; a confirmation may be overtaken`() {
    let outbox = makeOutbox(limit: 1000)
    let connection = outbox.connect(having: 0)
    outbox.add(.answer, isRepeatable: true) { self.message("\($0)") }
    outbox.confirm(1)
    // It says too that the first is carried out.
    outbox.add(.answer, telling: 2, isRepeatable: true) { self.message("\($0)") }
    outbox.refuse(3, message("r"))
    outbox.add(.answer, isRepeatable: true) { self.message("\($0)") }
    outbox.hurry(message("q"))
    #expect(textsAtOnce(of: outbox, for: connection) == ["q", "1", "2"])
    #expect(textsAtOnce(of: outbox, for: connection).isEmpty)
    #expect(texts(of: outbox, for: connection) == ["[\"k\",1]", "r", "3"])
  }

  /// What waited for the log had been counted, and what was said in haste stood before it.
  @Test func `a refusal isn't overtaken by a patch when something is said in haste meanwhile`() throws {
    let outbox = makeOutbox(limit: 1000)
    let connection = outbox.connect(having: 0)
    outbox.refuse(3, message("r"))
    outbox.add { self.message("\($0)") }
    let mark = try #require(place(of: outbox, for: connection))
    outbox.hurry(message("q"))
    #expect(outbox.take(upTo: mark, for: connection).map(\.text) == ["q", "r", "1"])
    // One that has come since isn't durable yet, and what is behind it waits.
    outbox.add { self.message("\($0)") }
    let next = try #require(place(of: outbox, for: connection))
    outbox.refuse(4, message("s"))
    outbox.add { self.message("\($0)") }
    #expect(outbox.take(upTo: next, for: connection).map(\.text) == ["2"])
    #expect(outbox.take(upTo: Outbox.Mark(patch: 3, note: 1), for: connection).isEmpty)
    #expect(texts(of: outbox, for: connection) == ["s", "3"])
  }

  @Test func `what a patch has told of is said to be durable when the page has acknowledged something`() {
    let outbox = makeOutbox(limit: 1000)
    let connection = outbox.connect(having: 0)
    for intent in 1...3 { outbox.add(.answer, telling: intent, isRepeatable: true) { self.message("\($0)") } }
    #expect(textsAtOnce(of: outbox, for: connection) == ["1", "2", "3"])
    outbox.acknowledge(3)
    #expect(!outbox.canSendAtOnce(for: connection))
    #expect(texts(of: outbox, for: connection) == ["[\"k\",3]"])
    outbox.acknowledge(3)
    #expect(texts(of: outbox, for: connection) == nil)
    // A patch that the page hasn't been given is told of first.
    outbox.add(.answer, telling: 4) { self.message("\($0)") }
    outbox.acknowledge(3)
    #expect(texts(of: outbox, for: connection) == ["4", "[\"k\",4]"])
  }

  @Test func `a page that is shown a picture hears too that what it says is durable`() {
    let outbox = makeOutbox(limit: 1000)
    outbox.add(.answer, telling: 1, isRepeatable: true) { self.message("\($0)") }
    let connection = outbox.connect(having: 7, saying: message("w"), confirming: 1)
    #expect(texts(of: outbox, for: connection) == ["w"])
    #expect(isFresh(outbox.next(for: connection)))
    _ = outbox.takeFresh(10, for: connection)
    outbox.release(for: connection)
    outbox.acknowledge(1)
    #expect(texts(of: outbox, for: connection) == ["[\"k\",1]"])
  }

  /// The process before had sent what it had not recorded when it ended; this one counts on from what it had.
  @Test func `a page that was shown more than was recorded gets a picture, whatever has come since`() {
    let outbox = makeOutbox(limit: 1000)
    for _ in 1...4 { outbox.add { self.message("\($0)") } }
    outbox.begin(returns: 1, isWhole: true)
    _ = outbox.takeFresh()
    for _ in 1...4 { outbox.add { self.message("\($0)") } }
    let first = outbox.place(of: 4)
    #expect(texts(of: outbox, for: outbox.connect(having: first)) == (1...4).map { "\(first + $0)" })
    for shown in [3, 5, 6, 8] {
      #expect(outbox.place(of: shown) == shown)
      #expect(isFresh(outbox.next(for: outbox.connect(having: shown))))
      _ = outbox.takeFresh()
    }
    // What this process has sent is known.
    #expect(texts(of: outbox, for: outbox.connect(having: first + 4)) == nil)
  }

  @Test func `a patch of which more may have come than was recorded isn't believed`() {
    let outbox = makeOutbox(limit: 1000)
    for _ in 1...4 { outbox.add { self.message("\($0)") } }
    outbox.begin(returns: 1, isWhole: false)
    #expect(outbox.place(of: 4) == 4)
  }

  @Test func `processes that begin with a session have numbers of their own`() {
    let (once, again) = (makeOutbox(limit: 1000), makeOutbox(limit: 1000))
    once.begin(returns: 1, isWhole: true)
    once.add { self.message("\($0)") }
    // What the next one plays.
    again.leap(returns: 1)
    again.skip()
    again.begin(returns: 1, isWhole: true)
    #expect(again.place(of: once.sequence) == again.sequence)
    #expect(again.sequence > once.sequence)
  }

  @Test func `only the present connection tells what the page has been shown`() {
    let outbox = makeOutbox(limit: 100)
    let first = outbox.connect(having: 3)
    #expect(outbox.shown == 3)
    let second = outbox.connect(having: 4)
    outbox.noteShown(9, on: first)
    #expect(outbox.shown == 4)
    outbox.noteShown(9, on: second)
    #expect(outbox.shown == 9)
  }
}
