public import EventMacros
internal import TodoMVCModels

/// Turns what the screen asks into what the lists are asked, and what they tell into rows. Pure functions only.
public struct ViewModelServer: Server {
  private let owner: String

  /// Makes a server for one visitor: it asks for that one's list and hears of no other.
  public init(owner: String) { self.owner = owner }

  public var observers: some Observers {
    On(\ListEvent.requestRows) { [owner] in ListStoreEvent.requestList(owner) }
    On(\ListEvent.requestAdd) { [owner] text -> ListStoreEvent in
      // Nothing typed, nothing added: the list as it is answers that.
      guard let title = try TodoTitle(text) else { return ListStoreEvent.requestList(owner) }
      return ListStoreEvent.requestWrite(TodoWrite(.add(title), of: owner))
    }
    On(\ListEvent.requestRename) { [owner] wish -> ListStoreEvent in
      let change = try TodoTitle(wish.text).map { TodoChange.rename(wish.row.id, $0) } ?? .delete(wish.row.id)
      return ListStoreEvent.requestWrite(TodoWrite(change, of: owner))
    }
    On(\ListEvent.requestComplete) { [owner] wish in
      ListStoreEvent.requestWrite(TodoWrite(.complete(wish.row.id, wish.isCompleted), of: owner))
    }
    On(\ListEvent.requestCompleteAll) { [owner] isCompleted in
      ListStoreEvent.requestWrite(TodoWrite(.completeAll(isCompleted), of: owner))
    }
    On(\ListEvent.requestToggleAll) { [owner] in ListStoreEvent.requestWrite(TodoWrite(.toggleAll, of: owner)) }
    On(\ListEvent.requestDelete) { [owner] row in ListStoreEvent.requestWrite(TodoWrite(.delete(row.id), of: owner)) }
    On(\ListEvent.requestClearCompleted) { [owner] in
      ListStoreEvent.requestWrite(TodoWrite(.deleteCompleted, of: owner))
    }

    On(\ListStoreEvent.found) { list in ListEvent.rows(list.presented) }
    On(\ListStoreEvent.list) { list in ListEvent.rows(list.presented) }
  }
}

extension Result<TodoList, TodoFailure> {
  fileprivate var presented: Result<TodoRows, TodoTrouble> { map(TodoRows.init).mapError(TodoTrouble.init) }
}
