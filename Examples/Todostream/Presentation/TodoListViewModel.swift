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

  /// What the list shows, or is to show as soon as the rows have come.
  public private(set) var query: TodoListQuery
  /// The rows, newest first.
  public private(set) var rows: [TodoRow] = []
  /// How many todos there are, whatever the list shows.
  public private(set) var counts: TodoTotals?
  /// Why the rows haven't come that were asked for last.
  public private(set) var trouble: TodoTrouble?
  /// Whether there has ever been any.
  public private(set) var hasFailed = false
  /// Whether the user has chosen todos that haven't come yet: what he finds is to be told.
  public private(set) var isFinding = false
  /// What the rows were asked for by; `nil` while there are none.
  private var known: TodoListQuery?

  /// An empty list.
  public init(query: TodoListQuery = TodoListQuery()) { self.query = query }

  /// Whether the rows aren't those that the list is to show: they are on their way, or couldn't be had.
  public var lacksRows: Bool { known != query }

  /// Whether there is something to ask for anew, as soon as that may go well.
  public var isDoubtful: Bool { lacksRows || trouble != nil }

  /// Has other todos shown, once they have come. Until then those that were there stay.
  public mutating func choose(_ query: TodoListQuery) {
    self.query = query
    trouble = nil
    isFinding = true
  }

  /// The user asks for the rows once more: what was wrong before may not be any longer.
  public mutating func tryAgain() { trouble = nil }

  /// Takes in all the rows.
  public mutating func incorporate(_ page: TodoRows) {
    rows = page.rows
    counts = page.totals
    known = query
    trouble = nil
    isFinding = false
  }

  /// Takes in that the rows haven't come. Those that were there stay only if they are what was asked for.
  public mutating func incorporate(_ trouble: TodoTrouble) {
    self.trouble = trouble
    hasFailed = true
    guard lacksRows else { return }
    rows = []
    known = nil
  }

  /// Takes in one row, wherever it came from. It changes only rows that have come, by what those were asked for.
  public mutating func incorporate(_ news: TodoNews) -> Change {
    counts = news.totals
    guard let known else { return .noOp }
    let row = news.row
    let belongs = known.model.matches(row.todo)
    guard let index = rows.firstIndex(where: { $0.id == row.id }) else {
      return belongs ? insert(row, in: known.model) : .noOp
    }
    if !belongs {
      rows.remove(at: index)
      return .delete(at: index)
    }
    if rows[index] == row { return .noOp }
    rows[index] = row
    return .reload(at: index)
  }

  /// Whether something has been written that the list, as it is shown, hasn't got.
  public func passesOver(_ news: TodoNews) -> Bool { !lacksRows && !rows.contains { $0.id == news.row.id } }

  private mutating func insert(_ row: TodoRow, in order: TodoQuery) -> Change {
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
