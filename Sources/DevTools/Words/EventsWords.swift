internal import EventLog

/// What the list of events says, and the bar that filters it.
struct EventsWords: Sendable {
  let language: Language

  var title: String { language.says("Events", "事件") }
  /// What clock the rows' times are of.
  var zone: String { language.says("times in UTC", "时间为 UTC") }

  // MARK: Filters

  var search: String { language.says("Search", "搜索") }
  var searchHint: String { language.says("Search names and contents", "搜索名称和内容") }
  var stream: String { language.says("Stream", "事件流") }
  var allStreams: String { language.says("All streams", "全部事件流") }
  var kind: String { language.says("Case", "事件类型") }
  var allKinds: String { language.says("All cases", "全部类型") }
  var follow: String { language.says("Follow", "跟随最新") }
  var showAll: String { language.says("Show all", "显示全部") }

  /// A stream among those to choose from.
  func choice(of stream: LogSource) -> String {
    let name = stream.shortName(in: self)
    return stream == .app ? language.says("App", "应用") : language.says("Session \(name)", "会话 \(name)")
  }

  /// A type of events, with all of its cases.
  func allCases(of type: String) -> String { language.says("\(type) (all)", "\(type)（全部）") }

  // MARK: How much there is

  var reading: String { language.says("Reading", "正在读取") }

  /// How many events are shown, and what of the log can't be.
  ///
  /// - Parameter first: The place of the first event that is listed, if those before it aren't.
  func total(_ shown: Int, of all: Int, from first: UInt64? = nil, damaged: [ClosedRange<UInt64>]) -> String {
    let damage = damage(damaged)
    if all == 0 {
      return damage.isEmpty
        ? language.says("Nothing has happened yet.", "还没有发生任何事件。")
        : language.says("Nothing can be read: \(damage).", "没有可以读取的内容：\(damage)。")
    }
    let count =
      shown == all
      ? language.says(all == 1 ? "1 event" : "\(all.grouped) events", "\(all.grouped) 个事件")
      : language.says("\(shown.grouped) of \(all.grouped) events", "\(shown.grouped) / \(all.grouped) 个事件")
    let older = first.map {
      language.says("those before event \($0) are too old for this list", "事件 \($0) 之前的事件过早，未列出")
    }
    return [count, older ?? "", damage].filter { !$0.isEmpty }.joined(separator: language.says("; ", "；"))
  }

  /// What of the log can't be read; empty where nothing is damaged.
  func damage(_ places: [ClosedRange<UInt64>]) -> String {
    guard let first = places.first else { return "" }
    let (from, to, others) = (first.lowerBound, first.upperBound, places.count - 1)
    return others == 0
      ? language.says("events \(from)–\(to) are damaged", "事件 \(from)–\(to) 已损坏")
      : language.says(
        "events \(from)–\(to) and \(others) other parts are damaged", "事件 \(from)–\(to) 及另外 \(others) 处已损坏")
  }

  // MARK: One event

  /// The app's stream, where those of sessions are called by their names.
  var app: String { language.says("app", "应用") }
  var fromOutside: String { language.says("From outside", "来自外部") }
  /// In place of an event that the list has forgotten.
  var gone: String { language.says("gone", "已清除") }

  /// In place of what an event carries, if the log can't tell it any more.
  var unreadable: String { language.says("can’t be read any more", "已无法读取") }

  func meaning(of kind: EventRow.Kind) -> String {
    switch kind {
    case .event: language.says("event", "事件")
    case .input: language.says("from outside", "来自外部")
    case .answer: language.says("answer", "应答")
    case .failure: language.says("failed", "失败")
    }
  }

  /// An event for who doesn't see its row.
  func name(of row: EventRow) -> String {
    let meaning = meaning(of: row.kind)
    return language.says("\(row.name), \(meaning), \(row.position)", "\(row.name)，\(meaning)，\(row.position)")
  }
}
