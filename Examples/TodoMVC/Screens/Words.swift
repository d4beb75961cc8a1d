import TodoMVCPresentation

/// What the screen says, in one language. The English is the specification's, where that says what is to be said.
public struct Words: Sendable {
  let heading, newTodo, todos, markAll, all, active, completed, clear: String
  let doubleClick, byKeyboard, kept, created, part: String
  let failure, ok: String
  let edit, delete, notAdded: @Sendable (String) -> String
  /// What stands behind the number of todos that are to do.
  let left: @Sendable (Int) -> String
  let text: @Sendable (TodoTrouble) -> String

  /// The words of a language: `zh`, or English for every other.
  public static func of(_ language: String) -> Words { language == "zh" ? .chinese : .english }

  static let english = Words(
    heading: "todos", newTodo: "What needs to be done?", todos: "Todos", markAll: "Mark all as complete", all: "All",
    active: "Active", completed: "Completed", clear: "Clear completed", doubleClick: "Double-click to edit a todo",
    byKeyboard: "Press F2 at a todo to edit it by keyboard",
    kept: "Your list is kept on the server, and the same in all your tabs", created: "Created with Ghostlight",
    part: "Part of ", failure: "That didn’t work", ok: "OK", edit: { "Edit \($0)" }, delete: { "Delete \($0)" },
    notAdded: { " This wasn’t added: “\($0)”" },
    left: { $0 == 1 ? " item left" : " items left" },
    text: { trouble in
      switch trouble {
      case .tooLong(let limit): "A todo may have at most \(limit) characters; write less."
      case .tooLarge(let limit): "A todo may have at most \(limit) bytes; use fewer marks on one letter."
      case .tooMany(let limit): "A list may have at most \(limit) todos; delete some first."
      case .unavailable: "The list can’t be reached just now. Please try again in a moment."
      }
    })

  static let chinese = Words(
    heading: "待办", newTodo: "要做什么？", todos: "待办", markAll: "全部标为已完成", all: "全部", active: "未完成", completed: "已完成",
    clear: "清除已完成", doubleClick: "双击待办即可编辑", byKeyboard: "焦点在待办上时，按 F2 可用键盘编辑",
    kept: "列表保存在服务器上，你的所有标签页看到的都一样", created: "用 Ghostlight 制作", part: "属于 ", failure: "没有成功", ok: "好",
    edit: { "编辑 \($0)" }, delete: { "删除 \($0)" }, notAdded: { "没有添加：“\($0)”" }, left: { _ in " 项未完成" },
    text: { trouble in
      switch trouble {
      case .tooLong(let limit): "一个待办最多 \(limit) 个字符，请写短一些。"
      case .tooLarge(let limit): "一个待办最多 \(limit) 个字节，请少用叠加的符号。"
      case .tooMany(let limit): "一个列表最多 \(limit) 个待办，请先删除一些。"
      case .unavailable: "暂时无法读取列表，请稍后再试。"
      }
    })
}
