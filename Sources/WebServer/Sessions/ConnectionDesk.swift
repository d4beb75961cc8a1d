/// Where pages present themselves: finds the session that a page speaks for.
struct ConnectionDesk: Sendable {
  /// The sessions of all apps of the server: a session's id tells which it belongs to.
  let stores: [SessionStore]
  /// How long a session outlives its page's last connection.
  let grace: Duration
  let monitor: (any ServerMonitor)?
  /// The longest message that a page may send, in bytes.
  var maximumMessageBytes = ServerConfiguration().maximumMessageBytes
  let departures = Departures()

  /// Lets a page connect to its session.
  ///
  /// - Parameters:
  ///   - visitor: What the cookie of the handshake says.
  ///   - address: Where the connection comes from.
  ///   - admitted: The apps whose sessions are open to who asks; all unless given.
  /// - Returns: Its session and the name of its app's client, `nil` if what the page presents is wrong, or its session is gone.
  /// - Throws: As ``SessionStore/connect(_:token:visitor:from:)``.
  func connect(
    _ id: String, token: String, visitor: String?, from address: String, among admitted: [SessionStore]? = nil
  ) async throws(SessionStore.Refusal) -> (session: WebSession, client: String)? {
    let stores = admitted ?? stores
    // One of another app that is there needn't be searched for in the first one's log.
    for store in stores {
      if let session = store.connectPresent(id, token: token, visitor: visitor, from: address) {
        return begin(session, in: store)
      }
    }
    for store in stores {
      if let session = try await store.connect(id, token: token, visitor: visitor, from: address) {
        return begin(session, in: store)
      }
    }
    return nil
  }

  private func begin(_ session: WebSession, in store: SessionStore) -> (session: WebSession, client: String) {
    monitor?.connectionBegan()
    return (session, store.client)
  }

  func disconnect(_ session: WebSession) {
    monitor?.connectionEnded()
    session.disconnect(grace: grace)
  }
}
