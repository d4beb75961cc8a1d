public import ViewKit

extension LiveTest {
  /// Opens the screen of every route, and sees that the links on it that lead to other addresses of the app lead somewhere, to a screen
  /// or one of the app's files: those that are views, as ``TestPage/links`` has them, and those folded away, not those in markup, nor
  /// those behind `#`.
  ///
  /// ```swift
  /// try await app.checkRoutes(.todo(1))
  /// ```
  ///
  /// - Parameters:
  ///   - examples: A path for each route with values, to something that is there.
  ///   - languages: What the visitor reads who opens them, the best first.
  /// - Throws: ``RouteProblems`` with all that was found, in the order of the routes and then of the examples.
  public func checkRoutes(_ examples: Path..., languages: [String] = ["en"]) async throws {
    let screens = session(for: languages).screens
    var problems: [String] = []
    let known = Set(examples.compactMap { screens.route(to: $0)?.pattern })
    for route in screens.all where route.pattern.contains("/:") && !known.contains(route.pattern) {
      problems.append("\(route.pattern): give an example of its paths")
    }
    for path in screens.all.map(\.pattern).filter({ !$0.contains("/:") }).map(Path.init) + examples {
      switch screens.destination(of: path) {
      case .nowhere: problems.append("\(path): leads nowhere")
      case .forbidden: break
      case .elsewhere(let other):
        if screens.destination(of: other) == .nowhere {
          problems.append("\(path): leads on to \(other), and that nowhere")
        }
      case .screen:
        let page = try await open(path.text, languages: languages)
        for link in await page.allLinks
        where screens.destination(of: Path(link)) == .nowhere && !hasFile(at: Path(link)) {
          problems.append("\(path): has a link to \(link), which leads nowhere")
        }
        await page.close()
      }
    }
    if !problems.isEmpty { throw RouteProblems(all: problems) }
  }
}

extension TestPage {
  /// Where the visible links lead, those within the app.
  public var links: [String] {
    get async {
      await look { outline($0).elements.filter(\.hasPath).map(\.href) } ?? []
    }
  }

  /// Those, and what is folded away.
  fileprivate var allLinks: [String] {
    get async {
      await look { Outline($0, unfolding: nil).elements.filter(\.hasPath).map(\.href) } ?? []
    }
  }
}

/// Routes and links that lead nowhere.
public struct RouteProblems: Error, Equatable, CustomStringConvertible {
  /// A sentence for each.
  public let all: [String]

  /// All of them, a line each.
  public var description: String { all.joined(separator: "\n") }
}
