public import EventMacros
internal import TodoMVCModels

/// Turns what the screen asks into what the lists are asked, and what they tell into rows. Pure functions only.
public struct ViewModelServer: Server {
  private let owner: String

  /// Makes a server for one visitor: it asks for that one's list and hears of no other.
  public init(owner: String) { self.owner = owner }

  public var observers: some Observers {
    On(\TodoEvent.requestRows) { [owner] in StoreEvent.requestList(owner) }
    On(\TodoEvent.requestAdd) { [owner] text -> StoreEvent in
      // Nothing typed, nothing added: the list as it is answers that.
      guard let title = try TodoTitle(text) else { return StoreEvent.requestList(owner) }
      return StoreEvent.requestWrite(TodoWrite(.add(title), of: owner))
    }
    On(\TodoEvent.requestRename) { [owner] wish -> StoreEvent in
      let change = try TodoTitle(wish.text).map { TodoChange.rename(wish.row.id, $0) } ?? .delete(wish.row.id)
      return StoreEvent.requestWrite(TodoWrite(change, of: owner))
    }
    On(\TodoEvent.requestComplete) { [owner] wish in
      StoreEvent.requestWrite(TodoWrite(.complete(wish.row.id, wish.isCompleted), of: owner))
    }
    On(\TodoEvent.requestCompleteAll) { [owner] isCompleted in
      StoreEvent.requestWrite(TodoWrite(.completeAll(isCompleted), of: owner))
    }
    On(\TodoEvent.requestDelete) { [owner] row in StoreEvent.requestWrite(TodoWrite(.delete(row.id), of: owner)) }
    On(\TodoEvent.requestClearCompleted) { [owner] in StoreEvent.requestWrite(TodoWrite(.deleteCompleted, of: owner)) }

    On(\StoreEvent.found) { list in TodoEvent.rows(list.presented) }
    On(\StoreEvent.list) { [owner] list -> TodoEvent? in
      if case .success(let list) = list, list.owner != owner { return nil }
      return TodoEvent.rows(list.presented)
    }
  }
}

extension Result<TodoList, TodoFailure> {
  fileprivate var presented: Result<TodoRows, TodoTrouble> { map(TodoRows.init).mapError(TodoTrouble.init) }
}
