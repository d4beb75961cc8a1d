import EventStream
import Synchronization
import Testing
import ViewKit

@testable import WebServer

/// What a server answers besides its app's screens, and to whom.
@Suite(.timeLimit(.minutes(1)), .serialized) struct SiteTests {
  final class Screen: Controller {
    let words: String
    init(_ words: String) {
      self.words = words
      super.init()
    }
    override func loadView() -> View { Stack.main(Heading(words), Link("There", to: "/admin"), Link("Here", to: "/")) }
  }

  struct Shop: LiveApp {
    let name = "Shop"
    let styleSheet = "/* shop */"
    let files = [AppFile("/menü.txt", type: "text/plain", content: "Tea".utf8)]
    func session(for visitor: Visitor) -> Session {
      Session(
        screens: Routes {
          "/" ~> { Screen("The shop") }
          "/café/:drink" ~> { (drink: String) in Screen("A cup of \(drink)") }
          "/my list" ~> { Screen("My list") }
          (Path("/getränke") ~> { Screen("Drinks") }).starting(at: Path("/café/grüner tee"))
        })
    }
  }

  struct Admin: LiveApp {
    let name = "Admin"
    let styleSheet = "/* admin */"
    func session(for visitor: Visitor) -> Session {
      Session(
        screens: Routes {
          "/admin" ~> { Screen("All orders") }
          "/admin/:id" ~> { (id: Int) in Screen("Order \(id)") }
        })
    }
  }

  final class Watcher: ServerMonitor {
    let seen = Mutex<[String]>([])
    private func note(_ what: String) { seen.withLock { $0.append(what) } }
    func serverBegan(_ stream: AppStream) { note("server") }
    func sessionBegan() { note("session") }
    func sessionEnded() { note("session over") }
    func connectionBegan() { note("connection") }
    func connectionEnded() { note("connection over") }
    func requestAnswered(status: Int, after time: Duration) { note("\(status)") }
  }

  /// Runs a server for as long as the body does.
  private func serve<Result: Sendable>(
    _ change: (LiveServer) -> LiveServer = { $0 }, of app: any LiveApp = Shop(), names: [String] = [],
    _ body: @escaping @Sendable (Int) async throws -> Result
  ) async throws -> Result {
    var configuration = ServerConfiguration()
    configuration.port = 0
    configuration.names = names
    let server = change(LiveServer(app, configuration: configuration))
    let (ports, continuation) = AsyncStream.makeStream(of: Int.self)
    return try await withThrowingTaskGroup(of: Result?.self) { group in
      group.addTask {
        try await server.run(onReady: { address in
          if let port = Int(address.split(separator: ":").last?.dropLast() ?? "") { continuation.yield(port) }
        })
        return nil
      }
      group.addTask {
        for await port in ports { return try await body(port) }
        throw CancellationError()
      }
      defer { group.cancelAll() }
      while let next = try await group.next() {
        if let next { return next }
      }
      throw CancellationError()
    }
  }

  private func get(_ path: String, at port: Int, host: String = "localhost", _ headers: String = "") async throws
    -> String
  {
    try await RawClient.connect(to: port) { client in
      try await client.send("GET \(path) HTTP/1.1\r\nHost: \(host)\r\nConnection: close\r\n\(headers)\r\n")
      return try await client.readToEnd()
    }
  }

  /// A screen that goes elsewhere before anybody has seen it, as for something that isn't there any more, or that has the focus somewhere.
  private final class Restless: Controller {
    private let name = TextInput.line("Name")
    private let goes: Bool
    init(goes: Bool) {
      self.goes = goes
      super.init()
    }
    override func loadView() -> View {
      let other = TextInput.line("Other")
      other[flag: .takesFocus] = true
      return Stack.main(other, name)
    }
    override func viewDidAppear() { if goes { replace(with: Path("/there")) } else { focus(name) } }
  }

  private struct Moving: LiveApp {
    let name = "Moving"
    func session(for visitor: Visitor) -> Session {
      Session(
        screens: Routes {
          "/" ~> { Restless(goes: true) }
          "/there" ~> { Screen("There") }
          "/still" ~> { Restless(goes: false) }
        })
    }
  }

  /// The address stayed that of what had been asked for, and nothing had the focus.
  @Test func `a page says where its screen has gone and what has the focus`() async throws {
    try await serve(of: Moving()) { port in
      let moved = try await get("/", at: port)
      #expect(moved.contains("There") && moved.contains("data-l=\"/there\""))
      let script = try #require(moved.firstMatch(of: /src="(\/ghostlight\/moved-[^"]+)"/))
      #expect(try await get(String(script.1), at: port).contains("replaceState"))
      let still = try await get("/still", at: port)
      #expect(!still.contains("data-l=") && !still.contains("/moved-"))
      let fields = still.matches(of: /<input[^>]*>/).map { String($0.0) }.filter { $0.contains("autofocus") }
      #expect(fields.count == 1 && fields.first?.contains("aria-label=\"Name\"") == true)
      #expect(try await !get("/there", at: port).contains("data-l="))
    }
  }

  @Test func `a mounted app answers what lies under its path, with a style sheet of its own`() async throws {
    try await serve({ $0.mounting(Admin(), at: Path("/admin"), for: .everyone) }) { port in
      let shop = try await get("/", at: port)
      let admin = try await get("/admin", at: port)
      let order = try await get("/admin/7", at: port)
      #expect(shop.contains("The shop"))
      #expect(admin.contains("All orders"))
      #expect(order.contains("Order 7"))
      #expect(try await get("/admin/no/such", at: port).hasPrefix("HTTP/1.1 404"))
      #expect(try await get("/administration", at: port).hasPrefix("HTTP/1.1 404"))
      // Each page has those of its own app.
      #expect(shop.contains("data-m=\"/men%C3%BC.txt /admin/\"") && admin.contains("data-m=\"/admin/\""))
      let sheets = try [shop, admin].map { page in
        let match = try #require(page.firstMatch(of: /href="(\/ghostlight\/app-[^"]+)"/))
        return String(match.1)
      }
      #expect(sheets[0] != sheets[1])
      #expect(try await get(sheets[0], at: port).hasSuffix("/* shop */"))
      #expect(try await get(sheets[1], at: port).hasSuffix("/* admin */"))
    }
  }

  @Test func `an address that leads nowhere is told in a language that its visitor reads`() async throws {
    try await serve { port in
      let english = try await get("/nowhere", at: port)
      #expect(english.contains("<html lang=\"en\">") && english.contains("Not found"))
      let chinese = try await get("/nowhere", at: port, "Accept-Language: zh-CN,zh;q=0.9,en;q=0.8\r\n")
      #expect(chinese.contains("<html lang=\"zh\">"))
      #expect(chinese.contains("未找到") && chinese.contains("前往首页") && !chinese.contains("Not found"))
    }
  }

  @Test func `an address is found as browsers ask for it`() async throws {
    struct Office: LiveApp {
      let name = "Office"
      func session(for visitor: Visitor) -> Session { Session(screens: Routes { "/büro" ~> { Screen("Desks") } }) }
    }
    try await serve({ $0.mounting(Office(), at: Path("/büro"), for: .everyone) }) { port in
      for path in ["/caf%C3%A9/gr%C3%BCner%20tee", "/caf%c3%a9/gr%c3%bcner%20tee"] {
        let page = try await get(path, at: port)
        #expect(page.hasPrefix("HTTP/1.1 200") && page.contains("A cup of grüner tee"))
      }
      #expect(try await get("/my%20list", at: port).contains("My list"))
      #expect(try await get("/b%C3%BCro", at: port).contains("Desks"))
      #expect(try await get("/men%C3%BC.txt", at: port).hasSuffix("Tea"))
      let redirect = try await get("/getr%C3%A4nke", at: port)
      #expect(redirect.hasPrefix("HTTP/1.1 303"))
      #expect(redirect.lowercased().contains("\r\nlocation: /caf%c3%a9/gr%c3%bcner%20tee\r\n"))
    }
  }

  @Test func `an endpoint is found as browsers ask for it, and an app may have its own icon`() async throws {
    struct Iconed: LiveApp {
      let name = "Iconed"
      let files = [AppFile("/favicon.ico", type: "image/x-icon", content: "icon".utf8)]
      func session(for visitor: Visitor) -> Session { Session(screens: Routes { "/" ~> { Screen("Here") } }) }
    }
    let list = ServerEndpoint("/export/größte liste.csv", for: .everyone) { _ in .init("a,b") }
    try await serve({ $0.answering(list) }, of: Iconed()) { port in
      #expect(try await get("/export/gr%C3%B6%C3%9Fte%20liste.csv", at: port).hasSuffix("a,b"))
      let page = try await get("/", at: port)
      #expect(page.contains("data-m=\"/favicon.ico /export/gr%C3%B6%C3%9Fte%20liste.csv\""))
      #expect(try await get("/favicon.ico", at: port).hasSuffix("icon"))
    }
    try await serve { port in
      let none = try await get("/favicon.ico", at: port)
      #expect(none.hasPrefix("HTTP/1.1 204"))
    }
  }

  /// It was never answered, and the process didn't end.
  @Test func `who is told that the server listens may ask it for something, and need not return`() async throws {
    var configuration = ServerConfiguration()
    configuration.port = 0
    let server = LiveServer(Shop(), configuration: configuration)
    let (answers, continuation) = AsyncStream.makeStream(of: String.self)
    let running = Task { [configuration] in
      _ = configuration
      try await server.run(onReady: { address in
        let port = Int(address.split(separator: ":").last?.dropLast() ?? "") ?? 0
        continuation.yield((try? await get("/health", at: port)) ?? "nothing")
        // As long as the test may take.
        try? await Task.sleep(for: .seconds(300))
      })
    }
    for await answer in answers {
      #expect(answer.hasSuffix("ok\n"))
      break
    }
    running.cancel()
    try await running.value
  }

  @Test func `who may open less than a page in a minute may open one`() {
    var configuration = ServerConfiguration()
    configuration.pagesPerSecond = 0.01
    let quota = AddressQuota(configuration)
    #expect(quota.takePage() == .zero)
    #expect(quota.takePage() > .zero)
  }

  @Test func `an app may be mounted where the client's files are`() async throws {
    struct Tools: LiveApp {
      let name = "Tools"
      func session(for visitor: Visitor) -> Session {
        Session(screens: Routes { "/ghostlight" ~> { Screen("Tools") } })
      }
    }
    try await serve({ $0.mounting(Tools(), at: Path("/ghostlight"), for: .everyone) }) { port in
      let page = try await get("/ghostlight", at: port)
      #expect(page.contains("Tools"))
      let script = try #require(page.firstMatch(of: /src="(\/ghostlight\/client-[^"]+)"/))
      #expect(try await get(String(script.1), at: port).hasPrefix("HTTP/1.1 200"))
      #expect(try await get("/", at: port).contains("The shop"))
    }
  }

  @Test func `those who aren't admitted see nothing`() async throws {
    let change: (LiveServer) -> LiveServer = { server in
      server.mounting(Admin(), at: Path("/admin"), for: Admission { $0.header("Authorization") == "secret" })
        .answering(ServerEndpoint("/figures") { _ in .init("42\n") })
    }
    try await serve(change) { port in
      let refused = try await get("/admin", at: port)
      #expect(refused.hasPrefix("HTTP/1.1 403") && !refused.contains("All orders"))
      #expect(refused.contains("This isn’t for everyone: the app says who may see it."))
      let elsewhere = try await get("/figures", at: port, host: "10.0.0.7")
      #expect(elsewhere.contains("This is for whoever asks for localhost or 127.0.0.1 on this machine"))
      #expect(try await get("/admin", at: port, "Authorization: secret\r\n").contains("All orders"))
      for host in ["localhost", "127.0.0.1:80", "[::1]:80", "app.localhost"] {
        #expect(try await get("/figures", at: port, host: host).hasSuffix("42\n"), "\(host)")
      }
      // A name that somebody has lead to this machine, and a proxy on it.
      for host in ["evil.example", "127.0.0.1.evil.example", "localhost.evil.example", "[::1]evil.example", "[::1"] {
        #expect(try await get("/figures", at: port, host: host).hasPrefix("HTTP/1.1 403"), "\(host)")
      }
      for header in [
        "X-Forwarded-For: 127.0.0.1", "Forwarded: for=1", "X-Real-IP: ::1", "Via: 1.1 proxy", "CF-Connecting-IP: ::1",
        "True-Client-IP: ::1", "x-client-ip: ::1", "X-Forwarded-Prefix: /app", "X-FORWARDED-SSL: on",
      ] {
        #expect(try await get("/figures", at: port, header + "\r\n").hasPrefix("HTTP/1.1 403"), "\(header)")
      }
    }
  }

  /// Whoever was behind a proxy that passes the name on, and says nothing else, asked for `localhost` and saw everything.
  @Test(arguments: [("evil.example", ""), ("localhost.evil.example", ""), ("evil.example", "Via: 1.1 proxy\r\n")])
  func `what is for this machine is nobody's once a page from here is live under another name`(
    host: String, header: String
  ) async throws {
    try await serve({ $0.answering(ServerEndpoint("/figures") { _ in .init("42\n") }) }) { port in
      let alone = try await get("/figures", at: port, host: host)
      #expect(alone.hasPrefix("HTTP/1.1 403"))
      #expect(try await get("/figures", at: port).hasSuffix("42\n"), "who asks alone shuts nothing")
      #expect(try await upgrade(host, at: port, header).hasPrefix("HTTP/1.1 101"))
      // One that says that it is a proxy tells by that whom it has passed on.
      #expect(try await get("/figures", at: port).hasPrefix("HTTP/1.1 403") == header.isEmpty)
      #expect(try await get("/", at: port).hasPrefix("HTTP/1.1 200"), "what is for everyone is")
    }
  }

  /// A page elsewhere, whose name leads here by now, was to its reader's browser a page of this server.
  @Test func `nothing is answered under a name that was led here, nor done`() async throws {
    try await serve({ $0.answering(ServerEndpoint("/list", for: .everyone) { _ in .init("42\n") }) }) { port in
      let led = ["evil.example:\(port)", "EVIL.example.:\(port)", "127.0.0.1.evil.example:\(port)"]
      for host in led {
        for path in ["/", "/list", "/health", "/men%C3%BC.txt", BeaconResponder.path] {
          #expect(try await get(path, at: port, host: host).hasPrefix("HTTP/1.1 421"), "\(host) \(path)")
        }
        let passedOn = try await get("/", at: port, host: host, "X-Forwarded-For: 10.0.0.7\r\n")
        #expect(passedOn.hasPrefix("HTTP/1.1 421"), "what it says of itself doesn't count")
        #expect(try await upgrade(host, at: port).hasPrefix("HTTP/1.1 421"), "\(host)")
      }
      // What leads here by itself, and what a proxy passes on: it has another port.
      let others = [
        "localhost", "localhost.", "app.localhost", "127.0.0.1", "[::1]", "10.0.0.7", "[fe80::1]", "workstation",
      ]
      for host in others.map({ "\($0):\(port)" }) + ["app.example", "app.example:\(port + 1)"] {
        #expect(try await get("/", at: port, host: host).hasPrefix("HTTP/1.1 200"), "\(host)")
        #expect(try await upgrade(host, at: port).hasPrefix("HTTP/1.1 101"), "\(host)")
      }
    }
  }

  /// Something on this machine that passes on the same port, as a tunnel does, can't be told from somebody here either.
  @Test func `a page that isn't let in under its name shuts what is for this machine all the same`() async throws {
    try await serve({ $0.answering(ServerEndpoint("/figures") { _ in .init("42\n") }) }) { port in
      let before = try await get("/figures", at: port)
      #expect(before.hasSuffix("42\n"))
      #expect(try await upgrade("app.example:\(port)", at: port).hasPrefix("HTTP/1.1 421"))
      #expect(try await get("/figures", at: port).hasPrefix("HTTP/1.1 403"))
    }
  }

  /// One look by what the server says it listens at had the tools answer nobody any more.
  @Test(arguments: ["0.0.0.0", "[::]", "localhost.", "LOCALHOST"])
  func `a page by another name of this machine's own shuts nothing`(host: String) async throws {
    try await serve({ $0.answering(ServerEndpoint("/figures") { _ in .init("42\n") }) }) { port in
      let answer = try await upgrade("\(host):\(port)", at: port)
      #expect(answer.hasPrefix("HTTP/1.1 101"))
      #expect(try await get("/figures", at: port).hasSuffix("42\n"))
    }
  }

  @Test func `a server that was told its names answers to no others`() async throws {
    try await serve(names: ["shop.example", "Tea.example."]) { port in
      for host in ["shop.example:\(port)", "SHOP.example", "tea.example:\(port)", "localhost:\(port)", "10.0.0.7"] {
        #expect(try await get("/", at: port, host: host).hasPrefix("HTTP/1.1 200"), "\(host)")
      }
      for host in ["evil.example", "evil.example:\(port)", "a.shop.example", "shop.example.evil.example:80"] {
        let answer = try await get("/", at: port, host: host)
        #expect(answer.hasPrefix("HTTP/1.1 421") && answer.contains("--name"), "\(host)")
        #expect(try await upgrade(host, at: port).hasPrefix("HTTP/1.1 421"), "\(host)")
      }
    }
  }

  /// What a page's wish for a live connection is answered.
  private func upgrade(_ host: String, at port: Int, _ headers: String = "") async throws -> String {
    try await RawClient.connect(to: port) { client in
      let key = "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
      try await client.send(
        "GET /ghostlight/live HTTP/1.1\r\nHost: \(host)\r\nOrigin: http://\(host)\r\nConnection: Upgrade\r\n"
          + "Upgrade: websocket\r\n\(key)\(headers)\r\n")
      return try await client.read(through: "\r\n\r\n")
    }
  }

  /// Its content came too, and was taken for the beginning of the next answer by a proxy.
  @Test func `who asks for a head only gets no more, whoever refuses`() async throws {
    let nobody = Admission { _ in false }
    let endpoint = ServerEndpoint("/figures") { _ in .init("42") }
    try await serve({ $0.answering(endpoint).mounting(Admin(), at: Path("/admin"), for: nobody) }) { port in
      try await RawClient.connect(to: port) { client in
        for path in ["/figures", "/admin"] {
          try await client.send("HEAD \(path) HTTP/1.1\r\nHost: elsewhere.example\r\n\r\n")
          #expect(try await client.read(through: "\r\n\r\n").hasPrefix("HTTP/1.1 403 "))
        }
        try await client.send("GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n")
        #expect(try await client.read(through: "\r\n\r\n").hasPrefix("HTTP/1.1 200 "))
      }
    }
  }

  @Test func `who isn't admitted any more gets back to no page, and delivers nothing to it`() async throws {
    let change: (LiveServer) -> LiveServer = {
      $0.mounting(Admin(), at: Path("/admin"), for: Admission { $0.header("Authorization") == "secret" })
    }
    try await serve(change) { port in
      let page = try await get("/admin", at: port, "Authorization: secret\r\n")
      let visitor = try #require(page.firstMatch(of: /ghostlight=([^;]+);/)).1
      func data(_ key: String) throws -> Substring {
        try #require(page.firstMatch(of: Regex<(Substring, Substring)>("data-\(key)=\"([^\"]*)\""))).1
      }
      let hello = "[\"h\",\"\(try data("s"))\",\"\(try data("t"))\",\(try data("q"))]"
      func answer(_ headers: String) async throws -> RawClient.Frame {
        try await RawClient.connect(to: port) { client in
          let head = "Cookie: ghostlight=\(visitor)\r\n\(headers)"
          try await client.send(RawClient.handshake(path: "/ghostlight/live", head))
          _ = try await client.read(through: "\r\n\r\n")
          try await client.send(.text(hello))
          return try await client.readFrame()
        }
      }
      func deliver(_ headers: String) async throws -> String {
        try await RawClient.connect(to: port) { client in
          let head = "Cookie: ghostlight=\(visitor)\r\nOrigin: http://localhost\r\n\(headers)"
          let length = "Content-Length: \(hello.utf8.count)\r\nConnection: close\r\n\r\n"
          try await client.send("POST \(BeaconResponder.path) HTTP/1.1\r\nHost: localhost\r\n\(head)\(length)\(hello)")
          return try await client.readToEnd()
        }
      }
      #expect(try await deliver("").hasPrefix("HTTP/1.1 403"))
      #expect(try await deliver("Authorization: secret\r\n").hasPrefix("HTTP/1.1 204"))
      let code = try await answer("").payload.prefix(2).reduce(0) { $0 << 8 | Int($1) }
      #expect(code == 4404)
      #expect(
        String(decoding: try await answer("Authorization: secret\r\n").payload, as: UTF8.self).hasPrefix("[\"w\""))
    }
  }

  @Test func `a page of another site can't have an endpoint asked, only lead there`() async throws {
    let change: (LiveServer) -> LiveServer = { $0.answering(ServerEndpoint("/figures") { _ in .init("42\n") }) }
    let site = "Sec-Fetch-Site: cross-site\r\n"
    try await serve(change) { port in
      let picture = try await get("/figures", at: port, site + "Sec-Fetch-Mode: no-cors\r\n")
      #expect(picture.hasPrefix("HTTP/1.1 403"))
      #expect(picture.contains("This is for whoever goes to it, not for pages of other sites."))
      #expect(try await get("/figures", at: port, site).hasPrefix("HTTP/1.1 403"))
      #expect(try await get("/figures", at: port, site + "Sec-Fetch-Mode: navigate\r\n").hasSuffix("42\n"))
      #expect(try await get("/figures", at: port, "Sec-Fetch-Site: same-origin\r\n").hasSuffix("42\n"))
    }
  }

  /// A thousand pictures on another site's page were a thousand sessions, of its reader's address.
  @Test func `a page of another site has no session begun, but may lead to one`() async throws {
    let site = "Sec-Fetch-Site: cross-site\r\n"
    try await serve({ $0 }) { port in
      for (fields, status) in [
        (site + "Sec-Fetch-Mode: no-cors\r\n", 403), (site + "Sec-Fetch-Mode: navigate\r\n", 200),
        ("Sec-Fetch-Site: same-origin\r\n", 200),
      ] {
        let answer = try await get("/", at: port, fields)
        #expect(answer.hasPrefix("HTTP/1.1 \(status)"), "\(fields)")
        #expect(answer.contains("not for pages of other sites") == (status == 403), "\(fields)")
      }
    }
  }

  @Test func `where pages send something, other methods are told that`() async throws {
    try await serve { port in
      for path in [UploadResponder.path, BeaconResponder.path] {
        for method in ["PUT", "GET"] {
          let answer = try await RawClient.connect(to: port) { client in
            try await client.send(
              "\(method) \(path) HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: 0\r\n\r\n")
            return try await client.readToEnd()
          }
          #expect(answer.hasPrefix("HTTP/1.1 405") && answer.lowercased().contains("\r\nallow: post\r\n"))
          #expect(answer.hasSuffix("Only POST is answered here.\n"))
        }
      }
    }
  }

  @Test func `an endpoint is asked what stands behind the question mark, and may load nothing`() async throws {
    let endpoint = ServerEndpoint("/echo") { question in .init(question.query["text"] ?? "none") }
    try await serve({ $0.answering(endpoint) }) { port in
      let answer = try await get("/echo?text=a%20b&x", at: port)
      #expect(answer.hasSuffix("a b"))
      #expect(answer.lowercased().contains("content-security-policy: default-src 'none'"))
      #expect(answer.lowercased().contains("cache-control: no-store"))
      let posted = try await RawClient.connect(to: port) { client in
        try await client.send(
          "POST /echo HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: 0\r\n\r\n")
        return try await client.readToEnd()
      }
      #expect(posted.hasPrefix("HTTP/1.1 405"))
    }
  }

  @Test func `a monitor is told of pages and sessions`() async throws {
    let watcher = Watcher()
    try await serve({ $0.monitored(by: watcher) }) { port in
      _ = try await get("/", at: port)
      _ = try await get("/nowhere", at: port)
    }
    #expect(watcher.seen.withLock { $0 } == ["server", "session", "200", "404", "session over"])
  }

  /// A server that stores what it has when it is told to end, which takes a while.
  struct KeepingServer: Server {
    final class Memory: Sendable { let isStored = Mutex(false) }

    struct Keeping: Observers {
      let memory: Memory
      func start(at place: Place, for server: RunningServer) {
        server.run { [memory] in
          while (try? await Task.sleep(for: .seconds(3600))) != nil {}
          for _ in 0..<1_000 { await Task.yield() }
          memory.isStored.withLock { $0 = true }
        }
      }
    }

    let memory = Memory()
    var observers: some Observers { Keeping(memory: memory) }
  }

  struct Keeper: LiveApp {
    let name = "Keeper"
    let server = KeepingServer()
    var servers: [any Server] { server }
    func session(for visitor: Visitor) -> Session { Session(screens: Routes { "/" ~> { Screen("The keeper") } }) }
  }

  @Test func `a page knows what isn't a screen, but for what not everyone may know of`() async throws {
    let change: (LiveServer) -> LiveServer = { server in
      server.answering(ServerEndpoint("/list.csv", for: .everyone) { _ in .init("1,2\n") })
        .answering(ServerEndpoint("/figures") { _ in .init("42\n") })
    }
    try await serve(change) { port in
      let page = try await get("/", at: port)
      #expect(page.contains("data-m=\"/men%C3%BC.txt /list.csv\""))
    }
  }

  @Test func `a server that is stopped waits for the last work of the app's servers`() async throws {
    let app = Keeper()
    try await serve(of: app) { port in
      let page = try await get("/", at: port)
      #expect(page.contains("The keeper"))
    }
    #expect(app.server.memory.isStored.withLock { $0 })
  }

  @Test func `a server tells which sessions it has while it runs`() async throws {
    final class Held: Sendable { let sessions = Mutex<LiveSessions?>(nil) }
    let held = Held()
    let change: (LiveServer) -> LiveServer = { server in
      held.sessions.withLock { $0 = server.sessions }
      return server
    }
    let id = try await serve(change) { port -> String in
      let page = try await get("/", at: port)
      let match = try #require(page.firstMatch(of: /data-s="([^"]+)"/))
      let id = String(match.1)
      let sessions = try #require(held.sessions.withLock { $0 })
      #expect(sessions.contains(id) && !sessions.contains("another"))
      return id
    }
    #expect(held.sessions.withLock { $0 }?.contains(id) == false)
  }
}
