/// What the list of sessions says.
struct SessionsWords: Sendable {
  let language: Language

  var title: String { language.says("Sessions", "会话") }
  var empty: String { language.says("No session has been recorded yet.", "还没有会话的记录。") }

  /// Where only the youngest are listed, and a command lists others.
  func youngest(_ sessions: Int, others command: String) -> String {
    language.says("The youngest \(sessions) sessions; older ones: \(command)", "最近的 \(sessions) 个会话；更早的会话：\(command)")
  }

  // MARK: One session

  func count(_ events: Int) -> String {
    language.says(events == 1 ? "1 event" : "\(events.grouped) events", "\(events.grouped) 个事件")
  }

  /// When something happened last, in a session whose page may come back.
  func lastSeen(_ day: String) -> String { language.says("last seen \(day)", "最后出现于 \(day)") }
  /// When something happened last, in one that is live or has ended.
  func until(_ time: String) -> String { language.says("to \(time)", "至 \(time)") }

  var ended: String { language.says("ended", "已结束") }
  var away: String { language.says("away", "已离开") }
  var live: String { language.says("live", "在线") }
}
