internal import DevTools
internal import EventLog
internal import EventLogSQLite
internal import Logging
internal import Metering
internal import WebServer

extension ServingOptions {
  /// Opens the log that the options ask for.
  ///
  /// - Parameters:
  ///   - app: What the app is called that records in it.
  ///   - file: Where it is unless they say so; nowhere unless given.
  func openLog(of app: String, in file: String?, _ migrations: LogMigrations) throws -> (any EventLog)? {
    if let path = recordedFile(file) {
      try OptionFile(path, of: "--log").prepare()
      let owner = LogOwner(app, formerNames: migrations.formerNames)
      return try SQLiteLog(path: path, of: owner, version: migrations.version, onFailure: Self.tellUnwritable)
    }
    // Where they are asked for, the tools show what happens while it does, even if nothing is kept.
    return tools ? try MemoryLog(version: migrations.version) : nil
  }

  /// How much of a log is kept that is in memory, in bytes: enough for hours of a small app.
  private static let mostInMemory = 200_000_000

  /// Bounds a log that is in memory, which has less room than a disk, unless the options say how large it may be.
  func limit(_ configuration: inout ServerConfiguration, recordingIn log: (any EventLog)?) {
    guard log is MemoryLog, logSize == nil else { return }
    configuration.maximumLogBytes = min(configuration.maximumLogBytes, Self.mostInMemory)
  }

  /// Tells the operator of events that aren't recorded. That the disk is full or out of order, the server says itself.
  static let tellUnwritable: LogFailureHandler = { error in
    switch error {
    case .unwritable, .noRoom: Logger(label: "ghostlight").error("\(error)")
    default: break
    }
  }

  /// Adds what the options ask for.
  func completed(_ server: LiveServer, _ log: (any EventLog)?) -> LiveServer {
    var server = server
    if metrics {
      let figures = PrometheusMetrics()
      server = server.monitored(by: ServerMeter(reportingTo: figures)).answering(figures.endpoint())
    }
    if givenTools ?? Self.isDebugBuild, let log { server = server.showingTools(of: log) }
    return server
  }

  /// What loggers write with: on standard error, what is grave enough.
  func logHandler() -> @Sendable (_ label: String) -> any LogHandler {
    { [logLevel] label in
      var handler = StreamLogHandler(label: label, stream: LogOutput())
      handler.logLevel = logLevel
      return handler
    }
  }

  /// Serves a recording to whoever is on this machine, until SIGTERM or SIGINT.
  func showReplay(
    of log: any EventLog, in app: some LiveApp, _ migrations: LogMigrations, _ configuration: ServerConfiguration,
    page: String
  ) async throws {
    LoggingSystem.bootstrap(logHandler())
    let server = LiveServer(app, configuration: configuration, migrations: migrations)
    try await server.showingTools(of: log).run(onReady: { try? Output.say("the recording is at \($0)\(page)") })
  }
}
