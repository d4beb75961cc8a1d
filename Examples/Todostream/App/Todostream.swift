import ArgumentParser
import Ghostlight
import Logging
import TodoModels
import TodoPresentation
import TodoScreens

/// Todos that everyone shares, live.
struct TodostreamApp: LiveApp {
  let database: TodoDatabase
  let name = "Todostream"
  let languages = ["en", "zh"]
  let styleSheet = String(decoding: PackageResources.todostream_css, as: UTF8.self)

  var servers: [any Server] { ModelServer(database) }

  func session(for visitor: Visitor) -> Session {
    Session(ViewModelServer(), screens: .todostream(Words.of(visitor.language(from: languages))))
  }
}

@main
struct Todostream: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "todostream", abstract: "Todos that everyone shares, live.")

  @Option(help: "The address to listen on.")
  var host = "127.0.0.1"

  @Option(help: "The port to listen on; 0 for any free one.")
  var port = 8080

  @Option(help: "The file of the database; it is made if it isn't there.")
  var database = "todostream.sqlite"

  @Option(help: "A certificate chain in PEM, to serve HTTPS and HTTP/2. Needs --tls-key.")
  var tlsCertificate: String?

  @Option(help: "The certificate's private key in PEM.")
  var tlsKey: String?

  @Option(help: "Seconds that a session outlives its closed tab.")
  var sessionGrace = 60

  @Flag(help: "Print every event that passes on the app's stream.")
  var printEvents = false

  func validate() throws {
    guard (0...65535).contains(port) else { throw ValidationError("--port takes a number from 0 to 65535.") }
    guard sessionGrace >= 0 else { throw ValidationError("--session-grace takes 0 seconds or more.") }
    guard (tlsCertificate == nil) == (tlsKey == nil) else {
      throw ValidationError("--tls-certificate and --tls-key go together: give both or neither.")
    }
  }

  func run() async throws {
    // Standard output is for the address and the events.
    LoggingSystem.bootstrap(StreamLogHandler.standardError)
    let app = TodostreamApp(database: try TodoDatabase(path: database))
    var configuration = ServerConfiguration()
    configuration.host = host
    configuration.port = port
    configuration.sessionGrace = .seconds(sessionGrace)
    if let tlsCertificate, let tlsKey { configuration.tls = (tlsCertificate, tlsKey) }
    try await LiveServer(app, configuration: configuration).run(
      prepare: { if printEvents { $0.printEvents() } },
      onReady: { address in
        print("Todostream is at \(address)")
        flushOutput()
      })
    app.database.close()
  }
}
