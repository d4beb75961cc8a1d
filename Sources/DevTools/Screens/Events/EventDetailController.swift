internal import EventLog
internal import EventStream
internal import ViewKit

/// One event: what it carries, what led to it, and everything that it led to.
final class EventDetailController: Controller {
  /// Called with the place of another event to open.
  var onOpen: ((UInt64) -> Void)?
  /// Called with the ids of all events of its chain, to show no others.
  var onChain: ((Set<EventID>) -> Void)?
  /// Called with the same when something has come of the event since.
  var onGrowth: ((Set<EventID>) -> Void)?
  /// Called with 1 for the event before in the list, -1 for the one after.
  var onStep: ((Int) -> Void)?
  /// The place of the event that is shown.
  private(set) var position: UInt64?

  private let tools: DevToolsParts
  private let words: Words
  private var tree: CauseTree?
  private var texts: EventTexts
  private lazy var hint = Stack.column(
    Heading(words.detail.noneOpen, level: 2), Label(words.detail.choose, looks: ["muted"]), looks: ["hint"])
  private let content = Stack.column(looks: ["event-detail"])
  private let heading = Heading(level: 2)
  private let badges = Stack.row(looks: ["badges"])
  private let facts = Element(.terms, looks: ["facts"])
  private lazy var code = CodeBlock(words.detail.content, "")
  private let cut = Label(looks: ["muted"])
  private lazy var rows = Table(words.detail.chainName, cell: CauseCell(words.events))
  private lazy var diagram = Image("", alternative: words.detail.diagramName)
  private lazy var visit = Link(words.detail.screen, looks: ["call"])
  private lazy var later = Button(words.detail.later, looks: ["quiet"]) { [unowned self] in onStep?(-1) }
  private lazy var earlier = Button(words.detail.earlier, looks: ["quiet"]) { [unowned self] in onStep?(1) }
  private lazy var chain = Button(words.detail.onlyChain) { [unowned self] in
    if let tree { onChain?(tree.ids(in: tools.index)) }
  }

  init(_ tools: DevToolsParts, _ words: Words) {
    self.tools = tools
    self.words = words
    texts = EventTexts(gone: words.events.unreadable)
    super.init()
  }

  override func loadView() -> View {
    content.isHidden = true
    content.add(
      Stack.row(heading, later, earlier, looks: ["event-head"]), badges, facts, code,
      Stack.row(chain, visit, looks: ["calls"]), Heading(words.detail.chain, level: 3), cut, rows,
      Disclosure(words.detail.diagram, diagram))
    return Stack.column(hint, content)
  }

  override func viewDidLoad() {
    later.name = words.detail.laterName
    earlier.name = words.detail.earlierName
    rows.onTap(\.open) { [unowned self] in onOpen?($0.id) }
    onAnswer(to: \DevToolsEvent.requestTexts) { $0.take($1) }
  }

  /// Shows an event.
  func show(_ position: UInt64) {
    if let (entry, tree) = look(at: position) { show(entry, tree) }
  }

  /// Takes in what has come of the event that is open since it was shown: an answer may take long.
  func grow() {
    guard let position, tree != nil else { return }
    // Where the index has forgotten it, it numbers the others anew.
    guard let (entry, grown) = look(at: position) else { return tree = nil }
    if grown == tree { return }
    show(entry, grown)
    onGrowth?(grown.ids(in: tools.index))
  }

  private func look(at position: UInt64) -> (LogEntry, CauseTree)? {
    guard let number = tools.index.number(ofPosition: position), let entry = tools.index.entry(number) else {
      return nil
    }
    return (entry, tools.index.withEntries { CauseTree(around: number, in: $0) })
  }

  private func show(_ entry: LogEntry, _ tree: CauseTree) {
    let position = entry.position
    self.position = position
    hint.isHidden = true
    content.isHidden = false
    let name = tools.index.name(entry.name)
    heading.text = name
    self.tree = tree
    cut.isHidden = !tree.isCut
    cut.text = words.detail.cut(at: tree.nodes.count)
    // With how much is drawn of: a browser shows what it has of an address that stays the same.
    diagram.source =
      Path.diagram.asking("event", for: "\(position)").asking("events", for: "\(tree.nodes.count)").text
    showBadges(entry, tree)
    showFacts(entry)
    let source = tools.index.source(entry.source)
    if case .session(let id) = source {
      visit.isHidden = false
      visit.target = Path.moment(of: id, at: position).text
    } else {
      visit.isHidden = true
    }
    showTexts()
    askForTexts()
  }

  /// Shows none.
  func close() {
    position = nil
    tree = nil
    hint.isHidden = false
    content.isHidden = true
  }

  private func showBadges(_ entry: LogEntry, _ tree: CauseTree) {
    for badge in badges.children { badge.removeFromParent() }
    let source = tools.index.source(entry.source)
    let name = source.shortName(in: words.events)
    badges.add(Badge(source == .app ? name : words.detail.session(name), .accent))
    if entry.marks.contains(.input) { badges.add(Badge(words.events.meaning(of: .input))) }
    if entry.answersID != 0 { badges.add(Badge(words.events.meaning(of: .answer), .success)) }
    let answer = tree.nodes.lazy.compactMap { [index = tools.index] in index.entry($0.number) }
      .first { $0.answersID == entry.id.rawValue }
    if let answer {
      let time = TimeText.between(entry.time, answer.time, in: words.times)
      badges.add(Badge(words.detail.answered(in: time), .success))
    }
  }

  private func showFacts(_ entry: LogEntry) {
    for fact in facts.children { fact.removeFromParent() }
    let source = tools.index.source(entry.source)
    var all = [(words.detail.timeFact, TimeText.moment(entry.time))]
    if case .session(let id) = source { all.append((words.detail.sessionFact, id)) }
    all += [(words.detail.idFact, entry.id.description), (words.detail.placeFact, "\(entry.position)")]
    if entry.causeID != 0 { all.append((words.detail.causeFact, EventID(rawValue: entry.causeID).description)) }
    if entry.answersID != 0 { all.append((words.detail.answersFact, EventID(rawValue: entry.answersID).description)) }
    for (term, meaning) in all { facts.add(Element(.term, text: term), Element(.meaning, text: meaning)) }
  }

  private func showTexts() {
    guard let position, let tree else { return }
    code.show([CodeBlock.Piece(texts.full(at: position))])
    rows.show(
      tree.nodes.compactMap { node in
        guard let entry = tools.index.entry(node.number) else { return nil }
        let summary = texts.summary(at: entry.position)
        return CauseRow(
          row: EventRow(entry, in: tools.index, summary: summary, isChosen: entry.position == position),
          depth: node.depth)
      })
  }

  private func askForTexts() {
    if let wanted = texts.takeMissing() { send(DevToolsEvent.requestTexts(wanted)) }
  }

  private func take(_ answer: Result<[EventText], DevToolsFailure>) {
    guard case .success(let new) = answer else { return }
    texts.add(new)
    showTexts()
    // A long chain has more than is asked for at once.
    askForTexts()
  }
}
