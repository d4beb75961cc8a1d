internal import HTTPTypes
internal import Hummingbird
internal import Logging
internal import NIOCore
internal import ViewKit
internal import WebRenderer

/// Answers ordinary requests: screens as complete pages, the client's files, and the health check.
struct PageResponder: HTTPResponder {
  typealias Context = PageContext

  let app: any LiveApp
  let store: SessionStore
  let configuration: ServerConfiguration
  let pages: PageWriter
  private let files: [String: ClientFile]
  /// The app's files, each with its content for all answers: many may be on their way to those who don't read them.
  private let appFiles: [String: (file: AppFile, body: ByteBuffer)]
  private let uploads: UploadResponder
  private let beacons: BeaconResponder
  /// Whether the app answers what lies under a path, and another the rest.
  let isMounted: Bool
  /// Before an address is refused that asks too often.
  static let refusalPause = Duration.milliseconds(500)

  /// How much longer than others a large page is awaited: on a line that brings 4 KB a second it is read for so long before it can come.
  static func time(toRead bytes: Int) -> Duration {
    min(.seconds(60), .seconds(Double(max(0, bytes - 16_384)) / 4_096))
  }

  /// - Parameters:
  ///   - all: The sessions of all apps of the server, for files that users hand over and what pages say when they are left. The app's
  ///     own unless given.
  ///   - places: The paths of endpoints, and of apps beside the main one with a slash at their ends.
  init(
    _ app: any LiveApp, store: SessionStore, all: [SessionStore]? = nil, configuration: ServerConfiguration,
    isMounted: Bool = false, places: [String] = [], proxies: SilentProxies = SilentProxies()
  ) {
    self.isMounted = isMounted
    self.app = app
    self.store = store
    self.configuration = configuration
    let script = ClientFile(script: "client", ClientFiles.script)
    let others =
      [
        ("link", ClientFiles.link), ("recovery", ClientFiles.recovery), ("focus", ClientFiles.focus),
        ("renewed", ClientFiles.renewed),
      ] + ClientFiles.parts
    let moved = ClientFile(script: "moved", ClientFiles.moved)
    let parts = others.map { (name: $0, file: ClientFile(script: $0, $1)) }
    var sheets = [ClientFile(styleSheet: "views", ClientFiles.styleSheet)]
    if !app.styleSheet.isEmpty { sheets.append(ClientFile(styleSheet: "app", Array(app.styleSheet.utf8))) }
    uploads = UploadResponder(stores: all ?? [store], configuration: configuration, proxies: proxies)
    beacons = BeaconResponder(stores: all ?? [store], proxies: proxies)
    appFiles = Dictionary(
      app.files.map { ($0.address, ($0, ByteBuffer(bytes: $0.content))) }, uniquingKeysWith: { first, _ in first })
    pages = PageWriter(
      script: script, moved: moved, parts: parts, styleSheets: sheets, client: store.client,
      places: appFiles.keys.sorted() + places)
    files = Dictionary(uniqueKeysWithValues: (sheets + [script, moved] + parts.map(\.file)).map { ($0.path, $0) })
  }

  func respond(to request: Request, context: PageContext) async throws -> Response {
    var response = await answer(request, context)
    // Where nobody else's window can have opened this one, there is nothing to part it from; and the browser would begin another process.
    if ["none", "same-origin"].contains(request.headers[.fetchSite]) {
      response.headers[.crossOriginOpenerPolicy] = nil
    }
    return request.method == .head ? response.headOnly : response
  }

  private func answer(_ request: Request, _ context: PageContext) async -> Response {
    if request.method == .post, request.uri.path == UploadResponder.path {
      let (status, text) = await uploads.take(request, from: context.address)
      return plain(status, text)
    }
    if request.method == .post, request.uri.path == BeaconResponder.path {
      let (status, text) = await beacons.take(request, from: context.address)
      return status == .noContent ? Response(status: status, headers: [.cacheControl: "no-store"]) : plain(status, text)
    }
    let path = request.uri.path
    if path == UploadResponder.path || path == BeaconResponder.path { return onlyPost }
    guard request.method == .get || request.method == .head else {
      return onlyGet
    }
    if path == "/health" { return plain(.ok, "ok\n") }
    if let file = files[path] { return self.file(file, accepting: request.headers[.acceptEncoding]) }
    if let (file, body) = appFiles[path], isMounted || !path.hasPrefix("/ghostlight/") { return self.file(file, body) }
    // Browsers ask for it unasked; nothing is an answer they keep.
    if path == "/favicon.ico" { return Response(status: .noContent, headers: [.cacheControl: "max-age=86400"]) }
    if path.hasPrefix("/ghostlight/"), !isMounted { return plain(.notFound, "There is no such file.\n") }
    let languages = Self.languages(request.headers[.acceptLanguage])
    let target = path + (request.uri.query.map { "?" + $0 } ?? "")
    let known = visitor(of: request)
    let visitor = Visitor(id: known.map(VisitorCookie.identifier) ?? "", languages: languages)
    let screens = app.session(for: visitor).screens
    switch target.utf8.count <= 2048 ? screens.destination(of: Path(target)) : .nowhere {
    case .nowhere: return html(.notFound, pages.notice(.notFound, in: NoScreen.language(of: visitor)).bytes)
    case .forbidden: return html(.forbidden, pages.notice(.forbidden, in: NoScreen.language(of: visitor)).bytes)
    case .elsewhere(let path):
      var response = html(.seeOther, [])
      response.headers[.location] = path.text
      return response
    case .screen:
      if request.method == .head { return unmeasured(await wouldOpen(from: context.address)) }
      // Its readers know nothing of it: each picture of its pages could be a session here.
      if Requester(address: context.address, head: request.head).isBehindAnotherSite { return refusalOfOtherSite }
      // One that leads to no screen, the page finds out itself.
      let hidden = HashCookie.path(on: target, in: request.headers[.cookie])
      let isScreen = if let hidden, case .screen = screens.destination(of: Path(hidden)) { true } else { false }
      return await screen(target, behindHash: isScreen ? hidden : nil, languages, request, context)
    }
  }

  private func screen(
    _ path: String, behindHash hidden: String?, _ languages: [String], _ request: Request, _ context: PageContext
  ) async -> Response {
    let known = visitor(of: request)
    let visitor = known ?? RandomToken.make()
    do throws(SessionStore.Refusal) {
      let session: WebSession
      var address: String?
      if let continued = store.continued.take(for: visitor, at: path) {
        session = continued
      } else {
        address = hidden
        session = try await store.open(
          hidden ?? path, visitor: visitor, reading: languages, from: context.address,
          with: request.headers[.cookie])
      }
      await session.live.settle(atMost: configuration.firstAnswerPatience)
      guard let picture = await store.inTurn(of: session.quota, { await session.picture() }) else {
        return busy(.seconds(1))
      }
      await store.journal?.settle()
      let page = pages.page(
        picture.html, title: picture.title, language: Visitor(languages: languages).language(from: app.languages),
        session: session,
        sequence: picture.sequence, at: address,
        movedTo: picture.path == Path(hidden ?? path).text ? nil : picture.path, needing: picture.parts)
      let bytes = page.bytes
      session.expectPage(configuration.firstConnectionGrace + Self.time(toRead: bytes.count))
      var response = html(.ok, bytes)
      // Also where there is one: it is kept for a year from the last visit.
      response.headers[.setCookie] = cookie(of: visitor, request)
      return response
    } catch {
      return await refused(error)
    }
  }

  /// Whether a path is that of one of the client's files, or of the app's style sheet.
  func hasFile(at path: String) -> Bool { files[path] != nil }

  // MARK: Going on

  /// Begins a session that goes on from a moment of a recorded one, and sends the browser to where that shows its screen.
  func goOn(from continuation: Continuation, _ request: Request, _ context: PageContext) async -> Response {
    let query = request.uri.queryParameters
    guard let id = query["session"], let position = query["at"].flatMap({ UInt64($0) }) else {
      return plain(.badRequest, "Ask for ?session=ID&at=PLACE.\n")
    }
    let known = visitor(of: request)
    let visitor = known ?? RandomToken.make()
    do {
      let path = try await store.goOn(
        from: String(id), at: position, in: continuation, visitor: visitor, from: context.address)
      var response = html(.seeOther, [])
      response.headers[.location] = path
      // Also where there is one: it is kept for a year from the last visit.
      response.headers[.setCookie] = cookie(of: visitor, request)
      return response
    } catch let refusal as SessionStore.Refusal {
      return await refused(refusal)
    } catch {
      return html(
        .conflict,
        pages.notice("This can’t go on", "There is no going on from this moment: \(ContinuationRefusal.words(error)).")
          .bytes)
    }
  }
}

/// What a request brings with it: where it comes from.
struct PageContext: RequestContext, InitializableFromSource {
  var coreContext: CoreRequestContextStorage
  let address: String
  /// Stands for the address of a connection that has none.
  static let unknownAddress = "unknown"

  init(source: ApplicationRequestContextSource) {
    coreContext = CoreRequestContextStorage(source: source)
    address = source.channel.remoteAddress?.ipAddress ?? Self.unknownAddress
  }
}
