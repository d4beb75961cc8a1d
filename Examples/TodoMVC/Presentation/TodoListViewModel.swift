/// The list as it is shown. Inert: it takes in what it is told and says what there is to show.
public struct TodoListViewModel: Sendable, Equatable, Codable {
  /// Which todos are shown.
  public enum Filter: Sendable, CaseIterable, Codable {
    /// All.
    case all
    /// Those to do.
    case active
    /// Those done.
    case completed
  }

  /// Which todos are shown.
  public var filter = Filter.all
  private var rows: [TodoRow] = []
  private var version = -1

  /// An empty list.
  public init() {}

  /// Takes in the rows, unless later ones have come before: an answer to a page's first question may be overtaken by news.
  public mutating func incorporate(_ new: TodoRows) {
    guard new.version >= version else { return }
    rows = new.all
    version = new.version
  }

  /// The rows that the filter lets through.
  public var shown: [TodoRow] {
    switch filter {
    case .all: rows
    case .active: rows.filter { !$0.isCompleted }
    case .completed: rows.filter(\.isCompleted)
    }
  }

  /// Whether there is no todo at all.
  public var isEmpty: Bool { rows.isEmpty }
  /// How many are to do.
  public var activeCount: Int { rows.count { !$0.isCompleted } }
  /// Whether any is done.
  public var hasCompleted: Bool { rows.contains(where: \.isCompleted) }
  /// Whether all are done.
  public var isAllCompleted: Bool { !rows.isEmpty && activeCount == 0 }
}
