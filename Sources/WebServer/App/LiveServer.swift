public import EventLog
public import EventStream
internal import HTTPTypes
public import Logging
public import ViewKit

/// Serves an app to browsers.
public struct LiveServer: Sendable {
  /// The app that is served.
  public let app: any LiveApp
  private let configuration: ServerConfiguration
  private let logger: Logger
  private let log: (any EventLog)?
  /// What has changed about the app's events since some of its logs were written.
  public let migrations: LogMigrations
  /// The sessions that the app has while it is served. Those of mounted apps aren't among them.
  public let sessions = LiveSessions()
  private var mounts: [Mount] = []
  private var endpoints: [String: ServerEndpoint] = [:]
  private var continuations: [String: Continuation] = [:]
  private var monitors: [any ServerMonitor] = []

  /// Prepares a server.
  ///
  /// - Parameters:
  ///   - log: Where all events are recorded. With it, sessions outlive the process: a page finds its session as it was.
  ///   - migrations: What has changed about the app's events since some of the log was written.
  ///   - logger: Gets what an operator should know; never anything secret, unless an error of the app's says it. That a request fails is
  ///     said at the level `warning`: once for each case and kind of error, which is its type and, as `NSError` has it, its code; then once a
  ///     minute at most with how often it has, and when it is answered again. What its user alone is to know is said at `debug`: see `AnswerFailure.isForOperator(_:)`.
  public init(
    _ app: any LiveApp, configuration: ServerConfiguration, log: (any EventLog)? = nil,
    migrations: LogMigrations = LogMigrations(), logger: Logger = Logger(label: "ghostlight")
  ) {
    self.app = app
    self.log = log
    self.migrations = migrations
    self.configuration = configuration
    self.logger = logger
  }

  /// Has a second app answer the addresses under a path.
  ///
  /// It has a stream, servers, sessions and a style sheet of its own; all of its routes lie under the path. A link from one
  /// app to the other loads a page anew.
  ///
  /// - Parameters:
  ///   - path: Such as `/admin`. Under `/ghostlight` the client's own files come first.
  ///   - admission: Who may see it: asked for each page, file and connection. Others get the status 403, and who isn't admitted any more
  ///     when his page connects again has lost it. A connection that is open stays.
  public func mounting(_ app: any LiveApp, at path: Path, for admission: Admission) -> LiveServer {
    var server = self
    server.mounts.append(Mount(app, at: path, for: admission))
    return server
  }

  /// Has the server answer something besides screens; in place of what it answered at that path before.
  public func answering(_ endpoint: ServerEndpoint) -> LiveServer {
    var server = self
    server.endpoints[endpoint.path] = endpoint
    return server
  }

  /// Lets people go on from any moment of a recorded session, `?session=…&at=7`, in a session of its own.
  ///
  /// The new session is at work from there: it has the screen as it was, with what was typed and opened, and belongs to the
  /// visitor of the recorded one, as far as the app tells visitors apart. So admit only who may act for everyone. What the
  /// recorded session had asked for and not been told yet isn't asked for again. The recording stays as it is; if the
  /// server has a log, the new session is recorded there.
  ///
  /// - Parameters:
  ///   - path: The address. It leads on to that of the screen at the moment.
  ///   - log: Where the recording is.
  ///   - admission: Who may do so. A page of another site can't have them do it.
  public func continuing(at path: Path, from log: any EventLog, for admission: Admission) -> LiveServer {
    var server = self
    server.continuations[path.text] = Continuation(
      log: log, decoder: EventDecoder(migrations: migrations), admission: admission)
    return server
  }

  /// Has somebody told of what goes on in the server. What happens in mounted apps isn't told.
  public func monitored(by monitor: any ServerMonitor) -> LiveServer {
    var server = self
    server.monitors.append(monitor)
    return server
  }

  /// Starts the app's servers and serves until SIGTERM or SIGINT, or until the task is cancelled.
  ///
  /// What is under way is finished, and what servers run for as long as they live may do its last work; the process can exit
  /// within five seconds whatever is open: two for connections, two for sessions, those included that were about to end, and one for
  /// servers. A log that another process reads is waited for two more where something was forgotten in it.
  ///
  /// SIGHUP has a renewed certificate taken up at once, and does nothing else, unless it says that the terminal was closed which the process
  /// was started in: that ends it as SIGTERM does, where the signal wasn't ignored at the start, as `nohup` has it.
  ///
  /// - Parameters:
  ///   - prepare: Called with the app's stream before anything else: the place for taps such as `printEvents()`.
  ///   - onReady: Called with the true address once the server listens. Nobody waits for it: it may ask the server for something, and what it
  ///     does for long ends with the process.
  /// - Throws: What is wrong with the configuration's names, and what keeps it from listening, in words that say how to mend it.
  public func run(
    prepare: (AppStream) -> Void = { _ in }, onReady: @escaping @Sendable (_ address: String) async -> Void = { _ in }
  ) async throws {
    FreedMemory.limitHeaps()
    let report = FailureReport(logger: logger)
    let complain: FailureHandler = { error, envelope in report.failed(error, envelope) }
    let approve: SuccessHandler = { request in report.answered(request) }
    // Routes that are wrong stop the program now rather than at its first visitor.
    _ = app.session(for: Visitor())
    let names = try ServerNames(configuration, logger: logger)
    await log?.reserveIdentities(logger)
    let stream = AppStream(onFailure: complain, onSuccess: approve)
    if let log { stream.add(LogTap(log)) }
    let monitor = monitors.isEmpty ? nil : Monitors(all: monitors)
    monitor?.serverBegan(stream)
    prepare(stream)
    for server in app.servers { stream.start(server) }
    let journal = log.map {
      Journal(
        $0, decoder: EventDecoder(migrations: migrations),
        screenBytesPerSecond: configuration.recordedScreenBytesPerSecond, logger: logger)
    }
    let store = SessionStore(
      app, stream: stream, configuration: configuration, monitor: monitor, onFailure: complain, journal: journal)
    sessions.follow(store)
    defer { sessions.follow(nil) }
    let guests = mounts.map { mount in
      let stream = AppStream(onFailure: complain, onSuccess: approve)
      for server in mount.app.servers { stream.start(server) }
      let store = SessionStore(
        mount.app, for: mount.admission, stream: stream, configuration: configuration, onFailure: complain)
      return (mount: mount, stream: stream, store: store)
    }
    let stores = [store] + guests.map(\.store)
    let site = makeSite(store, guests.map { ($0.mount, $0.store) }, monitor, names)
    var failure: (any Error)?
    do { try await serve(site, stores, monitor, onReady) } catch { failure = error }
    await withDiscardingTaskGroup { group in
      for store in stores { group.addTask { await store.end() } }
    }
    await AppStream.finish(guests.map(\.stream) + [stream])
    do { try await log?.close() } catch { failure = failure ?? error }
    if let failure { throw failure }
  }

  /// Serves until the transport ends.
  ///
  /// - Parameter stores: The app's sessions, and those of mounted apps behind them.
  private func serve(
    _ site: SiteResponder, _ stores: [SessionStore], _ monitor: (any ServerMonitor)?,
    _ onReady: @escaping @Sendable (_ address: String) async -> Void
  ) async throws {
    // Nothing is done in the name of a server that can't listen, as one that was started a second time.
    let (listens, ready) = AsyncStream.makeStream(of: Void.self)
    let transport = try makeTransport(site, stores, monitor) { address in
      ready.finish()
      // Nobody is answered before this is over, and nobody can end what prints to somebody who doesn't read.
      Task { await onReady(address) }
    }
    try await withThrowingTaskGroup { group in
      for store in stores { group.addTask { await store.sweepForever() } }
      group.addTask { await FreedMemory.giveBackForever() }
      if let log, let store = stores.first {
        group.addTask {
          for await _ in listens {}
          if Task.isCancelled { return }
          let keeper = LogKeeper(log: log, store: store, configuration: configuration, logger: logger)
          async let isKept: Void = keeper.run()
          await store.finishWhatWasBegun()
          // The first task that ends, ends all: this one does when it is cancelled.
          await isKept
        }
      }
      group.addTask { try await transport.run() }
      defer { group.cancelAll() }
      // The others end only when they are cancelled, so this is the transport's end.
      try await group.next()
    }
  }

  private func makeSite(
    _ store: SessionStore, _ guests: [(mount: Mount, store: SessionStore)], _ monitor: (any ServerMonitor)?,
    _ names: ServerNames
  ) -> SiteResponder {
    // A page says nothing of endpoints that not everyone may know of.
    let open = endpoints.values.filter(\.admission.isForEveryone).map(\.path).sorted()
    let places = open + guests.map { $0.mount.path + "/" }
    let proxies = SilentProxies(logger: logger)
    return SiteResponder(
      main: PageResponder(
        app, store: store, all: [store] + guests.map(\.store), configuration: configuration, places: places,
        proxies: proxies),
      mounted: guests.map { guest in
        let pages = PageResponder(
          guest.mount.app, store: guest.store, configuration: configuration, isMounted: true, places: places)
        return (guest.mount, pages)
      },
      endpoints: endpoints, continuations: continuations, monitor: monitor, proxies: proxies, names: names)
  }

  private func makeTransport(
    _ site: SiteResponder, _ stores: [SessionStore], _ monitor: (any ServerMonitor)?,
    _ onReady: @escaping @Sendable (String) async -> Void
  ) throws -> LiveTransport {
    var settings = configuration.transport
    settings.maximumMessageBytes = configuration.maximumMessageBytes
    // A hello has a hundred.
    settings.maximumFirstMessageBytes = 4_096
    let desk = ConnectionDesk(
      stores: stores, grace: configuration.sessionGrace, monitor: monitor,
      maximumMessageBytes: configuration.maximumMessageBytes)
    let scheme = configuration.tls == nil ? "http" : "https"
    let host = configuration.host
    return try LiveTransport(
      configuration: settings, responder: site, upgradePath: "/ghostlight/live",
      decide: { request in
        guard SameOrigin.allows(request.head) else {
          return .refuse(status: .forbidden, text: "A page of another site may not open a live connection here.\n")
        }
        let address = request.remoteAddress ?? PageContext.unknownAddress
        let requester = site.proxies.requester(address, request.head)
        // Whether or not it is let in: it may have come through a proxy on the same port.
        site.proxies.notePage(of: requester)
        guard site.names.allow(requester) else {
          return .refuse(status: .misdirectedRequest, text: ServerNames.refusal)
        }
        return .accept(
          LiveConnection.Caller(
            visitor: VisitorCookie.visitor(in: request.head.headerFields[.cookie]), address: address,
            admitted: stores.admitting(requester)))
      },
      receive: { socket, caller in LiveConnection(socket, caller, at: desk) },
      onReady: { port in
        site.names.listens(on: port)
        await onReady("\(scheme)://\(host.contains(":") ? "[\(host)]" : host):\(port)/")
      },
      logger: logger)
  }
}
