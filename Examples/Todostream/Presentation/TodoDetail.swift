public import EventMacros
internal import TodoModels

/// A todo as the detail screen shows and edits it, new or not. Inert; the text is as it was typed.
@FieldCodable
public struct TodoDetail: Sendable, Equatable, Codable {
  /// The todo's identity; `nil` for one that hasn't been saved.
  public let id: Int64?
  /// The title as typed.
  public var title: String
  /// The notes as typed.
  public var notes: String
  /// When it is due, as typed.
  public var due: String
  /// What the fields showed at first, so that others' changes to the other fields are kept.
  let start: TodoDraft?

  /// A new todo.
  public init(title: String = "", notes: String = "", due: String = "") {
    id = nil
    self.title = title
    self.notes = notes
    self.due = due
    start = nil
  }

  init(_ todo: Todo) {
    id = todo.id
    title = todo.title
    notes = todo.notes
    due = todo.due?.description ?? ""
    start = todo.draft
  }

  /// What a field holds.
  public subscript(field: TodoTrouble.Field) -> String {
    get {
      switch field {
      case .title: title
      case .notes: notes
      case .due: due
      }
    }
    set {
      switch field {
      case .title: title = newValue
      case .notes: notes = newValue
      case .due: due = newValue
      }
    }
  }

  /// The fields that hold something else than those of another.
  public func differences(from other: TodoDetail) -> Set<TodoTrouble.Field> {
    Set(TodoTrouble.Field.allCases.filter { self[$0] != other[$0] })
  }

  /// What others have written since something was sent, of what was edited here since: it isn't known here what they have.
  ///
  /// - Parameters:
  ///   - saved: The todo as the answer has it.
  ///   - sent: What was sent.
  public func contested(by saved: TodoDetail, since sent: TodoDetail) -> Set<TodoTrouble.Field> {
    let edited = differences(from: sent).intersection(differences(from: saved))
    return edited.intersection(saved.changes(since: sent))
  }

  /// What others have written in what was sent, if this is what that has become: white space around it goes by itself.
  public func changes(since sent: TodoDetail) -> Set<TodoTrouble.Field> { differences(from: sent.normalized) }

  /// The same as it is when it has been saved, without white space around it; as it is if it can't be.
  private var normalized: TodoDetail {
    guard let draft = try? TodoDraft(title: title, notes: notes, dueText: due) else { return self }
    var detail = self
    (detail.title, detail.notes, detail.due) = (draft.title, draft.notes, draft.due?.description ?? "")
    return detail
  }

  /// What is edited here since something was sent, on top of what that has become.
  public func moved(from sent: TodoDetail, to saved: TodoDetail) -> TodoDetail {
    var moved = saved
    for field in differences(from: sent) { moved[field] = self[field] }
    return moved
  }

  /// The same, with what some fields hold in place of its own.
  public func replacing(_ texts: [TodoTrouble.Field: String]) -> TodoDetail {
    var detail = self
    for (field, text) in texts { detail[field] = text }
    return detail
  }

  /// The change that saves it.
  ///
  /// - Throws: `TodoFailure.invalid` with every field that is wrong.
  func write() throws(TodoFailure) -> TodoWrite {
    let draft = try TodoDraft(title: title, notes: notes, dueText: due)
    if let id { return .edit(id, draft, since: start) }
    return .create(draft)
  }
}
