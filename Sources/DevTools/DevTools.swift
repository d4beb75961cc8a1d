public import EventLog
internal import EventStream
internal import Metering
internal import ViewKit
public import WebServer

extension LiveServer {
  /// Adds the tools at `/ghostlight`: the streams as they flow, causes and consequences, time travel, figures, diagrams; and the
  /// way on from any moment of a session, as ``continuing(at:from:for:)`` has it.
  ///
  /// ```swift
  /// try await LiveServer(app, configuration: configuration, log: log).showingTools(of: log).run()
  /// ```
  ///
  /// They show everything that was recorded of everyone. Unless the app says who else, they are for this machine only: not
  /// through a proxy that says it is one, and not under another's name. That a program was built for debugging admits nobody.
  ///
  /// - Parameters:
  ///   - log: What is recorded. Read only while somebody looks.
  ///   - replay: How a session's screen is brought back; by playing its recording unless given.
  ///   - admission: Who may see the tools.
  public func showingTools(
    of log: any EventLog, replaying replay: (any SessionReplaying)? = nil, for admission: Admission = .thisMachine
  ) -> LiveServer {
    let parts = DevToolsParts(
      appName: app.name, log: log, index: LogIndex(), describe: .json, meter: StreamMeter(),
      sessionMeter: StreamMeter(),
      screens: ScreenCache(replay ?? RecordingReplay(app, log, EventDecoder(migrations: migrations))),
      isLive: { [sessions] in sessions.contains($0) })
    return monitored(by: StreamWatcher(meter: parts.meter, sessionMeter: parts.sessionMeter))
      .mounting(DevToolsApp(parts: parts), at: .events, for: admission)
      .answering(ToolEndpoints.diagram(parts, for: admission))
      .answering(ToolEndpoints.screen(parts.screens, StillPages(app), for: admission))
      .continuing(at: .continuation, from: log, for: admission)
  }
}

/// Measures the app's stream from its beginning, and those of its sessions.
private struct StreamWatcher: ServerMonitor {
  let meter: StreamMeter
  let sessionMeter: StreamMeter

  func sessionTaps() -> [any Tap] { [sessionMeter.tap()] }
  func serverBegan(_ stream: AppStream) { stream.add(meter.tap(of: stream)) }
}
