import EventLog
import EventStream
import Foundation
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import Testing
import ViewKit

@testable import WebServer

/// Files on their way from a browser: who may send them, how large, and how long they stay.
@Suite struct UploadTests {
  final class Screen: Controller {
    override func loadView() -> View {
      let picker = FilePicker("Photo", FileLimits(size: 100, count: 5, types: ["image/*"]))
      return Stack.main(
        picker, Button("Cover") { [unowned self] in present(Window()) }, Button("Hide") { picker.isHidden = true },
        Button("Disable") { picker.isEnabled = false })
    }
  }

  final class Window: Controller {
    override func loadView() -> View { Label("Something else") }
  }

  struct App: LiveApp {
    let name = "Test"
    func session(for visitor: Visitor) -> Session { Session(screens: Routes { "/" ~> { Screen() } }) }
  }

  let folder = FileManager.default.temporaryDirectory.appending(path: "upload-tests-\(UUID().uuidString)")
  let visitor = "0123456789abcdefghijkl"
  let store: SessionStore
  let uploads: UploadResponder
  let session: WebSession
  let picker: Int

  init() async throws {
    var configuration = ServerConfiguration()
    configuration.fileFolder = folder.path
    configuration.maximumFileBytesPerSession = 150
    configuration.leastFileBytes = 0
    store = SessionStore(App(), stream: AppStream(), configuration: configuration)
    uploads = UploadResponder(stores: [store], configuration: configuration)
    session = try await store.open("/", visitor: visitor, reading: ["en"], from: "a")
    picker = try #require(await session.live.withScreen { $0.root.children[0].children[0].children[0].id })
  }

  func request(_ content: String, size: Int? = nil, change: (inout HTTPFields) -> Void = { _ in }) -> Request {
    var headers: HTTPFields = [.origin: "http://here", .cookie: "ghostlight=\(visitor)", .contentType: "image/png"]
    headers[.uploadSession] = session.id
    headers[.uploadToken] = session.token
    headers[.uploadView] = "\(picker)"
    headers[.uploadName] = "a%20b%E5%9B%BE.png"
    headers[.uploadSize] = "\(size ?? content.utf8.count)"
    change(&headers)
    let head = HTTPRequest(
      method: .post, scheme: "http", authority: "here", path: UploadResponder.path, headerFields: headers)
    return Request(head: head, body: RequestBody(buffer: ByteBuffer(string: content)))
  }

  func files() async -> [UploadedFile] {
    await session.live.withScreen { [picker] tree in (tree.view(picker) as? FilePicker)?.files ?? [] } ?? []
  }

  /// What is stored: in a session's folder, in that of the process.
  var stored: [String] {
    FileManager.default.subpaths(atPath: folder.path)?.filter { path in path.count { $0 == "/" } == 2 } ?? []
  }

  @Test func `a file arrives with its name and content, and goes with its session`() async throws {
    #expect(await uploads.take(request("hello"), from: "a").status == .ok)
    let file = try #require(await files().first)
    #expect(file.name == "a b图.png")
    #expect(file.size == 5)
    #expect(try String(contentsOfFile: file.path, encoding: .utf8) == "hello")
    #expect(!file.path.contains("图"))
    await store.end()
    #expect(!FileManager.default.fileExists(atPath: file.path))
    #expect(stored == [])
  }

  @Test func `a file brings its session back`() async throws {
    let log = try MemoryLog()
    let journal = Journal(log, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    func process() -> SessionStore {
      SessionStore(App(), stream: AppStream(), configuration: ServerConfiguration(), journal: journal)
    }
    let session = try await process().open("/", visitor: visitor, reading: ["en"], from: "a")
    let next = process()
    let uploads = UploadResponder(stores: [store, next], configuration: ServerConfiguration())
    let request = request("hello") {
      $0[.uploadSession] = session.id
      $0[.uploadToken] = session.token
    }
    #expect(await uploads.take(request, from: "a").status == .ok)
    let back = try #require(next.session(session.id, token: session.token, visitor: visitor))
    let files = await back.live.withScreen { [picker] tree in (tree.view(picker) as? FilePicker)?.files.count ?? 0 }
    #expect(files == 1)
    // It waits for its page as a new one does.
    await next.sweep(now: .now + .seconds(30))
    #expect(next.count == 0)
  }

  /// A process whose sessions come back, files and all.
  private func process(
    _ journal: Journal, inAll: Int = 1_000, ofAnAddress: Int = 1_000, restingFor memory: Duration = .seconds(60)
  ) -> SessionStore {
    var configuration = ServerConfiguration()
    configuration.fileFolder = folder.path
    configuration.maximumFileBytesInAll = inAll
    configuration.maximumFileBytesPerAddress = ofAnAddress
    configuration.leastFileBytes = 0
    configuration.fileMemory = memory
    return SessionStore(App(), stream: AppStream(), configuration: configuration, journal: journal)
  }

  private func journal() throws -> Journal {
    Journal(try MemoryLog(), logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
  }

  /// A session whose page has handed over a file.
  private func handOver(
    _ content: String, as id: String? = nil, _ store: SessionStore, from address: String = "a"
  ) async throws -> (WebSession, UploadedFile) {
    let session = try await store.open("/", visitor: visitor, reading: ["en"], from: address)
    #expect(await send(content, as: id, to: session, in: store) == .ok)
    return (session, try #require(await picked(in: session).last))
  }

  /// Sends a file to a session of a process.
  private func send(
    _ content: String, as id: String? = nil, to session: WebSession, in store: SessionStore
  ) async -> HTTPResponse.Status {
    let uploads = UploadResponder(stores: [store], configuration: ServerConfiguration())
    let request = request(content) {
      $0[.uploadSession] = session.id
      $0[.uploadToken] = session.token
      $0[.uploadID] = id
    }
    return await uploads.take(request, from: "a").status
  }

  /// As the user does, or an app that has put away what it was given.
  private func clear(_ session: WebSession) async {
    _ = await session.live.withScreen { [picker] tree in (tree.view(picker) as? FilePicker)?.clear() }
  }

  private func picked(in session: WebSession) async -> [UploadedFile] {
    await session.live.withScreen { [picker] tree in (tree.view(picker) as? FilePicker)?.files ?? [] } ?? []
  }

  @Test func `a file is there when its session comes back`() async throws {
    let journal = try journal()
    var first: SessionStore? = process(journal)
    var (session, file): (WebSession?, UploadedFile) = try await handOver("hello", try #require(first))
    let (id, token) = (try #require(session).id, try #require(session).token)
    try await journal.log.flush()
    await first?.end()
    (session, first) = (nil, nil)
    #expect(FileManager.default.fileExists(atPath: file.path))
    let second = process(journal)
    let back = try #require(try await second.connect(id, token: token, visitor: visitor, from: "a"))
    #expect(await picked(in: back) == [file])
    #expect(try String(contentsOfFile: file.path, encoding: .utf8) == "hello")
    // What it had counts on.
    #expect(!back.files.take(200_000_000))
    // It lives: its files don't make way, and don't get too old.
    await second.sweep(now: .now + .seconds(3_600))
    #expect(FileManager.default.fileExists(atPath: file.path))
    await second.dismiss(back)
    #expect(FileManager.default.fileExists(atPath: file.path))
    await second.sweep(now: .now + .seconds(3_600))
    #expect(!FileManager.default.fileExists(atPath: file.path))
  }

  @Test func `a file that is sent again because its answer was lost is taken once`() async throws {
    let id = RandomToken.make()
    for _ in 0..<2 { #expect(await uploads.take(request("hello") { $0[.uploadID] = id }, from: "a").status == .ok) }
    #expect(await files().count == 1)
    #expect(stored.count == 1)
    #expect(await uploads.take(request("hello") { $0[.uploadID] = "../../\(id)" }, from: "a").status == .ok)
    #expect(await files().count == 2)
    #expect(stored.count == 2)
  }

  /// The app had checked the one, and found the other under its path.
  @Test func `a file that was taken isn't replaced, though no picker has it any more`() async throws {
    let id = RandomToken.make()
    let (session, file) = try await handOver("good", as: id, store)
    await clear(session)
    #expect(await send("evil", as: id, to: session, in: store) == .ok)
    #expect(await picked(in: session).isEmpty)
    #expect(try String(contentsOfFile: file.path, encoding: .utf8) == "good")
    #expect(stored.count == 1)
  }

  @Test func `a file is found by its id when its session has come back, and isn't replaced either`() async throws {
    let (journal, name) = (try journal(), RandomToken.make())
    var first: SessionStore? = process(journal)
    var (session, file): (WebSession?, UploadedFile) = try await handOver("good", as: name, try #require(first))
    let (id, token) = (try #require(session).id, try #require(session).token)
    try await journal.log.flush()
    await first?.end()
    (session, first) = (nil, nil)
    let second = process(journal)
    let back = try #require(try await second.connect(id, token: token, visitor: visitor, from: "a"))
    #expect(await send("good", as: name, to: back, in: second) == .ok)
    #expect(await picked(in: back) == [file])
    await clear(back)
    // This process hasn't heard of it: it is another file now.
    #expect(await send("evil", as: name, to: back, in: second) == .ok)
    #expect(await picked(in: back).map(\.path) != [file.path])
    #expect(try String(contentsOfFile: file.path, encoding: .utf8) == "good")
  }

  /// Some thousands that came slowly left the server no file to take connections with.
  @Test func `a file is open only while it is written`() throws {
    let upload = try #require(session.files.begin())
    #expect(upload.write(Array("one".utf8)))
    let links = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").map { name in
      (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(name)")) ?? ""
    }
    #expect(!links.contains { $0.hasPrefix(upload.path) })
    #expect(upload.write(Array(" two".utf8)))
    #expect(upload.finish())
    #expect(try String(contentsOfFile: upload.path, encoding: .utf8) == "one two")
  }

  /// The page sent it five times in vain, while the server waited for what a network had lost that was gone.
  @Test func `a file that is sent again takes the place of the one that is coming`() async throws {
    let id = RandomToken.make()
    let lost = try #require(session.files.begin(id))
    #expect(lost.write([UInt8](repeating: 7, count: 100)))
    #expect(await uploads.take(request("hello") { $0[.uploadID] = id }, from: "a").status == .ok)
    #expect(await files().map(\.size) == [5])
    #expect(stored.count == 1)
    #expect(!lost.write([7]) && !lost.finish() && lost.isSuperseded)
    #expect(stored.count == 1)
    // What it had takes no room: 150 are allowed.
    #expect(session.files.take(145))
    #expect(!session.files.take(1))
  }

  /// The page doesn't know whether it has arrived, and doesn't wait for ever.
  @Test func `a file that is here whole is waited for when it is sent again`() async throws {
    let id = RandomToken.make()
    let first = try #require(session.files.begin(id))
    let isWritten = first.write(Array("hello".utf8))
    // From here on only the disk is waited for.
    session.files.undecided.add(first.path, id)
    #expect(session.files.begin(id) == nil && session.files.isTaking(id))
    let second = request("hello") { $0[.uploadID] = id }
    let again = Task { [uploads] in await uploads.take(second, from: "a").status }
    for _ in 0..<1_000 { await Task.yield() }
    let file = UploadedFile(name: "a.png", type: "image/png", size: 5, path: first.path)
    let isTaken = first.finish() && session.files.noteTaken(file, id)
    #expect(isWritten && isTaken)
    session.files.undecided.remove(first.path, id)
    #expect(await again.value == .ok)
    #expect(stored.count == 1)
    // It is the first that tells the session.
    #expect(await files().isEmpty)
  }

  /// Which the page sends once more; and its user isn't told that there is no room, for there is.
  @Test func `a file beside too many others goes again, but for one of these`() async throws {
    let ids = (0..<4).map { _ in RandomToken.make() }
    for id in ids { _ = try #require(session.files.begin(id)) }
    #expect(await uploads.take(request("hello"), from: "a").status == .serviceUnavailable)
    #expect(await files().isEmpty)
    let problem = await session.live.withScreen { [picker] tree in (tree.view(picker) as? FilePicker)?.problem }
    #expect(problem.flatMap { $0 } == nil)
    #expect(await uploads.take(request("hello") { $0[.uploadID] = ids[0] }, from: "a").status == .ok)
    #expect(await uploads.take(request("hello"), from: "a").status == .ok)
  }

  @Test func `nobody is told of a request that another has taken the place of`() async throws {
    let id = RandomToken.make()
    let (content, network) = AsyncStream<ByteBuffer>.makeStream()
    network.yield(ByteBuffer(string: "hel"))
    let head = request("hello") { $0[.uploadID] = id }.head
    let slow = Request(head: head, body: RequestBody(asyncSequence: content))
    let first = Task { [uploads] in await uploads.take(slow, from: "a").status }
    while stored.isEmpty { try await Task.sleep(for: .milliseconds(1)) }
    #expect(await uploads.take(request("hello") { $0[.uploadID] = id }, from: "a").status == .ok)
    network.finish()
    #expect(await first.value == .conflict)
    #expect(await files().count == 1)
    let problem = await session.live.withScreen { [picker] tree in (tree.view(picker) as? FilePicker)?.problem }
    #expect(problem.flatMap { $0 } == nil)
  }

  /// Chosen before, it was thrown away at its end, without a word.
  @Test(arguments: [("Cover", HTTPResponse.Status.ok), ("Hide", .conflict), ("Disable", .conflict)])
  func `a file that was begun is taken whatever becomes of its picker`(
    _ button: String, statusOfNext: HTTPResponse.Status
  ) async throws {
    let (content, network) = AsyncStream<ByteBuffer>.makeStream()
    network.yield(ByteBuffer(string: "hel"))
    let slow = Request(head: request("hello").head, body: RequestBody(asyncSequence: content))
    let first = Task { [uploads] in await uploads.take(slow, from: "a").status }
    while stored.isEmpty { try await Task.sleep(for: .milliseconds(1)) }
    let id = await session.live.withScreen { tree in (1...50).first { tree.view($0)?[text: .text] == button } }
    try await session.live.receive(Intent(.view(try #require(id ?? nil)), .tap))
    network.yield(ByteBuffer(string: "lo"))
    network.finish()
    #expect(await first.value == .ok)
    #expect(await files().map(\.size) == [5])
    // What is only covered takes what begins now.
    #expect(await uploads.take(request("again"), from: "a").status == statusOfNext)
  }

  @Test func `a file whose session never heard of it is taken when it is sent again`() async throws {
    let id = RandomToken.make()
    let lost = try #require(session.files.begin(id))
    let isWritten = lost.write(Array("hello".utf8))
    #expect(isWritten && lost.finish())
    #expect(await uploads.take(request("hello again") { $0[.uploadID] = id }, from: "a").status == .ok)
    #expect(await files().map(\.size) == [11])
    #expect(stored.count == 1)
    // What made way takes no room: 150 are allowed.
    #expect(session.files.take(139))
    #expect(!session.files.take(1))
  }

  @Test func `what hadn't come to its end when the session went takes no room, and what is empty is kept`() async throws
  {
    let home = UploadHome(in: folder, bytes: 10, restingFor: .seconds(60))
    let id = RandomToken.make()
    let first = UploadFolder(in: home, of: id, limit: 10)
    let (whole, part) = (try #require(first.begin()), try #require(first.begin()))
    let empty = try #require(first.begin())
    let written = [whole.write([1, 2, 3]), part.write([1, 2, 3, 4, 5])]
    #expect(written == [true, true])
    #expect(whole.finish() && empty.finish())
    first.remove()
    part.discard()
    #expect(home.take(7))
    home.giveBack(7)
    let second = UploadFolder(in: home, of: id, limit: 10)
    #expect(second.take(7))
    #expect(!second.take(1))
    second.remove()
    #expect([whole, empty, part].map { FileManager.default.fileExists(atPath: $0.path) } == [true, true, false])
  }

  @Test func `after a restart what rests has its age, and what is left of a file goes`() async throws {
    let ids = (0..<3).map { _ in RandomToken.make() }
    do {
      let home = UploadHome(in: folder, bytes: 100, restingFor: .seconds(60))
      for id in ids {
        let files = UploadFolder(in: home, of: id, limit: 100)
        let upload = try #require(files.begin())
        let isWritten = upload.write([UInt8](repeating: 7, count: 10))
        #expect(isWritten)
        #expect(upload.finish())
        files.remove()
        try await Task.sleep(for: .milliseconds(1_100))
      }
      // As a process leaves it that is killed.
      try Data("x".utf8).write(to: folder.appending(path: "kept/\(ids[2])/left.part"))
    }
    let home = UploadHome(in: folder, bytes: 30, restingFor: .seconds(60))
    #expect(home.take(5))
    #expect(
      ids.map { FileManager.default.fileExists(atPath: folder.appending(path: "kept/\($0)").path) } == [
        false, true, true,
      ])
    #expect(home.wake(ids[2])?.files == 1)
  }

  @Test func `what has rested longest makes way for what comes`() async throws {
    let journal = try journal()
    let store = process(journal, inAll: 25)
    var old: [UploadedFile] = []
    for _ in 0..<2 {
      let (session, file) = try await handOver("0123456789", store)
      await store.dismiss(session)
      old.append(file)
    }
    let (session, new) = try await handOver("0123456789", store)
    let paths = (old + [new]).map(\.path)
    #expect(paths.map { FileManager.default.fileExists(atPath: $0) } == [false, true, true])
    // The next process has less room.
    await store.dismiss(session)
    let home = UploadHome(in: folder, bytes: 10, restingFor: .seconds(60))
    #expect(paths.filter { FileManager.default.fileExists(atPath: $0) }.count == 2, "another process holds the folder")
    withExtendedLifetime(home) {}
  }

  /// Has sessions leave a byte each, one behind the other.
  private func rest(_ ids: [String], in home: UploadHome, from share: UploadBudget? = nil) {
    for id in ids {
      home.putAway(folder.appending(path: "kept/\(id)"), of: id, 1, 1, from: share)
    }
  }

  @Test func `what has rested longest makes way first, of a share or of all, but for what has come back`() {
    let home = UploadHome(in: folder, bytes: 6, restingFor: .seconds(60))
    let (a, b) = (UploadBudget(4), UploadBudget(4))
    for number in 0..<3 {
      for (name, share) in [("a", a), ("b", b)] {
        let isTaken = home.take(1, from: share)
        #expect(isTaken)
        rest(["\(name)\(number)"], in: home, from: share)
      }
    }
    func left() -> [String] { home.resting(of: ["a0", "a1", "a2", "b0", "b1", "b2"]).sorted() }
    // It goes again, later than all others.
    #expect(home.wake("a0")?.bytes == 1)
    a.charge(1)
    rest(["a0"], in: home, from: a)
    // There is room in its share, and none in all.
    #expect(home.take(1, from: a))
    #expect(left() == ["a0", "a1", "a2", "b1", "b2"])
    // There is none in its share.
    #expect(home.take(1, from: a))
    #expect(left() == ["a0", "a2", "b1", "b2"])
    #expect(home.wake("b1")?.bytes == 1)
    for others in [["a0", "b2"], ["a0"], []] {
      #expect(home.take(1))
      #expect(left() == others)
    }
    #expect(!home.take(1))
  }

  @Test func `what rests for too long is removed, however often it had come back`() {
    let home = UploadHome(in: folder, bytes: 100, restingFor: .seconds(60))
    let ids = (0..<100).map { "\($0)" }
    #expect(home.take(100))
    rest(ids, in: home)
    for _ in 0..<10 {
      for id in ids.prefix(90) {
        #expect(home.wake(id)?.files == 1)
        rest([id], in: home)
      }
    }
    home.sweep(now: .now + .seconds(30))
    #expect(home.resting(of: Set(ids)).count == 100)
    home.sweep(now: .now + .seconds(61))
    #expect(home.resting(of: Set(ids)).isEmpty)
    #expect(home.take(100))
  }

  /// Each that made way had all of them gone through, while every page that opened waited.
  @Test func `among very many what makes way is found at once`() {
    let count = 20_000
    let home = UploadHome(in: folder, bytes: count, restingFor: .seconds(60))
    let (share, other) = (UploadBudget(count), UploadBudget(count))
    let ids = (0..<count).map { "\($0)" }
    for (budget, some) in [(share, ids.prefix(count / 2)), (other, ids.suffix(count / 2))] {
      let isTaken = home.take(count / 2, from: budget)
      #expect(isTaken)
      rest(Array(some), in: home, from: budget)
    }
    other.charge(count / 2)
    let time = ContinuousClock().measure {
      for _ in 0..<1_000 {
        // Of all, and of the share.
        let isTaken = [home.take(1), home.take(1, from: other)]
        #expect(isTaken == [true, true])
      }
    }
    let left = Set(ids[1_000..<10_000]).union(ids[11_000...])
    #expect(home.resting(of: Set(ids)) == left)
    #expect(time < .seconds(5))
  }

  @Test func `one address has the room of others neither while its pages are there nor when they are away`()
    async throws
  {
    let journal = try journal()
    let store = process(journal, inAll: 30, ofAnAddress: 20)
    let (away, first) = try await handOver("0123456789", store)
    await store.dismiss(away)
    let (here, second) = try await handOver("0123456789", store)
    let (_, others) = try await handOver("0123456789", store, from: "b")
    // What rests of its own makes way, though there is room in all, and nothing of another's does.
    #expect(await send("56789", to: here, in: store) == .ok)
    func isThere(_ file: UploadedFile) -> Bool { FileManager.default.fileExists(atPath: file.path) }
    #expect([first, second, others].map(isThere) == [false, true, true])
    #expect(await send("0123456789", to: here, in: store) != .ok)
    #expect([second, others].map(isThere) == [true, true])
    // Given back, it may be taken again.
    await clear(here)
    try FileManager.default.removeItem(atPath: second.path)
    #expect(await send("0123456789", to: here, in: store) == .ok)
  }

  @Test func `a session that comes back takes its room from the address from which it does`() async throws {
    let home = UploadHome(in: folder, bytes: 100, restingFor: .seconds(60))
    let (id, old, new) = (RandomToken.make(), UploadBudget(10), UploadBudget(10))
    let first = UploadFolder(in: home, of: id, limit: 100)
    first.belong(to: old)
    let upload = try #require(first.begin())
    let isWritten = upload.write([UInt8](repeating: 7, count: 8))
    #expect(isWritten && upload.finish())
    first.remove()
    #expect(!old.take(3), "it rests")
    let full = UploadBudget(10)
    full.charge(11)
    #expect(full.take(0) && !full.take(1))
    let second = UploadFolder(in: home, of: id, limit: 100)
    #expect(old.isWhole)
    second.belong(to: new)
    #expect(!new.take(3) && new.take(2))
    new.giveBack(2)
    second.remove()
    home.forget(id)
    let end = ContinuousClock.now + .seconds(10)
    while !new.isWhole, .now < end { try await Task.sleep(for: .milliseconds(5)) }
    #expect(new.isWhole)
  }

  @Test func `what a session that is forgotten has left is forgotten too, and what isn't a session's is left alone`()
    async throws
  {
    let journal = try journal()
    let store = process(journal)
    let (session, file) = try await handOver("hello", store)
    await store.dismiss(session)
    let foreign = folder.appending(path: "kept/somebody's")
    try FileManager.default.createDirectory(at: foreign, withIntermediateDirectories: false)
    #expect(store.letGo(of: session.id))
    // It may have recorded something since it was found to be old: then it is kept, and may come back.
    await store.noteForgotten()
    #expect(FileManager.default.fileExists(atPath: file.path))
    #expect(store.letGo(of: session.id))
    try await journal.log.removeAll(before: EventClock.coarse.now.advanced(by: .seconds(60))) { _ in false }
    await store.noteForgotten()
    #expect(!FileManager.default.fileExists(atPath: file.path))
    #expect(FileManager.default.fileExists(atPath: foreign.path))
  }

  @Test func `only the page itself may send`() async throws {
    let strangers: [Request] = [
      request("x") { $0[.origin] = "http://elsewhere" }, request("x") { $0[.cookie] = nil },
      request("x") { $0[.cookie] = "ghostlight=lkjihgfedcba9876543210" }, request("x") { $0[.uploadToken] = "x" },
      request("x") { $0[.uploadSession] = "x" },
    ]
    for stranger in strangers { #expect(await uploads.take(stranger, from: "a").status == .forbidden) }
    #expect(stored == [])
  }

  /// Each cost as much as a page, and nobody counted them.
  @Test func `an address has the log searched for sessions that there aren't only so often`() async throws {
    var configuration = ServerConfiguration()
    configuration.fileFolder = folder.path
    configuration.pagesPerSecond = 0.125
    let store = SessionStore(App(), stream: AppStream(), configuration: configuration, journal: try journal())
    let uploads = UploadResponder(stores: [store], configuration: configuration)
    func ask(from address: String) async -> HTTPResponse.Status {
      await uploads.take(request("x") { $0[.uploadSession] = RandomToken.make() }, from: address).status
    }
    for _ in 0..<2 { #expect(await ask(from: "b") == .forbidden) }
    #expect(await ask(from: "b") == .serviceUnavailable)
    #expect(await ask(from: "c") == .forbidden)
    // A session that there is costs nothing.
    let session = try await store.open("/", visitor: visitor, reading: ["en"], from: "d")
    for _ in 0..<3 { #expect(await send("x", to: session, in: store) == .ok) }
  }

  @Test(arguments: ["Ghostlight-Size", "Ghostlight-View", "Ghostlight-File", "Ghostlight-Token"])
  func `a head that says too little is refused`(name: String) async throws {
    let field = try #require(HTTPField.Name(name))
    let (status, text) = await uploads.take(request("x") { $0[field] = nil }, from: "a")
    #expect(status == .badRequest && text.contains(name))
    #expect(await uploads.take(request("x") { $0[field] = "%zz" }, from: "a").status != .ok)
  }

  @Test(arguments: [("Ghostlight-Size", "-1"), ("Ghostlight-View", "x"), ("Ghostlight-File", "%ff")])
  func `a head that says something else than it should is refused with the header`(name: String, value: String)
    async throws
  {
    let field = try #require(HTTPField.Name(name))
    let (status, text) = await uploads.take(request("x") { $0[field] = value }, from: "a")
    #expect(status == .badRequest && text.contains("should say in \(name) "))
  }

  @Test func `a file goes to a picker and to nothing else`() async throws {
    #expect(await uploads.take(request("x") { $0[.uploadView] = "1" }, from: "a").status == .conflict)
    #expect(await uploads.take(request("x") { $0[.uploadView] = "-1" }, from: "a").status == .conflict)
    #expect(stored == [])
  }

  @Test func `what is too large is refused by its size, and told`() async throws {
    #expect(await uploads.take(request("", size: 101), from: "a").status == .contentTooLarge)
    let problem = await session.live.withScreen { [picker] tree in (tree.view(picker) as? FilePicker)?.problem }
    #expect(problem == .tooLarge(limit: 100))
  }

  private func problem() async -> FileProblem? {
    let problem = await session.live.withScreen { [picker] tree in (tree.view(picker) as? FilePicker)?.problem }
    return problem.flatMap { $0 }
  }

  @Test func `why a file isn't taken is told until something new is chosen`() async throws {
    #expect(await uploads.take(request("", size: 101), from: "a").status == .contentTooLarge)
    #expect(await uploads.take(request("x") { $0[.uploadBehind] = "1" }, from: "a").status == .ok)
    #expect(await problem() == .tooLarge(limit: 100))
    #expect(await uploads.take(request("x"), from: "a").status == .ok)
    #expect(await problem() == nil)
  }

  @Test func `one file too many isn't kept, also if there was room when it began to come`() async throws {
    for _ in 0..<4 { #expect(await uploads.take(request("x"), from: "a").status == .ok) }
    let (content, network) = AsyncStream<ByteBuffer>.makeStream()
    network.yield(ByteBuffer(string: "hel"))
    let slow = Request(head: request("hello").head, body: RequestBody(asyncSequence: content))
    let first = Task { [uploads] in await uploads.take(slow, from: "a").status }
    while stored.count < 5 { try await Task.sleep(for: .milliseconds(1)) }
    #expect(await uploads.take(request("last"), from: "a").status == .ok)
    network.yield(ByteBuffer(string: "lo"))
    network.finish()
    #expect(await first.value == .unprocessableContent)
    #expect(await uploads.take(request("more"), from: "a").status == .unprocessableContent)
    #expect(await problem() == .tooMany(limit: 5))
    #expect(await files().map(\.size) == [1, 1, 1, 1, 4])
    #expect(stored.count == 5)
  }

  @Test(arguments: [4, 6]) func `content of another size than was said isn't kept`(size: Int) async throws {
    #expect(await uploads.take(request("hello", size: size), from: "a").status == .badRequest)
    #expect(await files().isEmpty)
    #expect(stored == [])
  }

  /// Users who were told to try again while their pages did had the file twice.
  @Test(arguments: [4, 6]) func `that a file was cut off which goes again isn't told`(size: Int) async throws {
    let id = RandomToken.make()
    let cut = request("hello", size: size) { $0[.uploadID] = id }
    #expect(await uploads.take(cut, from: "a").status == .serviceUnavailable)
    #expect(await problem() == nil)
    #expect(stored == [])
    #expect(await uploads.take(request("hello") { $0[.uploadID] = id }, from: "a").status == .ok)
    #expect(await files().count == 1)
    // Who doesn't say what it is called sends it once.
    #expect(await uploads.take(request("hello", size: size), from: "a").status == .badRequest)
    #expect(await problem() == .cutOff)
  }

  @Test func `another kind of file is refused`() async throws {
    let page = request("x") { $0[.contentType] = "text/html" }
    #expect(await uploads.take(page, from: "a").status == .unsupportedMediaType)
    #expect(stored == [])
  }

  @Test func `a session holds so much and no more, and what isn't kept makes room again`() async throws {
    let large = String(repeating: "x", count: 100)
    #expect(await uploads.take(request(large), from: "a").status == .ok)
    #expect(await uploads.take(request(large), from: "a").status.code == 507)
    #expect(await uploads.take(request(String(large.prefix(50))), from: "a").status == .ok)
    #expect(stored.count == 2)
    await store.end()
    #expect(await uploads.take(request("x"), from: "a").status == .forbidden)
  }

  /// Thousands of empty ones filled the disk's lists, and took no room.
  @Test func `a short file takes as much room as the disk gives it`() throws {
    let home = UploadHome(in: folder, bytes: 1_000, leastBytes: 100)
    let files = UploadFolder(in: home, of: "a", limit: 350)
    let (first, second) = (try #require(files.begin("x")), try #require(files.begin()))
    let written = [first.write([UInt8](repeating: 7, count: 60)), first.write([UInt8](repeating: 7, count: 60))]
    #expect(written == [true, true])
    let third = try #require(files.begin())
    // 120, 100 and 100 are taken.
    #expect(files.begin() == nil)
    #expect(files.take(30) && !files.take(1))
    let isFinished = [first.finish(), second.finish()]
    #expect(isFinished == [true, true])
    third.discard()
    files.discard(UploadedFile(name: "", type: "", size: 0, path: second.path))
    #expect(files.take(200) && !files.take(1))
    files.remove()
    #expect(home.take(1_000))
  }

  @Test func `short files take as much room after a restart`() throws {
    let id = RandomToken.make()
    do {
      let home = UploadHome(in: folder, bytes: 1_000, leastBytes: 100, restingFor: .seconds(60))
      let files = UploadFolder(in: home, of: id, limit: 1_000)
      let (one, other) = (try #require(files.begin()), try #require(files.begin()))
      let isFinished = [one.finish(), other.finish()]
      #expect(isFinished == [true, true])
      files.remove()
    }
    let home = UploadHome(in: folder, bytes: 1_000, leastBytes: 100, restingFor: .seconds(60))
    let left = try #require(home.wake(id))
    #expect((left.files, left.bytes) == (2, 200))
  }

  @Test func `a session holds only so many files`() throws {
    let home = UploadHome(in: folder, bytes: 1_000)
    let files = UploadFolder(in: home, of: "a", limit: 1_000, mostFiles: 2)
    let first = try #require(files.begin())
    #expect(first.finish())
    let second = try #require(files.begin())
    #expect(files.begin() == nil)
    second.discard()
    #expect(files.begin() != nil)
  }

  /// A session took a thousand in its whole life, though its app had moved each elsewhere, as it is told to.
  @Test func `what its app has moved away a session holds no longer`() throws {
    let home = UploadHome(in: folder, bytes: 100)
    let files = UploadFolder(in: home, of: "a", limit: 100, mostFiles: 1)
    for number in 0..<3 {
      let upload = try #require(files.begin(RandomToken.make()))
      let isWritten = upload.write([UInt8](repeating: 7, count: 60))
      #expect(isWritten && upload.finish())
      #expect(files.begin() == nil)
      try FileManager.default.moveItem(atPath: upload.path, toPath: folder.appending(path: "\(number)").path)
    }
    #expect(files.take(100))
    files.remove()
    #expect(home.take(100))
  }

  @Test func `what is moved away makes room for what is coming`() throws {
    let home = UploadHome(in: folder, bytes: 1_000)
    let files = UploadFolder(in: home, of: "a", limit: 100)
    let first = try #require(files.begin())
    let isWritten = first.write([UInt8](repeating: 7, count: 60))
    #expect(isWritten && first.finish())
    let second = try #require(files.begin())
    #expect(!second.write([UInt8](repeating: 7, count: 50)))
    try FileManager.default.removeItem(atPath: first.path)
    #expect(second.write([UInt8](repeating: 7, count: 50)))
    #expect(files.take(50) && !files.take(1))
  }

  @Test func `what is moved away takes no room either when its session is away, or has come back`() throws {
    let home = UploadHome(in: folder, bytes: 100, restingFor: .seconds(60))
    let id = RandomToken.make()
    let files = UploadFolder(in: home, of: id, limit: 100, mostFiles: 2)
    for number in 0..<2 {
      let upload = try #require(files.begin())
      let isWritten = upload.write([UInt8](repeating: 7, count: 40))
      #expect(isWritten && upload.finish())
      if number == 0 { try FileManager.default.removeItem(atPath: upload.path) }
    }
    files.remove()
    #expect(home.take(60))
    home.giveBack(60)
    let back = UploadFolder(in: home, of: id, limit: 100, mostFiles: 1)
    #expect(back.begin() == nil)
    let kept = folder.appending(path: "kept/\(id)")
    for name in try FileManager.default.contentsOfDirectory(atPath: kept.path) {
      try FileManager.default.removeItem(at: kept.appending(path: name))
    }
    #expect(back.begin() != nil)
    #expect(home.take(100))
  }

  /// What they were called would have filled the memory, one after another.
  @Test func `a file that is sent again is known among those of late, though it was moved away`() throws {
    let home = UploadHome(in: folder, bytes: 100)
    let files = UploadFolder(in: home, of: "a", limit: 100, mostFiles: 2)
    let ids = (0..<5).map { _ in RandomToken.make() }
    for id in ids {
      let upload = try #require(files.begin(id))
      #expect(upload.finish())
      #expect(files.noteTaken(UploadedFile(name: "", type: "", size: 0, path: upload.path), id))
      try FileManager.default.removeItem(atPath: upload.path)
    }
    #expect(ids.map(files.hasTaken) == [false, false, true, true, true])
  }

  @Test func `room is shared and given back`() {
    let home = UploadHome(in: folder, bytes: 10)
    let (a, b) = (UploadFolder(in: home, of: "a", limit: 8), UploadFolder(in: home, of: "b", limit: 8))
    #expect(a.take(8))
    #expect(!a.take(1))
    #expect(!b.take(3))
    a.remove()
    #expect(b.take(8))
    #expect(a.begin() == nil)
  }

  @Test func `what a killed process left behind goes at the next start, and nothing else`() throws {
    let manager = FileManager.default
    let others = ["ghostlight-left/in-use", "ghostlight-left/session/file", "ghostlight-foreign/file", "else/in-use"]
    for path in others.map({ folder.appending(path: $0) }) {
      try manager.createDirectory(at: path.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data("x".utf8).write(to: path)
    }
    try manager.createSymbolicLink(
      at: folder.appending(path: "ghostlight-link"), withDestinationURL: folder.appending(path: "else"))
    let alive = UploadHome(in: folder, bytes: 10)
    let inUse = try #require(alive.makeFolder(of: "a")).deletingLastPathComponent().lastPathComponent
    for _ in 0..<2 { _ = UploadHome(in: folder, bytes: 10) }
    #expect(
      Set(try manager.contentsOfDirectory(atPath: folder.path))
        == ["ghostlight-foreign", "ghostlight-link", "else", inUse])
    #expect(manager.fileExists(atPath: folder.appending(path: "else/in-use").path))
    withExtendedLifetime(alive) {}
  }
}
