/// What is said of a session and its moments.
struct TravelWords: Sendable {
  let language: Language

  var reading: String { language.says("Reading the log…", "正在读取日志…") }
  var empty: String { language.says("Nothing is recorded of this session.", "没有此会话的记录。") }
  var toSessions: String { language.says("To the list of sessions", "查看会话列表") }

  func title(_ session: String) -> String { language.says("Session \(session)", "会话 \(session)") }

  // MARK: Going

  var slider: String { language.says("Moment", "时刻") }
  var toStart: String { language.says("To the first event", "到第一个事件") }
  var back: String { language.says("One event back", "后退一个事件") }
  var forward: String { language.says("One event on", "前进一个事件") }
  var toEnd: String { language.says("To the last event", "到最后一个事件") }
  var play: String { language.says("Play", "播放") }
  var pause: String { language.says("Pause", "暂停") }
  var speed: String { language.says("Speed", "速度") }
  var goOn: String { language.says("Continue from here", "从此处继续") }

  func name(of speed: Playback.Speed) -> String {
    switch speed {
    case .even: language.says("Two a second", "每秒两个")
    case .real: language.says("As it was (1×)", "原速（1×）")
    case .fourfold: language.says("4× as fast", "4 倍速")
    case .fastest: language.says("As fast as it can", "最快")
    }
  }

  func new(_ events: Int) -> String {
    language.says(events == 1 ? "1 new event" : "\(events) new events", "\(events) 个新事件")
  }

  // MARK: A moment

  func place(_ number: Int, of count: Int) -> String {
    language.says("Event \(number.grouped) of \(count.grouped)", "第 \(number.grouped) 个事件，共 \(count.grouped) 个")
  }

  /// An event of which only the place in the log is known.
  func unnamedEvent(at position: UInt64) -> String { language.says("Event \(position)", "事件 \(position)") }

  var content: String { language.says("What the event carries", "事件内容") }
  var chain: String { language.says("Its causes and consequences", "查看因果链") }
  var tabs: String { language.says("What to see of this moment", "此时可查看的内容") }
  var screen: String { language.says("Screen", "界面") }
  var screenName: String { language.says("The screen at this moment", "此时的界面") }
  var diagram: String { language.says("Diagram", "时序图") }
  var diagramName: String { language.says("Sequence diagram of the moments around this one", "此时前后的时序图") }
}
