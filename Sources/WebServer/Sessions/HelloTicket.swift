internal import Synchronization

/// Tells which of two hellos came later. Connections that wait for their session to come back get to it in any order.
struct HelloTicket: Comparable {
  private static let drawn = Atomic<UInt64>(0)
  private let number: UInt64

  /// Comes later than all that were drawn before.
  static func draw() -> HelloTicket { HelloTicket(number: drawn.wrappingAdd(1, ordering: .relaxed).newValue) }

  static func < (a: HelloTicket, b: HelloTicket) -> Bool { a.number < b.number }
}
