internal import EventLog
internal import EventStream
internal import GhostBinding
internal import ViewKit

/// The recorded sessions, the youngest first.
final class SessionsController: Controller {
  private let tools: DevToolsParts
  private let words: Words
  private lazy var empty = Label(words.sessions.empty, looks: ["muted"])
  private lazy var cut = Label(
    words.sessions.youngest(ListedSession.most, others: "ghostlight log sessions --limit"), looks: ["muted"])
  private lazy var list = Repetition(on: self) { [unowned self] in send(DevToolsEvent.requestSessions) }
  private lazy var table = Table(words.sessions.title, cell: SessionCell(words))

  init(_ tools: DevToolsParts, _ words: Words) {
    self.tools = tools
    self.words = words
    super.init()
  }

  override var title: String { "\(words.sessions.title) · \(tools.appName)" }

  override func loadView() -> View {
    let main = Stack.main(Heading(words.sessions.title), empty, table, cut, looks: ["sheet"])
    return Frame.around(main, at: .sessions, of: tools.appName, in: words)
  }

  override func viewDidLoad() {
    cut.isHidden = true
    onAnswer(to: \DevToolsEvent.requestSessions) { $0.take($1) }
  }

  override func viewWillAppear() { list.begin() }
  override func viewDidDisappear() { list.end() }

  private func take(_ answer: Result<[ListedSession], DevToolsFailure>) {
    switch answer {
    case .success(let sessions):
      table.show(Array(sessions.prefix(ListedSession.most)))
      cut.isHidden = sessions.count <= ListedSession.most
      empty.isHidden = !sessions.isEmpty
    case .failure(let failure):
      empty.isHidden = false
      empty.text = words.unreadableLog(failure)
    }
    list.again(after: .seconds(1))
  }
}

/// Shows a session in one line.
final class SessionCell: TableCell, ViewType {
  private let link = Link()
  private let source = Label(looks: ["source"])
  private let user = Label(looks: ["user"])
  private let began = Label(looks: ["time"])
  private let last = Label(looks: ["time"])
  private let count = Label(looks: ["count"])
  private let state = Badge("")
  private let words: Words

  init(_ words: Words) {
    self.words = words
    super.init()
    looks = ["session"]
    add(source, link, user, began, last, count, state)
  }

  func take(_ listed: ListedSession) {
    let session = listed.session
    let stream = LogSource.session(session.id)
    source.looks = ["source", stream.look]
    source.text = stream.shortName(in: words.events)
    link.text = session.id
    link.target = Path.session(session.id).text
    user.text = session.user ?? ""
    began.text = TimeText.day(session.began)
    let isAway = !session.isEnded && !listed.isLive
    last.text =
      isAway
      ? words.sessions.lastSeen(TimeText.day(session.lastEvent))
      : words.sessions.until(String(TimeText.clock(session.lastEvent).prefix(8)))
    count.text = listed.count.map { words.sessions.count($0) } ?? ""
    state.text = session.isEnded ? words.sessions.ended : isAway ? words.sessions.away : words.sessions.live
    state.tone = session.isEnded || isAway ? .neutral : .success
  }
}
