/// What the figures are called, and what they mean.
struct FiguresWords: Sendable {
  let language: Language

  var title: String { language.says("Figures", "指标") }
  var explanation: String {
    language.says(
      "Handled in: how long the observers of an event held its stream. Answered in: from a request to its answer. Those that "
        + "took longest come first.",
      "处理用时：事件的观察者占用其事件流的时间。应答用时：从请求到应答的时间。用时最长的排在最前。")
  }

  // MARK: The app's stream

  var stream: String { language.says("The app’s stream", "应用的事件流") }
  var bars: String { language.says("Events in each of the last sixty seconds", "最近六十秒内每秒的事件数") }

  func rate(_ events: Double) -> String { language.says("\(events) a second", "每秒 \(events) 个") }

  // MARK: Tables

  var inApp: String { language.says("In the app’s stream", "应用事件流中的事件") }
  var nothingInApp: String {
    language.says("Nothing has passed since the program began.", "程序启动以来还没有事件经过。")
  }
  var inSessions: String { language.says("In the streams of sessions", "会话事件流中的事件") }
  var nothingInSessions: String {
    language.says("No session has begun since the program did.", "程序启动以来还没有会话开始。")
  }
  var kind: String { language.says("Case", "事件类型") }
  var events: String { language.says("Events", "事件数") }
  var handling: String { language.says("Handled in", "处理用时") }
  var answering: String { language.says("Answered in", "应答用时") }
  var longest: String { language.says("At most", "最长") }

  /// A time that is too long.
  func slow(_ time: String) -> String { language.says("\(time) · slow", "\(time) · 偏慢") }
}
