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
          records = try await parts.chain(of: event)
        } else if let session = question.query["session"], let from = question.query["from"].flatMap({ UInt64($0) }),
          let end = question.query["to"].flatMap({ UInt64($0) }), from > 0
        {
          records = try await parts.stretch(of: session, from: from, to: end)
        } else {
          return .init("Ask for ?event=PLACE or ?session=ID&from=PLACE&to=PLACE.\n", status: 400)
        }
        let picture = SequenceDiagram(of: records, limit: 200, describing: parts.describe.summary).svg
        return .init(picture.utf8, type: "image/svg+xml")
      } catch DevToolsParts.DiagramRefusal.notThere(let event) {
        return .init("There is no event \(event) in the log, or it was too long ago.\n", status: 404)
      } catch DevToolsParts.DiagramRefusal.notReadYet {
        return .init("The log is still being read: ask again in a moment.\n", status: 503)
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
}
