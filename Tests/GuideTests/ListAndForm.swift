// Lending.swift of docs/guides/a-list-and-a-form.md, in its order. GuideTests sees that both say the same.

import Ghostlight

enum ThingKind: String, Codable { case tool, book, game }

/// A thing on the shelf. Until it is saved it has no id.
struct Thing: Codable, Equatable, Identifiable, ModelType {
  var id: Int64?
  var name = ""
  var count: Int? = 1
  var since = ""
  var kind: ThingKind?
  var isFragile = false
  /// The file name of its picture.
  var picture: String?
}

/// A thing that is to be saved, with the picture that was handed over for it.
struct Saving: Codable, Equatable {
  var thing: Thing
  var upload: UploadedFile?
}

@Event(reach: .app)
enum ThingEvent {
  @Answered(by: \.things) case requestThings(String)
  @Answered(by: \.thing) case requestThing(Int64)
  @Answered(by: \.saved) case requestSave(Saving)
  @Answered(by: \.deleted) case requestDelete(Thing)

  case things(Result<[Thing], ThingFailure>)
  case thing(Result<Thing, ThingFailure>)
  @News case saved(Result<Thing, ThingFailure>)
  @News case deleted(Result<Thing, ThingFailure>)
}

struct ShelfServer: Server {
  let shelf: Shelf

  var observers: some Observers {
    Answer(\ThingEvent.requestThings, atMost: 4, whenInterrupted: .askAgain) { [shelf] in
      try await shelf.things(matching: $0)
    }
    Answer(\ThingEvent.requestThing, atMost: 4, whenInterrupted: .askAgain) { [shelf] in try await shelf.thing($0) }
    Answer(\ThingEvent.requestSave, atMost: 1) { [shelf] in try await shelf.save($0) }
    Answer(\ThingEvent.requestDelete, atMost: 1) { [shelf] in try await shelf.delete($0) }
  }
}

/// Says things in English or in Chinese.
struct Say: Sendable {
  let isChinese: Bool

  func callAsFunction(_ english: String, _ chinese: String) -> String { isChinese ? chinese : english }

  func failure(_ failure: ThingFailure) -> String {
    switch failure {
    case .nameTaken: self("There is a thing of that name already.", "已经有同名的物品。")
    case .missing: self("This thing isn’t there any more.", "这件物品已经不在了。")
    case .unavailable: self("Please try again later.", "请稍后再试。")
    }
  }
}

extension Controller {
  func tell(_ failure: ThingFailure, _ say: Say) {
    alert(say("That didn’t work", "没有成功"), say.failure(failure), button: say("OK", "好"))
  }
}

final class ThingCell: TableCell, ViewType {
  let delete: Button
  private let picture = Image.decorative("", size: (48, 48))
  private let title = Link()
  private let about = Label()
  private let say: Say

  init(_ say: Say) {
    self.say = say
    delete = Button(say("Delete", "删除"), looks: ["quiet", "danger"])
    super.init()
    add(picture, Stack.column(title, about, looks: ["text"]), delete)
  }

  func take(_ thing: Thing) {
    picture.source = thing.pictureSource
    picture.isHidden = thing.picture == nil
    title.text = thing.name
    title.target = Path.thing(thing.id ?? 0).text
    about.text = "× \(thing.count ?? 0)" + (thing.isFragile ? say(", fragile", "，易碎") : "")
    delete.name = say("Delete \(thing.name)", "删除 \(thing.name)")
  }
}

final class ShelfController: Controller {
  private let say: Say
  private let search: TextInput
  private let table: Table<ThingCell>
  private let empty = Label()
  private let pages = Label()

  init(_ say: Say) {
    self.say = say
    search = .search(say("Search", "搜索"), placeholder: say("Search", "搜索"))
    table = Table(say("Things", "物品"), cell: ThingCell(say))
  }

  override var title: String { say("The shelf", "共享架") }

  override func loadView() -> View {
    let new = Button(say("New thing", "新物品"), looks: ["primary"]) { [unowned self] in go(to: .newThing) }
    empty.text = say("Nothing here.", "这里什么都没有。")
    empty.isHidden = true
    return Stack.main(Stack.header(Heading(title), pages, new), search, table, empty)
  }

  override func viewDidLoad() {
    onAnswer(to: \ThingEvent.requestThings, latestOnly: true, failed: { $0.tell($1, $0.say) }) { $0.show($1) }
    onAnswer(to: \ThingEvent.requestDelete, failed: { $0.tell($1, $0.say) })
    onSuccess(of: \ThingEvent.saved) { screen, _ in screen.ask() }
    onSuccess(of: \ThingEvent.deleted) { screen, _ in screen.ask() }
    onSuccess(of: \PageEvent.count) { screen, count in
      screen.pages.text = screen.say("Open pages: \(count)", "打开的页面：\(count)")
    }
    busy(table, while: \ThingEvent.requestThings)
    search.onChange = { [unowned self] _ in ask() }
    table.onTap(\.delete) { [unowned self] in askWhetherToDelete($0) }
  }

  override func viewWillAppear() {
    ask()
    if let stream { send(PageEvent.requestCount(Attendance(page: stream.identity, isHere: true))) }
  }

  private func ask() { send(ThingEvent.requestThings(search.text)) }

  private func show(_ things: [Thing]) {
    table.show(things)
    empty.isHidden = !things.isEmpty
  }
}

final class ThingController: Controller {
  private let say: Say
  private let id: Int64?
  private let form = EditForm(Thing())
  private let photo: FilePicker
  private let picture = Image("", alternative: "", size: (240, 180))

  init(_ say: Say, id: Int64? = nil) {
    self.say = say
    self.id = id
    let limits = FileLimits(size: 5_000_000, types: ["image/png", "image/jpeg"])
    photo = FilePicker("", limits, cancel: say("Cancel", "取消")) { say("Remove \($0)", "移除 \($0)") }
  }

  override var title: String { id == nil ? say("New thing", "新物品") : say("Edit thing", "编辑物品") }

  override func loadView() -> View {
    let count = NumberField(minimum: 1, maximum: 99)
    count.words = { [say] in say.isChinese ? "请输入 1 到 99 的整数。" : $0.description }
    let since = TextInput.date()
    since.words = say("Enter a whole date.", "请输入完整的日期。")
    photo.words = { [say] in say.isChinese ? "请选择 5 MB 以内的 PNG 或 JPEG 图片。" : $0.description }
    let kinds: [(ThingKind, String)] = [
      (.tool, say("Tool", "工具")), (.book, say("Book", "书")), (.game, say("Game", "游戏")),
    ]
    picture.isHidden = true
    form.add(
      form.field(
        \.name, say("Name", "名称"), .line(takesFocus: true),
        .required(say("What is it called?", "请输入名称。")),
        .atMost(60, say("At most 60 characters.", "最多 60 个字符。"))),
      form.field(
        \.count, say("How many", "数量"), count, .required(say("How many are there?", "请输入数量。"))),
      form.field(
        \.since, say("Here since", "上架日期"), since,
        .required(say("Since when is it here?", "请输入日期。")),
        FieldRule(say("Not before the year 2000.", "不能早于 2000 年。")) { $0 >= "2000" }),
      form.field(
        \.kind, say("Kind", "种类"), Select("", kinds, prompt: say("Choose…", "请选择…")),
        .required(say("Choose one.", "请选择。"))),
      form.field(\.isFragile, say("Fragile", "易碎"), Checkbox()),
      picture, Field(say("Picture", "图片"), photo),
      Stack.row(
        Button(say("Save", "保存"), looks: ["primary"]) { [unowned self] in form.submit() },
        Button(say("Cancel", "取消"), looks: ["quiet"]) { [unowned self] in pop() }))
    return Stack.main(Heading(title), form)
  }

  override func viewDidLoad() {
    onAnswer(to: \ThingEvent.requestThing, failed: { $0.tell($1, $0.say) }) { $0.show($1) }
    onAnswer(to: \ThingEvent.requestSave, failed: { $0.complain($1) }) { screen, _ in screen.pop() }
    busy(form, while: \ThingEvent.requestThing)
    form.onSave = { [unowned self] in save($0) }
  }

  override func viewWillAppear() {
    if let id { send(ThingEvent.requestThing(id)) }
  }

  private func show(_ thing: Thing) {
    form.value = thing
    picture.source = thing.pictureSource
    picture.name = thing.name
    picture.isHidden = thing.picture == nil
  }

  private func save(_ thing: Thing) {
    // Not before the thing has come, or it would be saved as a new one; and not twice.
    guard thing.id == id, !isUnanswered(\ThingEvent.requestSave) else { return }
    send(ThingEvent.requestSave(Saving(thing: thing, upload: photo.files.last)))
  }

  private func complain(_ failure: ThingFailure) {
    guard failure == .nameTaken else { return tell(failure, say) }
    form.complain([\.name: say.failure(failure)])
  }
}

extension ShelfController {
  private func askWhetherToDelete(_ thing: Thing) {
    confirm(
      say("Delete “\(thing.name)”?", "删除“\(thing.name)”？"), button: say("Delete", "删除"), cancel: say("Keep", "保留"),
      isDestructive: true
    ) { [unowned self] in send(ThingEvent.requestDelete(thing)) }
  }
}

/// That a page is here, or has gone.
struct Attendance: Codable, Equatable {
  let page: StreamIdentity
  let isHere: Bool
}

@Event(reach: .app)
enum PageEvent {
  @Answered(by: \.count) case requestCount(Attendance)
  @News case count(Result<Int, ThingFailure>)
}

actor OpenPages {
  private var pages: Set<StreamIdentity> = []

  func note(_ attendance: Attendance) -> Int {
    if attendance.isHere { pages.insert(attendance.page) } else { pages.remove(attendance.page) }
    return pages.count
  }
}

struct PageServer: Server {
  private let pages = OpenPages()

  var observers: some Observers {
    Answer(\PageEvent.requestCount, atMost: 1, whenInterrupted: .askAgain) { [pages] in await pages.note($0) }
  }
}

/// A part of every session: says at its end that its page has gone.
struct Leaving: Server {
  var observers: some Observers { AtEnd() }

  struct AtEnd: Observers {
    func start(at place: Place, for server: RunningServer) {
      guard case .session(let stream) = place else { return }
      let (app, page) = (stream.app, stream.identity)
      server.onEnd { app.send(PageEvent.requestCount(Attendance(page: page, isHere: false))) }
    }
  }
}

extension Path {
  static let shelf = Path("/")
  static let newThing = Path("/things/new")
  static let thing = Route<Int64>("/things/:id")
}

struct LendingApp: LiveApp {
  let shelf: Shelf
  let name = "Lending"
  let languages = ["en", "zh"]

  var servers: [any Server] {
    ShelfServer(shelf: shelf)
    PageServer()
  }

  func session(for visitor: Visitor) -> Session {
    let say = Say(isChinese: visitor.language(from: languages) == "zh")
    return Session(
      Leaving(),
      screens: Routes {
        Path.shelf ~> { ShelfController(say) }
        Path.newThing ~> { ThingController(say) }
        Path.thing ~> { ThingController(say, id: $0) }
      })
  }

  static func main() async {
    await LiveServer.runOrExit(ServerConfiguration()) { configuration in
      let shelf = try Shelf(path: "lending.sqlite", pictures: "lending-pictures")
      return LiveServer(LendingApp(shelf: shelf), configuration: configuration).answering(shelf.endpoint)
    }
  }
}
