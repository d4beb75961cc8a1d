internal import EventStream
internal import ViewKit
internal import WebServer

/// The tools as an app of their own, mounted beside the one that they look at.
struct DevToolsApp: LiveApp {
  let parts: DevToolsParts
  let name = "Ghostlight tools"
  let styleSheet = String(decoding: PackageResources.devtools_css, as: UTF8.self)

  var servers: [any Server] {
    LogServer(
      log: parts.log, index: parts.index, describe: parts.describe, screens: parts.screens, isLive: parts.isLive)
  }

  func session(for visitor: Visitor) -> Session {
    Session(
      screens: Routes {
        Path.events ~> { [parts] in EventsController(parts) }
        Path.sessions ~> { [parts] in SessionsController(parts) }
        Path.session ~> { [parts] id in TravelController(parts, session: id) }
        Path.figures ~> { [parts] in FiguresController(parts) }
      })
  }
}
