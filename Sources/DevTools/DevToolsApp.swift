internal import EventStream
internal import ViewKit
internal import WebServer

/// The tools as an app of their own, mounted beside the one that they look at.
struct DevToolsApp: LiveApp {
  let parts: DevToolsParts
  let name = "Ghostlight tools"
  let languages = Language.allCases.map(\.rawValue)
  let styleSheet = String(decoding: PackageResources.devtools_css, as: UTF8.self)

  var servers: [any Server] {
    LogServer(
      log: parts.log, index: parts.index, describe: parts.describe, screens: parts.screens, isLive: parts.isLive)
  }

  func session(for visitor: Visitor) -> Session {
    let words = Words(language: Language(rawValue: visitor.language(from: languages)) ?? .english)
    return Session(
      screens: Routes {
        Path.events ~> { [parts] in EventsController(parts, words) }
        Path.sessions ~> { [parts] in SessionsController(parts, words) }
        Path.session ~> { [parts] id in TravelController(parts, words, session: id) }
        Path.figures ~> { [parts] in FiguresController(parts, words) }
      })
  }
}
