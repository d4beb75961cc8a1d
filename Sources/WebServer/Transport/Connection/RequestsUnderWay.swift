/// How many requests a connection of HTTP/2 has that aren't all there, or whose answers haven't been taken whole: each takes as much memory
/// as a connection, and costs its peer a few bytes. Used on the connection's event loop alone.
final class RequestsUnderWay {
  /// So many that aren't all there a connection may have.
  static let mostUnfinished = 32

  /// Those of all connections, by their addresses. Thread-safe.
  struct Counts: Sendable {
    /// Those that aren't all there.
    let unfinished = ConnectedAddresses(mostOfEach: 512)
    /// Those, and others whose answers haven't been taken whole. Of one connection there are as many as it may have streams.
    let unanswered = ConnectedAddresses(mostOfEach: 2_048)
  }

  private let address: String?
  private let ofAll: Counts
  private var unfinished = 0

  /// - Parameters:
  ///   - address: Whose connection it is, as ``AddressQuota`` counts them; `nil` if it isn't from the network.
  ///   - ofAll: Where those of all connections are counted.
  init(of address: String?, among ofAll: Counts) {
    self.address = address
    self.ofAll = ofAll
  }

  /// - Returns: Whether another may begin; it is counted then.
  func begin() -> Bool {
    guard unfinished < Self.mostUnfinished else { return false }
    if let address {
      guard ofAll.unanswered.enter(address) else { return false }
      guard ofAll.unfinished.enter(address) else {
        ofAll.unanswered.leave(address)
        return false
      }
    }
    unfinished += 1
    return true
  }

  /// One of those that have begun is all there, or has been given up.
  func finish() {
    unfinished -= 1
    if let address { ofAll.unfinished.leave(address) }
  }

  /// One that is all there, or has been given up, is over: with its answer, or without.
  func end() {
    if let address { ofAll.unanswered.leave(address) }
  }
}
