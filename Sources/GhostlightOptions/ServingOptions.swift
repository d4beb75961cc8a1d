public import ArgumentParser
public import EventLog
internal import EventStream
internal import Glibc
internal import Logging
public import WebServer

/// What whoever starts an app's program may say: where it listens, and how.
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
  @Option(help: "The port to listen on; 0 for any free one.")
  public var port = 8080

  /// The file of a certificate chain in PEM.
  @Option(help: "A certificate chain in PEM, to serve HTTPS and HTTP/2. Needs --tls-key.")
  public var tlsCertificate: String?

  /// The file of the certificate's private key in PEM.
  @Option(help: "The certificate's private key in PEM.")
  public var tlsKey: String?

  /// Seconds that a session outlives its closed tab.
  @Option(help: "Seconds that a session outlives its closed tab.")
  public var sessionGrace = 60

  /// Whether every event that passes on the app's stream is printed.
  @Flag(help: "Print every event that passes on the app's stream.")
  public var printEvents = false

  /// Takes what the command line says.
  public init() {}

  public func validate() throws {
    guard (0...65535).contains(port) else { throw ValidationError("--port takes a number from 0 to 65535.") }
    guard sessionGrace >= 0 else { throw ValidationError("--session-grace takes 0 seconds or more.") }
    guard (tlsCertificate == nil) == (tlsKey == nil) else {
      throw ValidationError("--tls-certificate and --tls-key go together: give both or neither.")
    }
  }

  /// The server's configuration, as far as these options say it.
  public var configuration: ServerConfiguration {
    var configuration = ServerConfiguration()
    configuration.host = host
    configuration.port = port
    configuration.sessionGrace = .seconds(sessionGrace)
    if let tlsCertificate, let tlsKey { configuration.tls = (tlsCertificate, tlsKey) }
    return configuration
  }

  /// Serves an app until SIGTERM or SIGINT: prints its address on standard output once it is ready, and logs to standard error.
  ///
  /// Called once in a process.
  ///
  /// - Parameters:
  ///   - configuration: More than the options say.
  ///   - log: Where all events are recorded; nowhere unless given.
  ///   - change: Adds to the server: mounts, endpoints, meters.
  /// - Throws: What keeps it from listening, in words that say how to mend it.
  public func serve(
    _ app: some LiveApp, configuration: ServerConfiguration? = nil, recordingIn log: (any EventLog)? = nil,
    adding change: (LiveServer) -> LiveServer = { $0 }
  ) async throws {
    // Standard output is for the address and the events.
    LoggingSystem.bootstrap(StreamLogHandler.standardError)
    let server = LiveServer(app, configuration: configuration ?? self.configuration, log: log)
    try await change(server).run(
      prepare: { if printEvents { $0.printEvents() } },
      onReady: { address in
        print("\(app.name) is at \(address)")
        // Into a pipe it would wait for a full buffer otherwise.
        fflush(nil)
      })
  }
}
