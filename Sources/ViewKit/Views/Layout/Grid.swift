/// Views side by side in columns of equal width, in as many rows as they need.
public final class Grid: View {
  /// How a grid divides its width.
  public enum Columns: Sendable, Hashable {
    /// As many columns, 1 to 6; on a narrow screen one under the other.
    case count(Int)
    /// As many as there is room for, each at least 10 rem wide.
    case narrow
    /// As many as there is room for, each at least 16 rem wide.
    case medium
    /// As many as there is room for, each at least 24 rem wide.
    case wide
  }

  /// How it divides its width.
  public var columns: Columns {
    didSet { self[text: .columns] = columns.text }
  }

  /// Makes a grid.
  public init(_ columns: Columns, _ views: View..., looks: Set<String> = []) {
    self.columns = columns
    super.init(.grid)
    self[text: .columns] = columns.text
    self.looks = looks
    for view in views { add(view) }
  }
}

extension Grid.Columns {
  fileprivate var text: String {
    switch self {
    case .count(let count): String(min(max(count, 1), 6))
    case .narrow: "narrow"
    case .medium: "medium"
    case .wide: "wide"
    }
  }
}
