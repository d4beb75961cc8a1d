import EventStream
import HTTPTypes
import Hummingbird
import Logging
import Testing
import ViewKit
import WebRenderer

@testable import WebServer

/// What the heads of answers say.
@Suite(.timeLimit(.minutes(1))) struct PageHeaderTests {
  final class Screen: Controller {
    override func loadView() -> View { Heading("Hello") }
  }

  struct App: LiveApp {
    let name = "Test"
    let files = [AppFile("/tea.txt", type: "text/plain", content: "Green tea".utf8)]
    func session(for visitor: Visitor) -> Session { Session(screens: Routes { "/" ~> { Screen() } }) }
  }

  /// Serves the app's pages.
  private func serve(
    _ configuration: ServerConfiguration = ServerConfiguration(), _ body: (_ port: Int) async throws -> Void
  ) async throws {
    let store = SessionStore(App(), stream: AppStream(), configuration: configuration)
    let desk = ConnectionDesk(stores: [store], grace: .seconds(1), monitor: nil)
    let (ports, ready) = AsyncStream<Int>.makeStream()
    let transport = try LiveTransport(
      configuration: TransportConfiguration(port: 0),
      responder: PageResponder(App(), store: store, configuration: configuration), upgradePath: "/live",
      decide: { _ in .accept(LiveConnection.Caller(visitor: "v", address: "a")) },
      receive: { socket, caller in LiveConnection(socket, caller, at: desk) },
      onReady: { ready.yield($0) }, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { try await transport.run() }
      for await port in ports {
        try await body(port)
        break
      }
      group.cancelAll()
      try await group.waitForAll()
    }
  }

  /// The head of an answer, in small letters; what comes behind it is left.
  private func head(
    _ method: String, _ path: String, _ client: inout RawClient, saying header: String = ""
  ) async throws -> String {
    try await client.send("\(method) \(path) HTTP/1.1\r\nHost: localhost\r\n\(header)\r\n")
    return try await client.read(through: "\r\n\r\n").lowercased()
  }

  /// It costs another process where there was none before.
  @Test func `a window is parted from who opened it, unless nobody of another site can have`() async throws {
    let parts = "cross-origin-opener-policy: same-origin\r\n"
    try await serve { port in
      try await RawClient.connect(to: port) { client in
        for site in ["cross-site", "same-site", "", "none, cross-site", "None"] {
          #expect(try await head("HEAD", "/", &client, saying: "Sec-Fetch-Site: \(site)\r\n").contains(parts))
        }
        #expect(try await head("HEAD", "/", &client).contains(parts))
        for site in ["none", "same-origin"] {
          let head = try await head("HEAD", "/", &client, saying: "Sec-Fetch-Site: \(site)\r\n")
          #expect(!head.contains(parts))
        }
      }
    }
  }

  /// A page that loads itself anew asks so, since it would be lost; and one that is refused comes again by itself.
  @Test func `HEAD says whether a page would be given, and costs none`() async throws {
    var configuration = ServerConfiguration()
    configuration.pagesPerSecond = 0.1
    try await serve(configuration) { port in
      try await RawClient.connect(to: port) { client in
        for _ in 0..<50 { #expect(try await head("HEAD", "/", &client).hasPrefix("http/1.1 200 ")) }
        var given = 0
        while try await RawClient.connect(to: port, { try await head("GET", "/", &$0) }).hasPrefix("http/1.1 200 ") {
          given += 1
          try #require(given < 1_000)
        }
        #expect(given > 0)
        let refused = try await head("HEAD", "/", &client)
        #expect(refused.hasPrefix("http/1.1 429 "))
        #expect(refused.contains("\r\nretry-after: ") && refused.contains("\r\nrefresh: "))
      }
    }
  }

  @Test func `HEAD says how long the answer to GET is, and nothing where only that tells`() async throws {
    try await serve { port in
      try await RawClient.connect(to: port) { client in
        for _ in 0..<2 {
          let screen = try await head("HEAD", "/", &client)
          #expect(screen.hasPrefix("http/1.1 200 ") && !screen.contains("content-length"))
          let missing = try await head("HEAD", "/nowhere", &client)
          #expect(missing.hasPrefix("http/1.1 404 ") && !missing.contains("content-length: 0\r\n"))
          // Nothing came behind their heads: this is the next answer's.
          let file = try await head("HEAD", "/tea.txt", &client)
          #expect(file.hasPrefix("http/1.1 200 ") && file.contains("content-length: 9\r\n"))
        }
        let file = try await head("GET", "/tea.txt", &client)
        #expect(file.contains("content-length: 9\r\n"))
        #expect(try await client.read(9) == Array("Green tea".utf8))
      }
    }
  }

  /// A cache between gave them to who isn't admitted.
  @Test(arguments: [(false, "public, max-age=3600"), (true, "private, max-age=3600")])
  func `files of a mounted app are kept by nobody but the browser`(isMounted: Bool, expected: String) {
    let configuration = ServerConfiguration()
    let store = SessionStore(App(), stream: AppStream(), configuration: configuration)
    let pages = PageResponder(App(), store: store, configuration: configuration, isMounted: isMounted)
    #expect(pages.file(App().files[0], ByteBuffer()).headers[.cacheControl] == expected)
  }

  @Test(arguments: [("", false), ("X-Forwarded-Proto: http\r\n", false), ("X-Forwarded-Proto: https\r\n", true)])
  func `the cookie is for TLS where a proxy speaks it with the browser`(header: String, isSecure: Bool) async throws {
    try await serve { port in
      try await RawClient.connect(to: port) { client in
        let answer = try await head("GET", "/", &client, saying: header)
        #expect(answer.contains(isSecure ? "set-cookie: __host-ghostlight=" : "set-cookie: ghostlight="))
        #expect(answer.contains("; secure") == isSecure)
      }
    }
  }

  @Test(arguments: [
    ("ar", true), ("fa-IR", true), ("CKB", true), ("he", true), ("en", false), ("art", false), ("zh-ar", false),
  ])
  func `a page in a language of right to left begins at the right`(language: String, isRightToLeft: Bool) {
    let page = PageWriter(script: nil, parts: [], styleSheets: []).page("", title: "", language: language).bytes
    let expected = "<html lang=\"\(language)\"" + (isRightToLeft ? " dir=\"rtl\">" : ">")
    #expect(String(decoding: page, as: UTF8.self).contains(expected))
  }
}
