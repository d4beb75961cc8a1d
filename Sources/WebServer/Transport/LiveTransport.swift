package import Hummingbird
import HummingbirdCore
import HummingbirdHTTP2
package import Logging
import NIOCore
import ServiceLifecycle
import UnixSignals

/// A server that answers requests by HTTP/1.1 and HTTP/2, and opens live sockets on one path.
///
/// With TLS the client chooses the protocol by ALPN; a live socket travels by HTTP/1.1. Without TLS all is HTTP/1.1.
package struct LiveTransport: Sendable {
  /// How many connections may wait to be accepted: as many as the system lets at most, as a rule. After a crash all pages come back at
  /// once, and one that finds no room waits for as long as a minute, for its system tries again ever more seldom.
  static let mostUnaccepted = 4_096

  private let configuration: TransportConfiguration
  private let application: any Service
  private let certificate: ServedCertificate?
  private let sockets: OpenSockets
  private let logger: Logger

  /// Prepares a server; it doesn't listen before ``run()``.
  ///
  /// - Parameters:
  ///   - configuration: Where to listen, and the limits.
  ///   - responder: Answers every request that isn't a WebSocket handshake for the upgrade path.
  ///   - upgradePath: The path, without query, on which a handshake opens a live socket.
  ///   - decide: Accepts or refuses a handshake, within `maximumUpgradeTime`.
  ///   - receive: Makes what takes the messages of a live socket. When the server shuts down, the socket is cut off after
  ///     `shutdownGrace`.
  ///   - onReady: Is told the true port once the server listens.
  ///   - logger: Receives one line at start, and details at debug level.
  /// - Throws: `TransportError` when the certificate or the key can't be used.
  package init<Responder: HTTPResponder, Context: Sendable>(
    configuration: TransportConfiguration,
    responder: Responder,
    upgradePath: String,
    decide: @escaping @Sendable (UpgradeRequest) async -> UpgradeDecision<Context>,
    receive: @escaping @Sendable (LiveSocket, Context) -> any LiveReceiver,
    onReady: @escaping @Sendable (_ port: Int) async -> Void = { _ in },
    logger: Logger
  ) throws(TransportError) where Responder.Context: InitializableFromSource<ApplicationRequestContextSource> {
    let tls: ServedCertificate?
    if let files = configuration.tls { tls = try ServedCertificate(files, logger: logger) } else { tls = nil }
    let room = OpenFiles.allowAll()
    let most = min(configuration.maximumConnections ?? room, room)
    let callers = ConnectedAddresses(mostOfEach: max(1, Int(Double(most) * configuration.shareOfAddress)))
    let longMessages = ConnectedAddresses(
      mostOfEach: max(1, ArrivingMessage.mostOfAddress / max(1, configuration.maximumMessageBytes)))
    let upgrade = LiveUpgrade(path: upgradePath, decide: decide, longMessages: longMessages, receive: receive)
    self.configuration = configuration
    self.logger = logger
    certificate = tls
    sockets = upgrade.sockets
    application = Application(
      responder: responder,
      server: HTTPServerBuilder { responder in
        LiveChildChannel(
          responder: responder, configuration: configuration, tls: tls, upgrade: upgrade, callers: callers)
      },
      configuration: ApplicationConfiguration(
        address: .hostname(configuration.host, port: configuration.port), backlog: Self.mostUnaccepted,
        availableConnectionsDelegate: .maximum(most, logger: logger)),
      onServerRunning: { server in
        do { try await AcceptGuard.add(to: server, logger) } catch { logger.debug("The server has ended: \(error)") }
        await onReady(server.localAddress?.port ?? configuration.port)
      },
      logger: logger)
  }

  /// Listens and serves until SIGTERM or SIGINT, or until the task is cancelled.
  ///
  /// Either way it shuts down gracefully: idle connections close at once, live sockets see their messages end, requests
  /// under way may finish within `shutdownGrace`. What is open after that is cancelled and cut off.
  ///
  /// Meanwhile a renewed certificate is taken up: at SIGHUP, and within `certificatePause` without. SIGHUP is as SIGTERM where it comes of the
  /// end of the terminal that the process was started in, that is, within seconds behind it, unless it was ignored then.
  ///
  /// - Throws: `TransportError` when it can't listen.
  package func run() async throws {
    let terminal = StartTerminal()
    // Before anybody can know that it serves: nobody's signal ends it.
    let hangups = await UnixSignalsSequence(trapping: .sighup)
    var settings = ServiceGroupConfiguration(
      services: [application], gracefulShutdownSignals: [.sigterm, .sigint], logger: logger)
    settings.maximumGracefulShutdownDuration = configuration.shutdownGrace
    let services = ServiceGroup(configuration: settings)
    try await withThrowingDiscardingTaskGroup { group in
      // They end only so.
      defer { group.cancelAll() }
      group.addTask { await heed(hangups, at: terminal, services) }
      group.addTask { await terminal.lookUntilOutlived() }
      if let certificate { group.addTask { await certificate.lookForever(every: configuration.certificatePause) } }
      try await serve(services)
    }
    // They say their last words meanwhile, for as long as the grace lasts.
    await sockets.allClosed()
  }

  /// Reads certificate and key again at each SIGHUP, until the task is cancelled.
  private func heed(_ hangups: UnixSignalsSequence, at terminal: StartTerminal, _ services: ServiceGroup) async {
    for await _ in hangups {
      // Who closes the terminal that a server was started in sends the same signal, and wants no server that goes on without one.
      if terminal.isClosed {
        logger.notice("the terminal was closed that the server was started in: it ends")
        await services.triggerGracefulShutdown()
      } else if let certificate {
        certificate.look(isAsked: true)
      } else {
        logger.debug("SIGHUP: there is no certificate to read again")
      }
    }
  }

  private func serve(_ services: ServiceGroup) async throws {
    // A cancelled group drops its connections. In a task of its own, awaited below, it can shut down gracefully.
    let running = Task { try await services.run() }
    do {
      try await withTaskCancellationHandler {
        try await running.value
      } onCancel: {
        Task { await services.triggerGracefulShutdown() }
      }
    } catch is CancellationError {
      logger.debug("Shutdown took longer than \(configuration.shutdownGrace); what was left was cut off")
    } catch {
      throw TransportError(listening: error, on: configuration) ?? error
    }
  }
}
