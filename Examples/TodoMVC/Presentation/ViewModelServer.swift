public import EventMacros
internal import TodoMVCModels

/// Turns what the screen asks into what the lists are asked, and what they tell into rows. Pure functions only.
public struct ViewModelServer: Server {
  private let owner: String

  /// Makes a server for one visitor: it asks for that one's list and hears of no other.
  public init(owner: String) { self.owner = owner }

  public var observers: some Observers {
    On(\ListEvent.requestRows) { [owner] in ListStoreEvent.requestList(owner) }
    On(\ListEvent.requestAdd) { [owner] text -> ListStoreEvent? in
      try TodoTitle(text).map { ListStoreEvent.requestWrite(TodoWrite(.add($0), of: owner)) }
    }
    // Nothing typed, nothing added: nobody else is asked.
    On(\ListEvent.requestAdd) { text -> ListEvent? in
      TodoTitle.isBlank(text) ? .rows(.success(.nothing)) : nil
    }
    On(\ListEvent.requestRename) { [owner] wish -> ListStoreEvent in
      let change = try TodoTitle(wish.text).map { TodoChange.rename(wish.row.id, $0) } ?? .delete(wish.row.id)
      return ListStoreEvent.requestWrite(TodoWrite(change, of: owner))
    }
    On(\ListEvent.requestComplete) { [owner] wish in
      ListStoreEvent.requestWrite(TodoWrite(.complete(wish.row.id, wish.isCompleted), of: owner))
    }
    On(\ListEvent.requestToggle) { [owner] row in ListStoreEvent.requestWrite(TodoWrite(.toggle(row.id), of: owner)) }
    On(\ListEvent.requestCompleteAll) { [owner] isCompleted in
      ListStoreEvent.requestWrite(TodoWrite(.completeAll(isCompleted), of: owner))
    }
    On(\ListEvent.requestToggleAll) { [owner] in ListStoreEvent.requestWrite(TodoWrite(.toggleAll, of: owner)) }
    On(\ListEvent.requestDelete) { [owner] row in ListStoreEvent.requestWrite(TodoWrite(.delete(row.id), of: owner)) }
    On(\ListEvent.requestClearCompleted) { [owner] in
      ListStoreEvent.requestWrite(TodoWrite(.deleteCompleted, of: owner))
    }

    On(\ListStoreEvent.found) { list in ListEvent.rows(list.told { .all(TodoRows($0)) }) }
    On(\ListStoreEvent.changed) { written in ListEvent.rows(written.told { .difference(TodoRowsDifference($0)) }) }
  }
}

extension Result where Failure == TodoFailure {
  fileprivate func told(_ tell: (Success) -> TodoNews) -> Result<TodoNews, TodoTrouble> {
    map(tell).mapError(TodoTrouble.init)
  }
}
