internal import EventLog
internal import SequenceDiagrams
internal import ViewKit
internal import WebServer

/// What the tools' screens show as pictures and pages of their own.
enum ToolEndpoints {
  /// A diagram of an event with its causes and consequences, `?event=7`, or of a stretch of a session,
  /// `?session=…&from=3&to=9`.
  static func diagram(_ parts: DevToolsParts, for admission: Admission) -> ServerEndpoint {
    ServerEndpoint(Path.diagram.text, for: admission) { question in
      do {
        let records: [LogRecord]
        if let event = question.query["event"].flatMap({ UInt64($0) }) {
          records = try await chain(of: event, parts)
        } else if let session = question.query["session"], let from = question.query["from"].flatMap({ UInt64($0) }),
          let end = question.query["to"].flatMap({ UInt64($0) }), from > 0
        {
          records = try await stretch(of: session, from, end, parts)
        } else {
          return .init("Ask for ?event=PLACE or ?session=ID&from=PLACE&to=PLACE.\n", status: 400)
        }
        let picture = SequenceDiagram(of: records, limit: 200, describing: parts.describe.summary).svg
        return .init(picture.utf8, type: "image/svg+xml")
      } catch {
        return .init("The log can't be read: \(error)\n", status: 500)
      }
    }
  }

  /// A session's screen at a moment, `?session=…&at=7`, standing still, for a frame in the tools.
  static func screen(_ screens: ScreenCache, _ pages: StillPages, for admission: Admission) -> ServerEndpoint {
    ServerEndpoint(Path.screen.text, for: admission) { question in
      guard let session = question.query["session"], let position = question.query["at"].flatMap({ UInt64($0) }) else {
        return .init("Ask for ?session=ID&at=PLACE.\n", status: 400)
      }
      do {
        let screen = try await screens.screen(of: session, at: position)
        return .init(
          pages.page(screen.html, title: screen.title), type: "text/html; charset=utf-8",
          policy: "default-src 'none'; style-src 'self'; img-src 'self'; frame-ancestors 'self'")
      } catch {
        return .init("\(error)\n", status: 404)
      }
    }
  }

  /// The records of an event's chain.
  private static func chain(of position: UInt64, _ parts: DevToolsParts) async throws -> [LogRecord] {
    guard let number = parts.index.number(ofPosition: position) else { return [] }
    let tree = parts.index.withEntries { CauseTree(around: number, in: $0) }
    let wanted = Set(tree.nodes.compactMap { parts.index.entry($0.number)?.position })
    guard let first = wanted.min(), let last = wanted.max() else { return [] }
    return try await parts.records(from: first, to: last).filter { wanted.contains($0.position) }
  }

  /// The records of a session between two places, and those of the app's that have to do with them.
  private static func stretch(
    of session: String, _ from: UInt64, _ end: UInt64, _ parts: DevToolsParts
  ) async throws -> [LogRecord] {
    let all = try await parts.records(from: from, to: end)
    let own = all.filter { $0.source == .session(session) }
    let named = Set(own.flatMap { [$0.id, $0.cause, $0.answers].compactMap(\.self) })
    return all.filter { record in
      if record.source != .app { return record.source == .session(session) }
      return named.contains(record.id) || record.cause.map(named.contains) == true
    }
  }
}

extension DevToolsParts {
  /// The records between two places, both included; a few thousand at most.
  func records(from first: UInt64, to last: UInt64) async throws -> [LogRecord] {
    guard first > 0, first <= last else { return [] }
    let limit = Int(min(last - first + 1, 5_000))
    return try await log.undamaged(of: nil, after: first - 1, limit: limit).found.filter { $0.position <= last }
  }
}
