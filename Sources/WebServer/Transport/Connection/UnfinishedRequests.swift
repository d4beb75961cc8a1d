/// How many requests of a connection of HTTP/2 have begun and aren't all there: each takes as much memory as a connection, and costs its
/// peer a few bytes. Used on the connection's event loop alone.
final class UnfinishedRequests {
  /// So many a connection may have, and an address all together.
  static let most = 32, mostOfAddress = 512

  private let address: String?
  private let ofAll: ConnectedAddresses
  private var count = 0

  /// - Parameters:
  ///   - address: Whose connection it is, as ``AddressQuota`` counts them; `nil` if it isn't from the network.
  ///   - ofAll: Where those of all connections are counted.
  init(of address: String?, among ofAll: ConnectedAddresses) {
    self.address = address
    self.ofAll = ofAll
  }

  /// - Returns: Whether another may begin; it is counted then.
  func begin() -> Bool {
    guard count < Self.most, address.map(ofAll.enter) ?? true else { return false }
    count += 1
    return true
  }

  /// One of those that have begun is all there, or has been given up.
  func end() {
    count -= 1
    if let address { ofAll.leave(address) }
  }
}
