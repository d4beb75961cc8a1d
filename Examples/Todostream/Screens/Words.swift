import TodoPresentation

/// What the screens say, in one language.
public struct Words: Sendable {
  let newTodo, newTodoHint, new, search, searchHint, show, all, active, completed, todos: String
  let editButton, deleteButton, undo, empty, noMatch, separator: String
  let newTitle, editTitle, title, notes, dueField, save, cancel: String
  let failure, ok, notFound, unloaded, listUnloaded, listDoubtful, again: String
  let readOnly, full, unavailable, invalid, later, kept: String
  let required, tooEarly, unreadable, putBack, discard, deletedMeanwhile, takesPlace: String
  let changedMeanwhile, notAdded, notSaved, addedElsewhere, savedElsewhere, edit, delete, deleted, due,
    overdue: @Sendable (String) -> String
  let tooLong, tooLarge, found, severalDeleted: @Sendable (Int) -> String
  let counts: @Sendable (TodoTotals) -> String

  /// The words of a language: `zh`, or English for every other.
  public static func of(_ language: String) -> Words { language == "zh" ? .chinese : .english }

  /// What is wrong with a field; `nil` for nothing.
  func problem(_ reason: TodoTrouble.Reason?) -> String? {
    switch reason {
    case .required: required
    case .tooLong(let limit): tooLong(limit)
    case .tooLarge(let limit): tooLarge(limit)
    case .tooEarly: tooEarly
    case .unreadable: unreadable
    case nil: nil
    }
  }

  /// What others have done meanwhile to what is edited; `nil` for nothing.
  func meanwhile(_ fields: [TodoTrouble.Field], isDeleted: Bool) -> String? {
    if isDeleted { return deletedMeanwhile }
    return fields.isEmpty ? nil : changedMeanwhile(names(of: fields)) + takesPlace
  }

  /// Why what was edited isn't saved over what others have written.
  func overtaken(_ fields: Set<TodoTrouble.Field>) -> String {
    changedMeanwhile(names(of: TodoTrouble.Field.allCases.filter(fields.contains)))
  }

  private func names(of fields: [TodoTrouble.Field]) -> String {
    let names = [TodoTrouble.Field.title: title, .notes: notes, .due: dueField]
    return fields.compactMap { names[$0] }.joined(separator: separator)
  }

  /// What was deleted; `nil` for nothing.
  func deletion(of rows: [TodoRow]) -> String? {
    if rows.count > 1 { return severalDeleted(rows.count) }
    return rows.first.map { deleted($0.title) }
  }

  /// What was typed and not taken, and why if that is known.
  func refusal(_ refusal: RefusedTitles.Refusal) -> String {
    [notAdded(refusal.excerpt), problem(refusal.reason)].compactMap { $0 }.joined(separator: " ")
  }

  /// What went wrong, and what to do about it.
  ///
  /// - Parameter isTyped: Whether it went wrong with something that was typed, which is still there then.
  func text(_ trouble: TodoTrouble, isTyped: Bool = false) -> String {
    let advice = isTyped ? kept : later
    return switch trouble.kind {
    case .invalid: invalid
    case .notFound: notFound
    case .readOnly: readOnly + advice
    case .full: full + advice
    case .unavailable: unavailable + advice
    }
  }

  /// Why a todo couldn't be saved of which nothing else is left on the screen.
  func losing(_ title: String?, because reason: String) -> String {
    [title.map { notSaved(RefusedTitles.excerpt(of: $0)) }, reason].compactMap { $0 }.joined(separator: " ")
  }

  static let english = Words(
    newTodo: "New todo", newTodoHint: "What needs doing?", new: "New…", search: "Search todos",
    searchHint: "Search", show: "Show", all: "All", active: "Active", completed: "Completed", todos: "Todos",
    editButton: "Edit", deleteButton: "Delete", undo: "Undo", empty: "Nothing to do yet. Add your first todo above.",
    noMatch: "No todo matches.", separator: ", ", newTitle: "New todo", editTitle: "Edit todo", title: "Title",
    notes: "Notes",
    dueField: "Due", save: "Save", cancel: "Cancel", failure: "That didn’t work", ok: "OK",
    notFound: "This todo isn’t there any more. Someone may have deleted it.",
    unloaded: "This todo can’t be shown just now.", listUnloaded: "The list couldn’t be loaded.",
    listDoubtful: "The list couldn’t be loaded again, and may be out of date.", again: "Try again",
    readOnly: "The todos can be read but not changed just now.", full: "There is no room to save this.",
    unavailable: "The todos can’t be reached just now.",
    invalid: "Some of what you typed can’t be saved.", later: " Please try again later.",
    kept: " What you typed is still here; please try again later.",
    required: "A title is required.",
    tooEarly: "The date must be 1 January 1970 or later.", unreadable: "This is not a date.",
    putBack: "Put it back", discard: "Discard", deletedMeanwhile: "Someone else has deleted this todo meanwhile.",
    takesPlace: " What you save takes its place.",
    changedMeanwhile: { "Someone else has changed this meanwhile: \($0)." },
    notAdded: { "“\($0)” wasn’t added." }, notSaved: { "“\($0)” wasn’t saved." },
    addedElsewhere: { "Added “\($0)”; it isn’t in this list." },
    savedElsewhere: { "Saved “\($0)”; it isn’t in this list." },
    edit: { "Edit \($0)" }, delete: { "Delete \($0)" }, deleted: { "Deleted “\($0)”" }, due: { "Due \($0)" },
    overdue: { "Overdue · \($0)" },
    tooLong: { "At most \($0) characters, please." },
    tooLarge: { "At most \($0) bytes, please: use fewer marks on one letter." },
    found: { $0 == 1 ? "1 todo" : "\($0) todos" }, severalDeleted: { "\($0) todos deleted" },
    counts: { "\($0.active) active, \($0.completed) completed" })

  static let chinese = Words(
    newTodo: "新待办", newTodoHint: "要做什么？", new: "新建…", search: "搜索待办", searchHint: "搜索", show: "显示",
    all: "全部", active: "未完成", completed: "已完成", todos: "待办", editButton: "编辑", deleteButton: "删除",
    undo: "撤销", empty: "还没有待办。在上面添加第一个。", noMatch: "没有符合的待办。", separator: "、", newTitle: "新待办",
    editTitle: "编辑待办", title: "标题", notes: "备注", dueField: "到期日", save: "保存", cancel: "取消",
    failure: "没有成功", ok: "好", notFound: "这个待办已经不在了，可能已被别人删除。",
    unloaded: "现在无法显示这个待办。", listUnloaded: "无法载入列表。", listDoubtful: "无法重新载入列表，内容可能已过时。", again: "重试",
    readOnly: "现在只能查看，不能修改。", full: "没有空间保存。", unavailable: "暂时无法读取待办。",
    invalid: "有些内容无法保存。", later: "请稍后再试。", kept: "你输入的内容还在，请稍后再试。",
    required: "请填写标题。", tooEarly: "日期不能早于 1970 年 1 月 1 日。", unreadable: "这不是有效的日期。",
    putBack: "放回输入框", discard: "放弃", deletedMeanwhile: "这个待办刚刚被别人删除了。",
    takesPlace: "保存后将以你的内容为准。",
    changedMeanwhile: { "别人刚刚修改了：\($0)。" }, notAdded: { "“\($0)”没有添加。" },
    notSaved: { "“\($0)”没有保存。" },
    addedElsewhere: { "已添加“\($0)”，但它不在当前列表中。" },
    savedElsewhere: { "已保存“\($0)”，但它不在当前列表中。" },
    edit: { "编辑 \($0)" }, delete: { "删除 \($0)" }, deleted: { "已删除“\($0)”" }, due: { "到期 \($0)" },
    overdue: { "已逾期 · \($0)" },
    tooLong: { "最多 \($0) 个字符。" }, tooLarge: { "最多 \($0) 个字节，请少用叠加的符号。" }, found: { "\($0) 个待办" },
    severalDeleted: { "已删除 \($0) 个待办" },
    counts: { "\($0.active) 个未完成，\($0.completed) 个已完成" })
}
