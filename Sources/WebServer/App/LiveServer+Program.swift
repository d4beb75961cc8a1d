internal import EventStream
internal import Foundation

extension LiveServer {
  /// All that a program does which serves an app and nothing else: tells on standard output where it is, and serves until SIGTERM or SIGINT.
  ///
  /// What keeps it from listening goes to standard error, without a backtrace, and ends the process with 1. Use ``run(prepare:onReady:)``
  /// to do something else about it, and ``runOrExit(_:opening:)`` where something is opened for the app, as a database is.
  ///
  /// ```swift
  /// @main struct CounterApp: LiveApp {
  ///   static func main() async { await LiveServer(CounterApp(), configuration: ServerConfiguration()).runOrExit() }
  /// }
  /// ```
  public func runOrExit() async {
    await Self.orExit { try await runAndTell() }
  }

  /// The same, for an app that something is opened for: only where nothing is known that would keep it from being served, so that a start
  /// that fails has made no file, and migrated no database that the program of before still has.
  ///
  /// ```swift
  /// @main struct Lending {
  ///   static func main() async {
  ///     await LiveServer.runOrExit(ServerConfiguration()) { configuration in
  ///       LiveServer(LendingApp(shelf: try Shelf(path: "lending.sqlite")), configuration: configuration)
  ///     }
  ///   }
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - configuration: The server's: it is seen first whether one could be started with it.
  ///   - makeServer: Opens what is needed, the log first if there is one, for that may be another process's still; and makes the server
  ///     with the configuration.
  public static func runOrExit(
    _ configuration: ServerConfiguration, opening makeServer: @Sendable (ServerConfiguration) async throws -> LiveServer
  ) async {
    await orExit {
      limitHeaps()
      try configuration.check()
      try await makeServer(configuration).runAndTell()
    }
  }

  /// Has the process take memory from few heaps, as running the server does: for what is opened before that, and has threads of its own.
  package static func limitHeaps() { FreedMemory.limitHeaps() }

  private func runAndTell() async throws {
    try await run(onReady: { [app] address in
      Printout.standardOutput.write("\(app.name) is at \(address)\n")
    })
  }

  /// What goes wrong is said, and ends the process.
  private static func orExit(_ body: () async throws -> Void) async {
    do { try await body() } catch {
      let reason = "Error: \(error)".escapingHidden(but: "\n")
      try? FileHandle.standardError.write(contentsOf: Data((reason + "\n").utf8))
      exit(1)
    }
  }
}
