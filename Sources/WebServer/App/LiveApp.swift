public import EventStream
public import ViewKit

/// An app: its servers, which all share one stream, and what each visitor's session consists of.
///
/// ```swift
/// struct Counter: LiveApp {
///   let name = "Counter"
///   func session(for visitor: Visitor) -> Session {
///     Session(screens: Routes { "/" ~> { CounterController() } })
///   }
/// }
/// ```
public protocol LiveApp: Sendable {
  /// What the app is called, where a page says so, and by which its log is known: see `LogMigrations.formerlyCalled(_:)`.
  var name: String { get }
  /// The servers that run for as long as the app does. None unless given.
  @ServersBuilder var servers: [any Server] { get }
  /// The languages that the app speaks, its own first. English unless given.
  var languages: [String] { get }
  /// An app's own style sheet, loaded after the framework's. None unless given.
  var styleSheet: String { get }
  /// Files that browsers get as they are: pictures, say. None unless given.
  var files: [AppFile] { get }
  /// Describes the session of a visitor's page.
  func session(for visitor: Visitor) -> Session
}

extension LiveApp {
  /// The session of a visitor's page, with all values that are made with it.
  package func makeSession(for visitor: Visitor) -> Session {
    Session.collecting { session(for: visitor) }.of(app: name)
  }

  /// None.
  public var servers: [any Server] { [] }
  /// English.
  public var languages: [String] { ["en"] }
  /// None.
  public var styleSheet: String { "" }
  /// None.
  public var files: [AppFile] { [] }
}

/// Builds the list of an app's servers.
@resultBuilder
public enum ServersBuilder {
  /// A single server.
  public static func buildExpression(_ server: some Server) -> [any Server] { [server] }
  /// A list of servers.
  public static func buildBlock(_ servers: [any Server]...) -> [any Server] { servers.flatMap { $0 } }
  /// Servers under a condition.
  public static func buildOptional(_ servers: [any Server]?) -> [any Server] { servers ?? [] }
  /// Servers of a condition's one branch.
  public static func buildEither(first: [any Server]) -> [any Server] { first }
  /// Servers of a condition's other branch.
  public static func buildEither(second: [any Server]) -> [any Server] { second }
}
