public import ArgumentParser
public import EventLog
internal import EventStream
internal import Glibc
public import Logging
public import WebServer

/// What whoever starts an app's program may say: where it listens, and how; where it records, and who may look.
///
/// ```swift
/// @main
/// struct Counter: AsyncParsableCommand {
///   @OptionGroup var serving: ServingOptions
///
///   func run() async throws { try await serving.serve(CounterApp()) }
/// }
/// ```
public struct ServingOptions: ParsableArguments, Sendable {
  /// The address to listen on.
  @Option(help: "The address to listen on.")
  public var host = "127.0.0.1"

  /// The port to listen on; 0 for any free one.
  public var port: Int {
    get { givenPort ?? 8080 }
    set { givenPort = newValue }
  }

  /// The port, if one was said: what is served beside an app has another one unless it is.
  @Option(
    name: .customLong("port"), parsing: .unconditional,
    help: "The port to listen on, 8080 unless given; 0 for any free one.")
  var givenPort: Int?

  /// The names that the server answers to; any unless given, but for what a page elsewhere may have led here.
  @Option(
    name: .customLong("name"),
    help: ArgumentHelp(
      "A name that the server answers to, such as app.example.org; may be given several times. Any unless given.",
      discussion: """
        Addresses and this machine's own names need not be said. Without TLS, who comes from this machine to the server's own port is \
        answered under no others unless they are.
        """))
  public var names: [String] = []

  /// The file of a certificate chain in PEM.
  @Option(
    help: ArgumentHelp(
      "A certificate chain in PEM, to serve HTTPS and HTTP/2. Needs --tls-key.",
      discussion: "What is renewed is taken up within half a minute, and at once on SIGHUP."))
  public var tlsCertificate: String?

  /// The file of the certificate's private key in PEM.
  @Option(help: "The certificate's private key in PEM.")
  public var tlsKey: String?

  /// Seconds that a session outlives its closed tab.
  @Option(parsing: .unconditional, help: "Seconds that a session outlives its closed tab.")
  public var sessionGrace = 60

  /// The file that every event is recorded in.
  @Option(
    help:
      "The file that every event is recorded in, so that sessions outlive the process. Unless it is given, the app chooses it.",
    completion: .file())
  public var log: String?

  /// Whether nothing is recorded in a file.
  @Flag(help: "Record nothing in a file: sessions end with the process.")
  public var noLog = false

  /// How many megabytes the log may take; 0 for as many as it likes.
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "How many megabytes the log may take, 4000 unless given: beyond them it forgets the oldest sessions. 0 for any number.",
      discussion: """
        A file that has been larger stays so, with room in it; 'ghostlight log compact' makes none smaller. What the tools show where \
        nothing is recorded in a file is kept in memory: 200 unless given.
        """)
  )
  public var logSize: Int?

  /// How many pages one network address may open in a second; 0 for as many as it likes.
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "How many pages one address may open in a second, 60 unless given, and sixteen times as many at once; 0 for any number.",
      discussion: "Behind a proxy all pages come from one address."))
  public var pagesPerSecond: Double?

  /// Whether the tools were asked for. Where nothing was said, a program that was built for debugging and records in a file shows them
  /// all the same.
  public var tools: Bool {
    get { givenTools ?? false }
    set { givenTools = newValue }
  }

  /// Whether the tools are shown, if that was said.
  @Flag(
    name: .customLong("tools"), inversion: .prefixedNo,
    help: ArgumentHelp(
      "Show the tools at /ghostlight to whoever asks for localhost or 127.0.0.1 on this machine: all events, screens at any moment, figures.",
      discussion: "A program that was built for debugging and records in a file shows them unless told otherwise."))
  var givenTools: Bool?

  /// Whether screens are recorded as they were, if that was said.
  @Flag(
    name: .customLong("log-screens"), inversion: .prefixedNo,
    help: ArgumentHelp(
      "Record screens as they were too, so that a replay whose screen comes out otherwise can tell how.",
      discussion:
        "At most a quarter of a megabyte a second. A program that was built for debugging does unless told otherwise."))
  var givenLogScreens: Bool?

  /// Whether the program was built to be worked on.
  static let isDebugBuild: Bool = {
    #if DEBUG
      true
    #else
      false
    #endif
  }()

  /// Whether figures are told.
  @Flag(
    help:
      "Serve figures at /metrics, in the text format of Prometheus, to whoever asks for localhost or 127.0.0.1 on this machine."
  )
  public var metrics = false

  /// How grave it must be what is logged.
  @Option(
    help: ArgumentHelp(
      "How grave it must be what is logged: trace, debug, info, notice, warning, error or critical.",
      discussion: "What users have done wrong is logged at debug."),
    completion: .list(Logger.Level.allCases.map(\.rawValue)),
    transform: { text in
      guard let level = Logger.Level(rawValue: text) else {
        throw ValidationError("it takes trace, debug, info, notice, warning, error or critical.")
      }
      return level
    })
  public var logLevel = Logger.Level.info

  /// Whether every event that passes on the app's stream is printed.
  @Flag(help: "Print every event that passes on the app's stream.")
  public var printEvents = false

  /// Takes what the command line says.
  public init() {}

  /// Refuses values that nothing can be served with, with what to write instead.
  public func validate() throws {
    guard !host.isEmpty else { throw ValidationError("--host takes an address of this machine, such as 127.0.0.1.") }
    guard (0...65535).contains(port) else { throw ValidationError("--port takes a number from 0 to 65535.") }
    guard sessionGrace >= 0 else { throw ValidationError("--session-grace takes 0 seconds or more.") }
    if let pagesPerSecond, !(pagesPerSecond >= 0 && pagesPerSecond.isFinite) {
      throw ValidationError("--pages-per-second takes a number from 0, such as 60.")
    }
    if let logSize, !(0...1_000_000_000).contains(logSize) {
      throw ValidationError("--log-size takes a number of megabytes from 0, such as 4000.")
    }
    if let wrong = names.first(where: { !isHostName($0) }) {
      throw ValidationError("--name: \(NameError(name: wrong))")
    }
    guard (tlsCertificate == nil) == (tlsKey == nil) else {
      throw ValidationError("--tls-certificate and --tls-key go together: give both or neither.")
    }
    if log != nil, noLog { throw ValidationError("--log and --no-log don't go together.") }
    // The tools keep in memory what is recorded in no file.
    if noLog, !tools, let option = logSize != nil ? "--log-size" : givenLogScreens == true ? "--log-screens" : nil {
      throw ValidationError("--no-log records nothing: leave out \(option), or --no-log, or say --tools too.")
    }
  }

  /// The server's configuration, as far as these options say it.
  public var configuration: ServerConfiguration {
    var configuration = ServerConfiguration()
    configuration.host = host
    configuration.port = port
    configuration.names = names
    configuration.sessionGrace = .seconds(sessionGrace)
    if givenLogScreens ?? Self.isDebugBuild { configuration.recordedScreenBytesPerSecond = 262_144 }
    if let logSize { configuration.maximumLogBytes = logSize * 1_000_000 }
    if let pagesPerSecond { configuration.pagesPerSecond = pagesPerSecond }
    if let tlsCertificate, let tlsKey { configuration.tls = (tlsCertificate, tlsKey) }
    return configuration
  }

  /// Serves an app that nothing is opened for until SIGTERM or SIGINT: prints its address on standard output once it is ready, and logs to
  /// standard error.
  ///
  /// Called once in a process. Where a database is opened for the app, say
  /// ``serve(_:configuration:recordingIn:migrations:opening:closing:adding:)``.
  ///
  /// - Parameters:
  ///   - configuration: More than the options say.
  ///   - file: Where all events are recorded unless the options say where, or that they aren't; nowhere unless given.
  ///   - migrations: What has changed about the app's events since some of the log was written.
  ///   - change: Adds to the server: mounts, endpoints, meters.
  /// - Throws: What keeps it from listening or recording, in words that say how to mend it.
  public func serve(
    _ app: some LiveApp, configuration: ServerConfiguration? = nil, recordingIn file: String? = nil,
    migrations: LogMigrations = LogMigrations(), adding change: (LiveServer) -> LiveServer = { $0 }
  ) async throws {
    try await serve(
      app.name, configuration: configuration, recordingIn: file, migrations: migrations, opening: { app },
      adding: change)
  }

  /// Opens an app and serves it until SIGTERM or SIGINT: prints its address on standard output once it is ready, and logs to standard error.
  ///
  /// The app is opened only where nothing is known that would keep it from being served: certificate and key can be used, the address can be
  /// listened on, and the log, where there is one already, is the app's and nobody else appends to it. That is opened once the app is. So a
  /// start that fails has made no file, not taken the log, and, unless that can be read and not written, migrated no database of before.
  ///
  /// Called once in a process.
  ///
  /// - Parameters:
  ///   - name: What the app is called, as it says itself: its log is known by that before there is an app.
  ///   - configuration: More than the options say.
  ///   - file: Where all events are recorded unless the options say where, or that they aren't; nowhere unless given.
  ///   - migrations: What has changed about the app's events since some of the log was written.
  ///   - makeApp: Opens what the app needs, and makes it.
  ///   - close: Closes that again, however serving ends.
  ///   - change: Adds to the server: mounts, endpoints, meters.
  /// - Throws: What keeps it from listening or recording, in words that say how to mend it, and what the app can't be opened for.
  public func serve<App: LiveApp>(
    _ name: String, configuration: ServerConfiguration? = nil, recordingIn file: String? = nil,
    migrations: LogMigrations = LogMigrations(), opening makeApp: () async throws -> App,
    closing close: (App) async -> Void = { _ in }, adding change: (LiveServer) -> LiveServer = { $0 }
  ) async throws {
    // Standard output is for the address and the events.
    LoggingSystem.bootstrap(logHandler())
    let given = configuration ?? self.configuration
    try await open(name, given, recordingIn: file, migrations, makeApp, closing: close) { app, log in
      var configuration = given
      limit(&configuration, recordingIn: log)
      // Beside the log, so that both are there when a session comes back.
      if let path = recordedFile(file), configuration.fileFolder == nil { configuration.fileFolder = path + "-files" }
      let server = LiveServer(app, configuration: configuration, log: log, migrations: migrations)
      try await change(completed(server, log)).run(
        prepare: { if printEvents { $0.printEvents() } },
        onReady: { address in
          Printout.standardOutput.write("\(name) is at \(address)\n")
        })
    }
  }
}
