public import EventStream

/// What a session consists of: its own servers, and its screens by path.
public struct Session: Sendable {
  let servers: [any Server]
  /// The screens.
  public let screens: Routes
  /// What the app is called; empty where nobody has said so.
  package private(set) var appName = ""
  /// Values that were made with it, as far as they have been collected.
  var made: [any AnySessionValue] = []

  /// Describes a session; each visitor's page gets one of its own.
  ///
  /// - Parameters:
  ///   - servers: The servers that run in the session: its presentation.
  ///   - screens: The screens by path.
  public init(_ servers: any Server..., screens: Routes) {
    self.servers = servers
    self.screens = screens
  }

  /// The same of an app that is called so.
  package func of(app name: String) -> Session {
    var session = self
    session.appName = name
    return session
  }
}

/// Who opens a session, as far as screens may know.
public struct Visitor: Sendable, Hashable, Codable {
  /// Who it is: the same for each of this browser's sessions, until it forgets its cookies. Empty where nobody has come yet,
  /// as when an app's routes are looked at.
  ///
  /// It is no secret and may be stored and logged: it says that two sessions are the same browser's, and gives nobody the
  /// right to speak for it. It isn't a sign-in either.
  public let id: String
  /// The languages the visitor reads, the best first, as `en` or `zh-hans`: browsers say them in letters of either size, and they are
  /// told in small ones.
  public let languages: [String]

  /// Describes a visitor.
  ///
  /// - Parameters:
  ///   - id: Who it is; empty for nobody.
  ///   - languages: What the visitor reads, the best first.
  public init(id: String = "", languages: [String] = ["en"]) {
    self.id = id
    self.languages = languages
  }

  /// The first of the given languages that the visitor reads, or the first of them all; large and small letters are the same.
  public func language(from offered: [String]) -> String {
    for wanted in languages.map({ $0.lowercased() }) {
      let main = wanted.prefix { $0 != "-" }
      if let match = offered.first(where: { $0.lowercased() == wanted })
        ?? offered.first(where: { $0.lowercased() == main })
      {
        return match
      }
    }
    return offered.first ?? "en"
  }
}
