internal import EventLog
internal import EventStream
internal import ViewKit

/// The streams of all sessions as they flow, the newest event first, and one event beside them.
final class EventsController: Controller {
  private let tools: DevToolsParts
  private let words: Words
  private var list: EventList
  private var texts: EventTexts
  /// The place of the event that is open, or will be once the log has been read so far.
  private var chosen: UInt64?
  private var isAskingSoon = false
  /// Whether it is seen: nothing is searched for nobody.
  private var isSeen = false
  /// The place of the event whose chain is shown alone, if one is.
  private var chained: UInt64?
  private let bar: EventFilterBar
  private let total = Label(looks: ["total"])
  /// Whether something of the log has been shown.
  private var hasShown = false
  private lazy var reading = Progress(words.events.reading)
  private lazy var growth = Repetition(on: self) { [unowned self] in send(DevToolsEvent.requestGrowth) }
  private let detail: EventDetailController
  private let side = Stack.column(looks: ["side"])
  private lazy var table = LargeTable(
    words.events.title, count: 0, rowHeight: 34, cell: EventCell(words.events)
  ) { [unowned self] in row(at: $0) }

  /// How often the log is read on.
  private static let pause = Duration.milliseconds(400)
  /// The page waits for what is asked for at first: it comes with what has been read by then, and not with all of a long log.
  private static let breath = Duration.milliseconds(40)

  init(_ tools: DevToolsParts, _ words: Words) {
    self.tools = tools
    self.words = words
    list = EventList(tools.index)
    texts = EventTexts(gone: words.events.unreadable)
    bar = EventFilterBar(words.events)
    detail = EventDetailController(tools, words)
    super.init()
    add(detail, in: side)
  }

  override var title: String { "\(words.events.title) · \(tools.appName)" }

  override func loadView() -> View {
    let section = Stack.section(
      bar.view,
      Stack.row(
        Heading(words.events.title), total, reading, Label(words.events.zone, looks: ["muted"]), looks: ["state"]),
      table, looks: ["list"])
    return Frame.around(
      Stack.main(section, side, looks: ["events"]), at: .events, of: tools.appName, in: words)
  }

  override func viewDidLoad() {
    bar.search.onChange = { [unowned self] in show(list.search(for: $0.trimmedText)) }
    bar.streams.onChange = { [unowned self] choice in change { $0.source = choice.source } }
    bar.cases.onChange = { [unowned self] name in change { $0.name = name.isEmpty ? nil : name } }
    bar.inputs.onChange = { [unowned self] isOn in change { $0.onlyInputs = isOn } }
    bar.follow.onChange = { [unowned self] isOn in if isOn { table.jump(to: 0) } }
    bar.clear.onTap = { [unowned self] in showAll() }
    table.onTap(\.open) { [unowned self] _, row in open(row.position) }
    detail.onOpen = { [unowned self] in open($0) }
    detail.onChain = { [unowned self] chain in
      chained = chosen
      change { $0.chain = chain }
    }
    detail.onGrowth = { [unowned self] chain in
      if chained == chosen, list.filter.chain != nil { change { $0.chain = chain } }
    }
    detail.onStep = { [unowned self] in step($0) }
    onAnswer(to: \DevToolsEvent.requestGrowth) { $0.take($1) }
    onAnswer(to: \DevToolsEvent.requestTexts) { $0.take($1) }
    onAnswer(to: \DevToolsEvent.requestSearch) { $0.take($1) }
  }

  override func viewWillAppear() {
    // A list that is gone back to is as it was left.
    if let chosen, path.asked(for: "event") == nil { replaceAddress(with: .event(chosen)) } else { followAddress() }
    isSeen = true
    show(list.rebuild())
    growth.begin()
  }

  override func viewDidDisappear() {
    isSeen = false
    growth.end()
  }

  override func pathDidChange() { followAddress() }

  // MARK: The list

  private func change(_ change: (inout LogFilter) -> Void) { show(list.filter(by: change)) }

  private func showAll() {
    bar.reset()
    _ = list.search(for: "")
    change { $0 = LogFilter() }
  }

  private func show(_ change: EventList.Change) {
    // Only while its top is seen: who has scrolled down reads.
    table.followsTop = bar.follow.isOn
    switch change {
    case .none: break
    case .all:
      table.didDelete(table.count, at: 0)
      table.didInsert(list.numbers.count, at: 0)
      if let chosen, let number = tools.index.number(ofPosition: chosen), let row = list.row(ofNumber: number) {
        table.jump(to: max(0, row - 4))
      } else {
        table.jump(to: 0)
      }
    case .inserted(let count, at: let row): table.didInsert(count, at: row)
    }
    bar.offer(from: tools.index)
    bar.clear.isHidden = list.filter.isEmpty && list.text.isEmpty
    reading.isHidden = !list.isSearching
    total.text = words.events.total(
      list.numbers.count, of: tools.index.extent.count, from: tools.index.firstKept, damaged: tools.index.damage)
    if isSeen, let search = list.nextSearch() { send(DevToolsEvent.requestSearch(search)) }
    askForTexts()
  }

  private func row(at row: Int) -> EventRow {
    guard let number = list.number(ofRow: row), let entry = tools.index.entry(number) else {
      return .gone(words.events)
    }
    let summary = texts.summary(at: entry.position)
    if summary == nil { askSoon() }
    return EventRow(entry, in: tools.index, summary: summary, isChosen: entry.position == chosen)
  }

  /// Many rows come at once: what they miss is asked for together.
  private func askSoon() {
    if isAskingSoon { return }
    isAskingSoon = true
    after(.milliseconds(20)) { [unowned self] in
      isAskingSoon = false
      askForTexts()
    }
  }

  private func askForTexts() {
    if let wanted = texts.takeMissing() { send(DevToolsEvent.requestTexts(wanted)) }
  }

  // MARK: One event

  private func open(_ position: UInt64) {
    // Its row would be pushed away by what comes.
    bar.follow.isOn = false
    choose(position)
    detail.show(position)
    replaceAddress(with: .event(position))
  }

  private func choose(_ position: UInt64?) {
    let before = chosen
    chosen = position
    for place in [before, position] { didChange(place) }
  }

  /// Opens the event that the address names, and no other.
  private func followAddress() {
    let named = path.asked(for: "event").flatMap { UInt64($0) }
    if named == chosen { return }
    if let named, tools.index.number(ofPosition: named) != nil { return open(named) }
    choose(named)
    detail.close()
  }

  private func step(_ by: Int) {
    guard let chosen, let number = tools.index.number(ofPosition: chosen), let row = list.row(ofNumber: number),
      let next = list.number(ofRow: row + by), let entry = tools.index.entry(next)
    else { return }
    open(entry.position)
    table.jump(to: max(0, row + by - 4))
  }

  private func didChange(_ position: UInt64?) {
    if let position, let number = tools.index.number(ofPosition: position), let row = list.row(ofNumber: number) {
      table.didChange(at: row)
    }
  }

  // MARK: Answers

  private func take(_ answer: Result<LogGrowth, DevToolsFailure>) {
    switch answer {
    case .success(let growth):
      show(list.grow())
      if let chosen, detail.position != chosen, tools.index.number(ofPosition: chosen) != nil {
        open(chosen)
        show(.all)
      }
      detail.grow()
      let pause = growth.hasMore ? hasShown ? Duration.zero : Self.breath : Self.pause
      hasShown = true
      self.growth.again(after: pause)
    case .failure(let failure):
      total.text = words.unreadableLog(failure)
      growth.again(after: .seconds(2))
    }
  }

  private func take(_ answer: Result<[EventText], DevToolsFailure>) {
    guard case .success(let new) = answer else { return }
    texts.add(new)
    for text in new { didChange(text.position) }
  }

  private func take(_ answer: Result<TextFindings, DevToolsFailure>) {
    switch answer {
    case .success(let findings): show(list.take(findings))
    case .failure(let failure):
      list.giveUpSearch()
      show(.none)
      total.text = words.unsearchableLog(failure)
    }
  }
}
