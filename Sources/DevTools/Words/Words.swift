/// Every text of the tools that people read, in one language. What an app calls its events, and what they carry, is nobody's to
/// translate.
struct Words: Sendable {
  let language: Language

  var frame: FrameWords { FrameWords(language: language) }
  var events: EventsWords { EventsWords(language: language) }
  var detail: EventDetailWords { EventDetailWords(language: language) }
  var sessions: SessionsWords { SessionsWords(language: language) }
  var travel: TravelWords { TravelWords(language: language) }
  var changes: ChangesWords { ChangesWords(language: language) }
  var figures: FiguresWords { FiguresWords(language: language) }
  var times: TimeWords { TimeWords(language: language) }

  // MARK: What goes wrong

  func unreadableLog(_ failure: DevToolsFailure) -> String {
    language.says("The log can’t be read: \(reason(failure))", "无法读取日志：\(reason(failure))")
  }

  func unsearchableLog(_ failure: DevToolsFailure) -> String {
    language.says("The log can’t be searched: \(reason(failure))", "无法搜索日志：\(reason(failure))")
  }

  func reason(_ failure: DevToolsFailure) -> String {
    switch failure {
    case .unknownSession(let id):
      language.says("the log has no session \(id)", "日志中没有会话 \(id)")
    case .missingBeginning:
      language.says(
        "This can’t be played: the session’s beginning isn’t in the log.", "无法重放：日志中没有此会话的开头。")
    case .other(let text): text
    }
  }
}
