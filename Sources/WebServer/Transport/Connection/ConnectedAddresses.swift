import NIOCore
import Synchronization

/// How many connections each address has: one alone can't have them all. Thread-safe.
final class ConnectedAddresses: Sendable {
  private let most: Int
  private let counts = Mutex<[String: Int]>([:])

  /// - Parameter most: How many an address may have at once.
  init(mostOfEach most: Int) { self.most = most }

  /// Counts a connection until it is closed.
  ///
  /// - Returns: Whether its address may have it. Otherwise it isn't counted.
  func admit(_ channel: any Channel) -> Bool {
    // Not from the network: then there are no others.
    guard let address = Self.address(of: channel) else { return true }
    guard enter(address) else { return false }
    channel.closeFuture.whenComplete { _ in self.leave(address) }
    return true
  }

  /// Whose a connection is, as ``AddressQuota`` counts addresses; `nil` if it isn't from the network.
  static func address(of channel: any Channel) -> String? { (channel.remoteAddress?.ipAddress).map(AddressQuota.key) }

  func enter(_ address: String) -> Bool {
    counts.withLock { counts in
      let count = counts[address, default: 0]
      if count >= most { return false }
      counts[address] = count + 1
      return true
    }
  }

  func leave(_ address: String) {
    counts.withLock { counts in
      let count = counts[address, default: 0] - 1
      counts[address] = count > 0 ? count : nil
    }
  }
}
