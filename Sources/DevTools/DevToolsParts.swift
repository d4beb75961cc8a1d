internal import EventLog
internal import Metering
internal import WebServer

/// What the screens share.
struct DevToolsParts: Sendable {
  let appName: String
  let log: any EventLog
  let index: LogIndex
  let describe: EventDescription
  let meter: StreamMeter
  /// What passes through the streams of all sessions.
  let sessionMeter: StreamMeter
  let screens: ScreenCache
  /// Whether the server has a session at the moment.
  var isLive: @Sendable (_ session: String) -> Bool = { _ in false }
}
