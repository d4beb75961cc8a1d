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

  /// Opens the real screen of each architecture with many rows and binds them all, in turn and several times over; the best
  /// counts. What a table takes that binds nothing is taken off.
  public static func measure() async -> BindingCosts {
    var best: [String: Double] = [:]
    var idle = Double.infinity
    for _ in 0..<3 {
      idle = min(idle, await measure { IdleScreen() } ?? idle)
      for architecture in Architecture.all {
        let found = await measure { architecture.screen(.english, ReminderSource($0, delay: .zero)) }
        best[architecture.name] = min(best[architecture.name] ?? .infinity, found ?? .infinity)
      }
    }
    return BindingCosts(best.mapValues { max($0 - idle, 0) })
  }

  private static func measure(_ screen: @escaping @Sendable (SampleReminders) -> Controller) async -> Double? {
    let sample = SampleReminders(.english, count: rowCount)
    let session = LiveSession(
      Session(
        ReminderModelServer(sample, delay: .zero), ReminderViewModelServer(),
        screens: Routes { "/" ~> { screen(sample) } }),
      app: AppStream())
    guard await session.open("/") else { return nil }
    await session.settle()
    _ = await session.takeIn()
    let nanoseconds = await session.withScreen { tree in table(in: tree.root).map(nanosecondsPerRow) }
    await session.end()
    return nanoseconds.flatMap(\.self)
  }

  private static func measure(_ screen: @escaping @Sendable () -> Controller) async -> Double? {
    await measure { _ in screen() }
  }

  private static func nanosecondsPerRow(_ table: AnyTable) -> Double {
    let clock = ContinuousClock()
    let best = (0..<5).map { _ in clock.measure { table.forEachRow { _, _, _ in } } }.min() ?? .zero
    return best / .nanoseconds(max(table.keys.count, 1))
  }

  private static func table(in view: View) -> AnyTable? {
    view.table ?? view.children.lazy.compactMap(table).first
  }
}
