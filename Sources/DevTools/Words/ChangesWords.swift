/// What is said of the changes between two moments.
struct ChangesWords: Sendable {
  let language: Language

  var title: String { language.says("Changes", "变化") }
  var name: String { language.says("What has changed on the screen", "界面上的变化") }
  var none: String { language.says("Nothing has changed.", "没有变化。") }
  var sinceBefore: String { language.says("Since the event before", "与前一个事件相比") }
  var mark: String { language.says("Compare from here", "从此处开始比较") }
  var unmark: String { language.says("Compare with the event before", "与前一个事件比较") }

  func since(_ number: Int) -> String { language.says("Since event \(number)", "与第 \(number) 个事件相比") }

  /// In place of lines that are the same in both.
  func alike(_ lines: Int) -> String {
    language.says(lines == 1 ? "1 line alike" : "\(lines) lines alike", "\(lines) 行相同")
  }
  /// In place of what is too much to be shown.
  func more(_ lines: Int) -> String {
    language.says(lines == 1 ? "1 more line" : "\(lines) more lines", "还有 \(lines) 行")
  }
}
