public import ArgumentParser
public import EventLog
public import WebServer

/// A program that serves an app, and plays what was recorded of it.
///
/// ```swift
/// @main
/// struct Counter: AppProgram {
///   static let configuration = CommandConfiguration(
///     commandName: "counter", subcommands: [ReplayCommand<Counter>.self])
///   @OptionGroup var serving: ServingOptions
///
///   static func appForReplay() throws -> CounterApp { CounterApp(try .inMemory()) }
///
///   func run() async throws {
///     try await serving.serve("Counter", recordingIn: "counter-events.sqlite") { CounterApp(try .onDisk()) }
///   }
/// }
/// ```
///
/// Only an app's own program knows its screens, so only that can play its recordings: `counter replay counter-events.sqlite`.
public protocol AppProgram: AsyncParsableCommand {
  /// The app that it serves.
  associatedtype App: LiveApp
  /// The app, to play recordings in: with nothing behind it that is anybody's. While a recording is played none of its servers
  /// runs; they do where somebody goes on from a moment of it.
  ///
  /// - Throws: Whatever keeps it from being made: the command says it, and ends with 2.
  static func appForReplay() throws -> App
  /// What has changed about the app's events since some of its logs were written. Nothing unless given.
  static var migrations: LogMigrations { get }
}

extension AppProgram {
  /// Nothing has changed.
  public static var migrations: LogMigrations { LogMigrations() }
}
