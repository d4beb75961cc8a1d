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
  let screens: ScreenCache
}
