internal import EventLog
internal import EventStream
internal import GhostBinding
internal import ViewKit

/// The recorded sessions, the youngest first.
final class SessionsController: Controller {
  private let tools: DevToolsParts
  private let empty = Label("No session has been recorded yet.", looks: ["muted"])
  private let table = Table("Sessions", cell: SessionCell())

  init(_ tools: DevToolsParts) {
    self.tools = tools
    super.init()
  }

  override var title: String { "Sessions · \(tools.appName)" }

  override func loadView() -> View {
    let main = Stack.main(Heading("Sessions"), empty, table, looks: ["sheet"])
    return Frame.around(main, at: .sessions, of: tools.appName)
  }

  override func viewDidLoad() {
    onAnswer(to: \DevToolsEvent.requestSessions) { $0.take($1) }
  }

  override func viewWillAppear() { send(DevToolsEvent.requestSessions) }

  private func take(_ answer: Result<[ListedSession], DevToolsFailure>) {
    switch answer {
    case .success(let sessions):
      table.show(sessions)
      empty.isHidden = !sessions.isEmpty
    case .failure(let failure):
      empty.isHidden = false
      empty.text = "The log can’t be read: \(failure)"
    }
    after(.seconds(1)) { [unowned self] in send(DevToolsEvent.requestSessions) }
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

  override init() {
    super.init()
    looks = ["session"]
    add(source, link, user, began, last, count, state)
  }

  func take(_ listed: ListedSession) {
    let session = listed.session
    source.looks = ["source", LogSource.session(session.id).look]
    source.text = LogSource.session(session.id).shortName
    link.text = session.id
    link.target = Path.session(session.id).text
    user.text = session.user ?? ""
    began.text = TimeText.day(session.began)
    let isAway = !session.isEnded && !listed.isLive
    last.text =
      isAway
      ? "last seen \(TimeText.day(session.lastEvent))" : "to \(TimeText.clock(session.lastEvent).prefix(8))"
    count.text = session.count == 1 ? "1 event" : "\(session.count) events"
    state.text = session.isEnded ? "ended" : isAway ? "away" : "live"
    state.tone = session.isEnded || isAway ? .neutral : .success
  }
}
