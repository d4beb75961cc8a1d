internal import EventLog
internal import EventLogSQLite
internal import Foundation
internal import Logging
internal import WebServer

extension ServingOptions {
  /// The file that events are recorded in; none if they aren't, or in memory.
  ///
  /// - Parameter file: Where it is unless the options say so.
  func recordedFile(_ file: String?) -> String? { noLog ? nil : log ?? file }

  /// Opens an app and then its log for as long as the body runs, once nothing is known that would keep the app from being served: to open
  /// either may change what it has so that the program of before can't read it any more. A log that is there is seen to be this app's, and
  /// kept from others, before the app is opened.
  ///
  /// - Parameters:
  ///   - name: What the app is called.
  ///   - file: Where events are recorded unless the options say so.
  ///   - close: Closes the app, however the body ends. It is the body that closes the log.
  func open<App: LiveApp>(
    _ name: String, _ configuration: ServerConfiguration, recordingIn file: String?, _ migrations: LogMigrations,
    _ makeApp: () async throws -> App, closing close: (App) async -> Void,
    _ body: (App, (any EventLog)?) async throws -> Void
  ) async throws {
    // Before what is opened has threads of its own.
    LiveServer.limitHeaps()
    let found = try lookAtWhatIsThere(of: name, configuration, in: file, migrations)
    let app: App
    do { app = try await makeApp() } catch {
      found?.release()
      throw error
    }
    precondition(app.name == name, "\(app.name) is served as \(name): say its own name, by which its log is known")
    do {
      let log: (any EventLog)?
      if let found {
        log = try found.open(onFailure: Self.tellUnwritable)
      } else {
        log = try openLog(of: name, in: file, migrations)
      }
      try await body(app, log)
    } catch {
      await close(app)
      throw error
    }
    await close(app)
  }

  /// Sees whether an app could be served, and its log be opened if there is one. A new one is made only for an app that could be opened.
  private func lookAtWhatIsThere(
    of name: String, _ configuration: ServerConfiguration, in file: String?, _ migrations: LogMigrations
  ) throws -> UnopenedLog? {
    guard let path = recordedFile(file) else {
      try configuration.check()
      return nil
    }
    // A server that is about to end gives its port away first, and then its log.
    if SQLiteLog.isAppendedTo(at: path) {
      // Otherwise who has forgotten it sees nothing, for as long as it takes.
      Logger(label: "ghostlight").notice(
        "Another process appends to \(path): this one waits some seconds for it to end.")
      try SQLiteLog.awaitAppender(at: path)
    }
    try configuration.check()
    try OptionFile(path, of: "--log").prepare()
    guard FileManager.default.fileExists(atPath: path) else { return nil }
    let owner = LogOwner(name, formerNames: migrations.formerNames)
    return try UnopenedLog(at: path, of: owner, version: migrations.version)
  }
}
