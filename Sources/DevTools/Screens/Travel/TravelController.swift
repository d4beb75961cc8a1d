internal import EventLog
internal import EventStream
internal import ViewKit

/// A session's screen at any moment, beside a slider over all of its events.
final class TravelController: Controller {
  private let tools: DevToolsParts
  private let words: Words
  private let session: String
  private var playback = Playback([], at: 0)
  /// The places of the session's events in the log. Not their numbers in the index, which change when it forgets old ones.
  private var positions: [UInt64] = []
  /// What has been read of events that the index has forgotten, while more of them is to be read.
  private var earlier: [SessionPlace] = []
  /// Up to where that is, while it is read.
  private var earlierEnd: UInt64?
  /// The names of those that have been shown, by their places.
  private var earlierNames: [UInt64: String] = [:]
  private var texts: EventTexts
  private var timer: ScreenTimer?
  private var rest: ScreenTimer?

  private lazy var state = Label(words.travel.reading, looks: ["total"])
  private lazy var toSessions = Link(words.travel.toSessions, to: .sessions)
  private let controls = Stack.row(looks: ["controls"])
  private let sliderPlace = Stack.row(looks: ["slider"])
  private var slider: Slider<Int>?
  private let travel = Stack.row(looks: ["travel"])
  private let moment = Stack.column(looks: ["moment"])
  private let eventName = Heading(level: 2)
  private let eventTime = Label(looks: ["muted"])
  private lazy var code = CodeBlock(words.travel.content, "")
  private lazy var eventLink = Link(words.travel.chain)
  private lazy var page = EmbeddedPage(words.travel.screenName)
  private let address = Label(looks: ["address"])
  private let problem = Label(looks: ["problem"])
  private lazy var changes = ChangesPanel(words.changes)
  private lazy var diagram = Image("", alternative: words.travel.diagramName)
  private let speed: Select<Playback.Speed>
  private lazy var toStart = Button("⇤") { [unowned self] in go(to: 0) }
  private lazy var back = Button("◀") { [unowned self] in go(to: playback.place - 1) }
  private lazy var play = Button(words.travel.play, looks: ["primary"]) { [unowned self] in togglePlaying() }
  private lazy var forward = Button("▶") { [unowned self] in go(to: playback.place + 1) }
  private lazy var toEnd = Button("⇥") { [unowned self] in go(to: playback.times.count - 1) }
  private lazy var mark = Button(words.changes.mark, looks: ["quiet"]) { [unowned self] in toggleMark() }
  private lazy var goOn = Link(words.travel.goOn, looks: ["go-on"])
  private lazy var more = Button("", looks: ["quiet"]) { [unowned self] in takeNew() }

  /// How long a moment is shown before the address names it: browsers refuse to change it many times a second.
  private static let stillness = Duration.milliseconds(250)

  init(_ tools: DevToolsParts, _ words: Words, session: String) {
    self.tools = tools
    self.words = words
    self.session = session
    texts = EventTexts(gone: words.events.unreadable)
    speed = Select<Playback.Speed>(
      words.travel.speed, Playback.Speed.allCases.map { ($0, words.travel.name(of: $0)) })
    super.init()
  }

  override var title: String { "\(heading) · \(tools.appName)" }

  private var heading: String { words.travel.title(String(session.prefix(6))) }

  override func loadView() -> View {
    for (button, name) in [
      (toStart, words.travel.toStart), (back, words.travel.back), (forward, words.travel.forward),
      (toEnd, words.travel.toEnd),
    ] { button.name = name }
    moment.add(eventName, eventTime, code, eventLink)
    more.isHidden = true
    goOn.isHidden = true
    goOn.opensTab = true
    controls.add(toStart, back, play, forward, toEnd, speed, mark, more, goOn)
    let tabs = Tabs(
      words.travel.tabs,
      [
        (words.travel.screen, Stack.column(address, problem, page, looks: ["stage"])),
        (words.changes.title, changes.view),
        (words.travel.diagram, Stack.column(diagram, looks: ["stage", "picture"])),
      ])
    tabs.onChange = { [unowned self] tab in changes.isShown = tab == 1 }
    travel.add(moment, tabs)
    showMoments(false)
    toSessions.isHidden = true
    let main = Stack.main(
      Stack.row(Heading(heading), state, toSessions, looks: ["head"]), controls, sliderPlace, travel,
      looks: ["sheet", "wide"])
    return Frame.around(main, at: .sessions, of: tools.appName, in: words)
  }

  override func viewDidLoad() {
    problem.isHidden = true
    speed.onChange = { [unowned self] in playback.speed = $0 }
    onAnswer(to: \DevToolsEvent.requestGrowth) { $0.take($1) }
    onAnswer(to: \DevToolsEvent.requestEarlier) { $0.take($1) }
    onAnswer(to: \DevToolsEvent.requestTexts) { $0.take($1) }
    onAnswer(to: \DevToolsEvent.requestScreen, latestOnly: true) { $0.take($1) }
  }

  override func viewWillAppear() { send(DevToolsEvent.requestGrowth) }

  override func pathDidChange() {
    guard let place = namedPlace else { return }
    playback.pause()
    show(place)
  }

  // MARK: Going

  private func go(to place: Int) {
    playback.pause()
    show(place)
    nameMoment()
  }

  private func togglePlaying() {
    if playback.isPlaying { playback.pause() } else { playback.play() }
    show(playback.place)
    nameMoment()
  }

  /// Has the address name the moment that is shown, once it rests there.
  private func nameMoment() {
    rest?.cancel()
    if playback.isPlaying { return }
    rest = after(Self.stillness) { [unowned self] in
      guard positions.indices.contains(playback.place) else { return }
      replaceAddress(with: .moment(of: session, at: positions[playback.place]))
    }
  }

  /// The moment that the address names: the last event up to there, or the first where it names one before all that is known.
  private var namedPlace: Int? {
    guard !positions.isEmpty, let named = path.asked(for: "at").flatMap({ UInt64($0) }) else { return nil }
    return positions.lastIndex { $0 <= named } ?? 0
  }

  private func show(_ place: Int) {
    playback.go(to: place)
    timer?.cancel()
    if let wait = playback.wait {
      timer = after(wait) { [unowned self] in
        playback.advance()
        show(playback.place)
        nameMoment()
      }
    }
    play.text = playback.isPlaying ? words.travel.pause : words.travel.play
    guard positions.indices.contains(playback.place) else { return }
    let (position, time) = (positions[playback.place], playback.times[playback.place])
    slider?.number = playback.place + 1
    state.text = words.travel.place(playback.place + 1, of: positions.count)
    // The list forgets what is long ago; the log doesn't.
    let known = tools.index.entry(ofPosition: position)
    eventName.text =
      known.map { tools.index.name($0.name) } ?? earlierNames[position] ?? words.travel.unnamedEvent(at: position)
    eventTime.text = TimeText.moment(time)
    eventLink.target = Path.event(position).text
    goOn.isHidden = false
    goOn.target = Path.continuation.asking("session", for: session).asking("at", for: "\(position)").text
    back.isEnabled = playback.place > 0
    forward.isEnabled = !playback.isAtEnd
    showText(position)
    let before = playback.place > 0 ? positions[playback.place - 1] : nil
    showScreen(Moment(session: session, position: position, before: before))
    showDiagram()
  }

  private func showText(_ position: UInt64) {
    code.show([CodeBlock.Piece(texts.full(at: position))])
    // Also where another moment's text that has come since has pushed it out.
    if let wanted = texts.takeMissing() { send(DevToolsEvent.requestTexts(wanted)) }
  }

  private func showScreen(_ moment: Moment) {
    page.source = Path.screen.asking("session", for: session).asking("at", for: "\(moment.position)").text
    send(DevToolsEvent.requestScreen(moment))
  }

  private func showDiagram() {
    let (first, last) = (max(0, playback.place - 12), min(positions.count - 1, playback.place + 12))
    diagram.source =
      Path.diagram.asking("session", for: session).asking("from", for: "\(positions[first])")
      .asking("to", for: "\(positions[last])").text
  }

  /// Shows what there is to do with moments, or that there are none.
  private func showMoments(_ areThere: Bool) {
    for view in [controls, sliderPlace, travel] { view.isHidden = !areThere }
    toSessions.isHidden = areThere
  }

  private func show(problem text: String) {
    problem.text = text
    problem.isHidden = text.isEmpty
  }

  private func toggleMark() {
    changes.toggleMark()
    mark.text = changes.hasMark ? words.changes.unmark : words.changes.mark
  }

  // MARK: Answers

  private func take(_ answer: Result<LogGrowth, DevToolsFailure>) {
    switch answer {
    case .success(let growth):
      if growth.hasMore {
        send(DevToolsEvent.requestGrowth)
      } else {
        if positions.isEmpty { takeNew() }
        countNew()
        after(.seconds(1)) { [unowned self] in send(DevToolsEvent.requestGrowth) }
      }
    case .failure(let failure):
      state.text = words.unreadableLog(failure)
      after(.seconds(2)) { [unowned self] in send(DevToolsEvent.requestGrowth) }
    }
  }

  private func countNew() {
    let new = tools.index.entries(matching: LogFilter(source: .session(session)), after: positions.last ?? 0).count
    more.isHidden = new == 0
    more.text = words.travel.new(new)
  }

  /// Takes in the events that have come since; those that the index has forgotten are read from the log first.
  private func takeNew() {
    if earlierEnd == nil, !readEarlier(behind: positions.last ?? 0) { show(new: []) }
  }

  /// - Returns: Whether the index has forgotten anything behind a place, which is read then.
  private func readEarlier(behind place: UInt64) -> Bool {
    guard let first = tools.index.firstKept, first > place + 1 else { return false }
    earlierEnd = first
    send(DevToolsEvent.requestEarlier(SessionStretch(session: session, start: place, end: first)))
    return true
  }

  private func show(new earlier: [SessionPlace]) {
    let isFirst = positions.isEmpty
    for event in earlier { earlierNames[event.position] = event.name }
    let last = earlier.last?.position ?? positions.last ?? 0
    let kept = tools.index.entries(matching: LogFilter(source: .session(session)), after: last)
    let new = earlier.map { ($0.position, $0.time) } + kept.map { ($0.position, $0.time) }
    positions += new.map(\.0)
    more.isHidden = true
    showMoments(!positions.isEmpty)
    guard !positions.isEmpty else { return state.text = words.travel.empty }
    let start = isFirst ? namedPlace : nil
    let speed = playback.speed
    playback = Playback(playback.times + new.map(\.1), at: start ?? positions.count - 1)
    playback.speed = speed
    let slider = Slider<Int>(words.travel.slider, in: 1...max(2, positions.count), step: 1, number: playback.place + 1)
    slider.isEnabled = positions.count > 1
    slider.onChange = { [unowned self] number in go(to: number - 1) }
    for old in sliderPlace.children { old.removeFromParent() }
    sliderPlace.add(slider)
    self.slider = slider
    show(playback.place)
    if !isFirst { nameMoment() }
  }

  private func take(_ answer: Result<EarlierEvents, DevToolsFailure>) {
    let end = earlierEnd
    switch answer {
    case .success(let found):
      earlier += found.events
      if let rest = found.rest { return send(DevToolsEvent.requestEarlier(rest)) }
      // More may have been forgotten meanwhile.
      if let end, readEarlier(behind: end - 1) { return }
      earlierEnd = nil
      show(new: earlier)
      earlier = []
    case .failure(let failure):
      earlierEnd = nil
      earlier = []
      state.text = words.unreadableLog(failure)
    }
  }

  private func take(_ answer: Result<[EventText], DevToolsFailure>) {
    guard case .success(let new) = answer else { return }
    texts.add(new)
    if positions.indices.contains(playback.place) { showText(positions[playback.place]) }
  }

  private func take(_ answer: Result<MomentScreen, DevToolsFailure>) {
    switch answer {
    case .success(let screen):
      page.isHidden = false
      address.text = screen.path
      show(problem: "")
      changes.show(screen, number: (positions.firstIndex(of: screen.moment.position) ?? -1) + 1)
    case .failure(let failure):
      page.isHidden = true
      address.text = ""
      show(problem: words.reason(failure))
      changes.showNothing(because: words.reason(failure))
    }
  }
}
