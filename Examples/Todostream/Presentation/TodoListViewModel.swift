public import EventMacros
internal import TodoModels

/// The list: its rows and its counts. Inert: it takes in what it is told and says what that changes.
public struct TodoListViewModel: Sendable, Equatable, Codable {
  /// What a piece of news changes in the rows.
  public enum Change: Equatable, Sendable {
    /// A row has come.
    case insert(at: Int)
    /// A row has gone.
    case delete(at: Int)
    /// A row looks different.
    case reload(at: Int)
    /// Nothing that is shown.
    case noOp
  }

  /// What the list shows.
  public var query: TodoListQuery
  /// The rows, newest first.
  public private(set) var rows: [TodoRow] = []
  /// How many todos there are, whatever the list shows.
  public private(set) var counts: TodoTotals?

  /// An empty list.
  public init(query: TodoListQuery = TodoListQuery()) { self.query = query }

  /// Takes in all the rows.
  public mutating func incorporate(_ page: TodoRows) {
    rows = page.rows
    counts = page.totals
  }

  /// Takes in one row, wherever it came from.
  public mutating func incorporate(_ news: TodoNews) -> Change {
    counts = news.totals
    let row = news.row
    let belongs = query.model.matches(row.todo)
    guard let index = rows.firstIndex(where: { $0.id == row.id }) else {
      return belongs ? insert(row) : .noOp
    }
    if !belongs {
      rows.remove(at: index)
      return .delete(at: index)
    }
    if rows[index] == row { return .noOp }
    rows[index] = row
    return .reload(at: index)
  }

  private mutating func insert(_ row: TodoRow) -> Change {
    let order = query.model
    let index = rows.firstIndex { order.areInIncreasingOrder(row.todo, $0.todo) } ?? rows.endIndex
    rows.insert(row, at: index)
    return .insert(at: index)
  }
}

/// How many todos there are.
@FieldCodable
public struct TodoTotals: Sendable, Equatable, Codable {
  /// Those to do.
  public let active: Int
  /// Those done.
  public let completed: Int

  init(_ counts: TodoCounts) {
    active = counts.active
    completed = counts.completed
  }
}

/// All rows that match, and how many there are in all.
@FieldCodable
public struct TodoRows: Sendable, Equatable, Codable {
  /// The rows, in order.
  public let rows: [TodoRow]
  /// How many todos there are.
  public let totals: TodoTotals

  init(_ page: TodoPage) {
    rows = page.todos.map(TodoRow.init)
    totals = TodoTotals(page.counts)
  }
}

/// One row that was written, and how many there are now.
@FieldCodable
public struct TodoNews: Sendable, Equatable, Codable {
  /// The row.
  public let row: TodoRow
  /// How many todos there are.
  public let totals: TodoTotals

  init(_ written: TodoWritten) {
    row = TodoRow(written.todo)
    totals = TodoTotals(written.counts)
  }
}
