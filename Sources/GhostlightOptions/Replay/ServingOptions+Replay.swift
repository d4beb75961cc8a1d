internal import Logging
internal import WebServer

extension ServingOptions {
  /// The first option that was said and changes nothing about a replay; `nil` if each does.
  ///
  /// - Parameter isServed: Whether the recording is shown in a browser.
  func idleOption(inReplayServed isServed: Bool) -> String? {
    if log != nil { return "--log" }
    if noLog { return "--no-log" }
    if logSize != nil { return "--log-size" }
    if let givenTools { return givenTools ? "--tools" : "--no-tools" }
    if let givenLogScreens { return givenLogScreens ? "--log-screens" : "--no-log-screens" }
    if metrics { return "--metrics" }
    if printEvents { return "--print-events" }
    return isServed ? nil : firstOfServing
  }

  /// The first option that was said of how an app is served. What is said as it is anyway does no harm.
  private var firstOfServing: String? {
    let usual = ServerConfiguration()
    if host != usual.host { return "--host" }
    if givenPort != nil { return "--port" }
    if !names.isEmpty { return "--name" }
    if tlsCertificate != nil { return "--tls-certificate" }
    if usual.sessionGrace != .seconds(sessionGrace) { return "--session-grace" }
    if pagesPerSecond != nil { return "--pages-per-second" }
    return logLevel == .info ? nil : "--log-level"
  }
}
