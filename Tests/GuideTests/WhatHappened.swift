import DevTools
import EventLog
import Ghostlight
import GhostlightTesting
import Metering
import SequenceDiagrams

// The code of docs/guides/what-happened.md, in its order. GuideTests sees that both say the same.

func serve(_ app: some LiveApp, _ configuration: ServerConfiguration, recordingIn log: any EventLog) async throws {
  try await LiveServer(app, configuration: configuration, log: log).showingTools(of: log).run()
}

func draw(_ session: String, from log: any EventLog) async throws -> SequenceDiagram {
  let records = try await log.records(of: .session(session), after: 0, limit: 400)
  let diagram = SequenceDiagram(of: records)
  return diagram
}

func keep(_ app: some LiveApp) async throws {
  try await LiveTest.verify(.file("Recordings/undo.jsonl"), in: app)
}

func measure(_ server: LiveServer) -> LiveServer {
  let metrics = PrometheusMetrics()
  let measured = server.monitored(by: ServerMeter(reportingTo: metrics)).answering(metrics.endpoint())
  return measured
}

func open(_ server: LiveServer, of log: any EventLog, to secret: String) async throws {
  try await server.showingTools(of: log, for: Admission { $0.header("X-Operator") == secret }).run()
}

func tell(_ metrics: PrometheusMetrics, at server: LiveServer, to secret: String) -> LiveServer {
  let guarded = server.answering(metrics.endpoint(for: Admission { $0.header("Authorization") == "Bearer \(secret)" }))
  return guarded
}
