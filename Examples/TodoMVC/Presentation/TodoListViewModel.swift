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
  /// All todos, the oldest first.
  public private(set) var rows: [TodoRow] = []
  private(set) var version = -1
  /// Changes that follow on a version which hasn't come yet, in order; `nil` where there are none.
  private var early: [TodoRowsDifference]?

  /// An empty list.
  public init() {}

  /// Takes in what it is told. Changes come in their order, and all rows anywhere among them: a change that the rows have already is
  /// passed over, and one that they don't lead up to waits for rows that do.
  public mutating func incorporate(_ news: TodoNews) {
    switch news {
    case .all(let rows): incorporate(rows)
    case .difference(let difference): incorporate(difference)
    case .nothing: break
    }
  }

  /// Whether changes wait for rows that lead up to them.
  public var lacksRows: Bool { early != nil }

  /// Has the next rows taken in whatever their version is: the database may have been put back to an older state.
  public mutating func doubtVersion() {
    version = -1
    early = nil
  }

  private mutating func incorporate(_ new: TodoRows) {
    // Changes may have overtaken what they were asked for before.
    guard new.version >= version else { return }
    rows = new.all
    version = new.version
    let waiting = early ?? []
    early = nil
    for difference in waiting { incorporate(difference) }
  }

  private mutating func incorporate(_ new: TodoRowsDifference) {
    if new.version <= version { return }
    guard new.version == version + 1 else { return early = (early ?? []) + [new] }
    new.apply(to: &rows)
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
