internal import ViewKit

/// An app beside the main one: it answers the addresses under a path.
struct Mount: Sendable {
  let path: String
  let app: any LiveApp
  let admission: Admission

  /// An app whose routes lead elsewhere would never be reached there: a programmer's mistake, which stops the program.
  init(_ app: any LiveApp, at path: Path, for admission: Admission) {
    precondition(path.text != "/" && !path.text.hasSuffix("/"), "an app is mounted under a path such as /admin")
    self.path = path.text
    self.app = app
    self.admission = admission
    for route in app.session(for: Visitor()).screens.all {
      precondition(holds(route.pattern), "the route \(route.pattern) of \(app.name) doesn't lie under \(path.text)")
    }
  }

  /// Whether a path is the mount's own or lies under it.
  func holds(_ path: String) -> Bool { path == self.path || path.hasPrefix(self.path + "/") }
}
