internal import EventStream
internal import Foundation

extension LiveServer {
  /// All that a program does which serves an app and nothing else: tells on standard output where it is, and serves until SIGTERM or SIGINT.
  ///
  /// What keeps it from listening goes to standard error, without a backtrace, and ends the process with 1. Use ``run(prepare:onReady:)``
  /// to do something else about it.
  ///
  /// ```swift
  /// @main struct CounterApp: LiveApp {
  ///   static func main() async { await LiveServer(CounterApp(), configuration: ServerConfiguration()).runOrExit() }
  /// }
  /// ```
  public func runOrExit() async {
    do {
      try await run(onReady: { [app] address in
        Printout.standardOutput.write("\(app.name) is at \(address)\n")
      })
    } catch {
      let reason = "Error: \(error)".escapingHidden(but: "\n")
      try? FileHandle.standardError.write(contentsOf: Data((reason + "\n").utf8))
      exit(1)
    }
  }
}
