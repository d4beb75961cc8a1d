package import HTTPTypes

/// The answer to a browser that asks for a live socket.
package enum UpgradeDecision<Context: Sendable>: Sendable {
  /// Open the socket, and hand the context to the closure that serves it.
  case accept(Context)

  /// Answer with this status and plain text, and close the connection.
  case refuse(status: HTTPResponse.Status, text: String)
}
