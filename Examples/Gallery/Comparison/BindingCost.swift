import GalleryArchitectures
import GalleryFrame
import Ghostlight

/// What each architecture takes to fill a cell, measured in this program.
public struct BindingCosts: Sendable {
  /// Rows that are bound for a measurement.
  static let rowCount = 1_000
  /// Nanoseconds for a row, by the architecture's name.
  let perRow: [String: Double]

  /// Nothing measured.
  public init() { perRow = [:] }

  private init(_ perRow: [String: Double]) { self.perRow = perRow }

  /// Opens the real screen of each architecture with many rows and binds them all, several times over; the best counts.
  public static func measure() async -> BindingCosts {
    var found: [String: Double] = [:]
    // Twice, for the first time warms up what all of them share.
    for architecture in Architecture.all + Architecture.all {
      found[architecture.name] = await measure(architecture)
    }
    return BindingCosts(found)
  }

  private static func measure(_ architecture: Architecture) async -> Double? {
    let sample = SampleReminders(.english, count: rowCount)
    let session = LiveSession(
      Session(
        ReminderModelServer(sample), ReminderViewModelServer(),
        screens: Routes { "/" ~> { architecture.screen(.english, ReminderSource(sample, delay: .zero)) } }),
      app: AppStream())
    guard await session.open("/") else { return nil }
    await session.settle()
    _ = await session.takeIn()
    let nanoseconds = await session.withScreen { tree in table(in: tree.root).map(nanosecondsPerRow) }
    await session.end()
    return nanoseconds.flatMap(\.self)
  }

  private static func nanosecondsPerRow(_ table: AnyTable) -> Double {
    let clock = ContinuousClock()
    let best = (0..<10).map { _ in clock.measure { table.forEachRow { _, _, _ in } } }.min() ?? .zero
    return best / .nanoseconds(max(table.keys.count, 1))
  }

  private static func table(in view: View) -> AnyTable? {
    if let table = view as? AnyTable { return table }
    for child in view.children {
      if let found = table(in: child) { return found }
    }
    return nil
  }
}
