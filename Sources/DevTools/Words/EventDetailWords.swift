/// What is said of one event.
struct EventDetailWords: Sendable {
  let language: Language

  var noneOpen: String { language.says("No event is open", "未打开事件") }
  var choose: String {
    language.says(
      "Choose one to see what it carries, what led to it and what it led to.", "选择一个事件，查看它的内容、起因和后果。")
  }
  var later: String { language.says("‹ Later", "‹ 更晚") }
  var laterName: String { language.says("The next event in the list, later", "列表中更晚的一个事件") }
  var earlier: String { language.says("Earlier ›", "更早 ›") }
  var earlierName: String { language.says("The next event in the list, earlier", "列表中更早的一个事件") }
  var content: String { language.says("What it carries", "事件内容") }
  var onlyChain: String { language.says("Only this chain", "只看此因果链") }
  var screen: String { language.says("The screen at this moment", "此时的界面") }

  // MARK: Its chain

  var chain: String { language.says("Causes and consequences", "因果链") }
  var chainName: String { language.says("What led to it, and what it led to", "它的起因和后果") }
  var diagram: String { language.says("Diagram", "时序图") }
  var diagramName: String { language.says("Sequence diagram of this chain", "此因果链的时序图") }

  func cut(at count: Int) -> String {
    language.says(
      "This chain is longer than the \(count) events that are shown.", "此因果链更长，这里只显示其中 \(count) 个事件。")
  }

  // MARK: Badges

  func session(_ session: String) -> String { language.says("session \(session)", "会话 \(session)") }

  func answered(in time: String) -> String { language.says("answered in \(time)", "\(time)后应答") }

  // MARK: Facts

  var timeFact: String { language.says("Time", "时间") }
  var sessionFact: String { language.says("Session", "会话") }
  var idFact: String { language.says("Id", "标识") }
  var placeFact: String { language.says("Place in the log", "日志中的位置") }
  var causeFact: String { language.says("Caused by", "起因") }
  /// The request that it answers.
  var answersFact: String { language.says("Answers", "所应答的请求") }
}
