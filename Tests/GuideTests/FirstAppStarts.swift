import Ghostlight

// Other ways to start the app of docs/guides/your-first-app.md, as the guide tells them. GuideTests sees that both say the same.

enum OnAnotherPort {
  static func main() async {
    var configuration = ServerConfiguration()
    configuration.port = 8081
    await LiveServer(CounterApp(), configuration: configuration).runOrExit()
  }
}

enum WithItsEvents {
  static func main() async throws {
    let server = LiveServer(CounterApp(), configuration: ServerConfiguration())
    try await server.run(prepare: { $0.printEvents() }, onReady: { print("Counter is at \($0)") })
  }
}
