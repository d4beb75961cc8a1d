import GalleryFrame
import Ghostlight

extension Path {
  static let chapter = Route<Chapter, Int>("/routes/:chapter/:page")
  static let members = Path("/routes/members")
  static let signIn = Path("/routes/sign-in")
  static let latest = Path("/routes/latest")
  static let closed = Path("/routes/closed")
}

/// A value in a path: what isn't one of these leads nowhere.
enum Chapter: String, RouteParameter, CaseIterable {
  case views, tables, screens

  func name(of page: Int, _ language: Language) -> String {
    let chapter =
      switch self {
      case .views: Phrase(rawValue, "视图")
      case .tables: Phrase(rawValue, "表格")
      case .screens: Phrase(rawValue, "屏幕")
      }
    return Phrase("\(chapter(language)), \(page)", "\(chapter(language))，第 \(page) 页")(language)
  }
}

/// Routes with values, redirects, conditions, and one that nobody may follow.
final class RoutesPage: LifeCyclePage {
  private let region = Stack.column(looks: ["region"])
  override var outlet: View? { region }

  init(_ visit: Visit) {
    super.init(
      visit,
      Phrase(
        "A route has a name and typed values, and a link is made from it, so it can’t be misspelt. "
          + "Who may not follow one is sent elsewhere: open a link in a new tab, and the server answers with a redirect.",
        "路由有名称和带类型的值，链接由它生成，不会拼错。无权访问者会被带往别处：在新标签页中打开链接，服务器会以重定向回应。"))
  }

  override func loadStage() -> View {
    let links = Stack.row(looks: ["wrapped"])
    for chapter in Chapter.allCases { links.add(Link(chapter.name(of: 7, language), to: .chapter(chapter, 7))) }
    links.add(
      Link(Phrase("Latest (leads on)", "最新（转向）")(language), to: .latest),
      Link(Phrase("Members only", "会员专区")(language), to: .members),
      Link(Phrase("Closed to all", "不对外开放")(language), to: .closed))
    return Stack.column(links, region, looks: ["stage"])
  }
}

/// Where one who isn't a member is sent, and from where one who signs in goes back.
final class SignInController: RecordedController {
  private let isMember: SessionValue<Bool>
  private let language: Language

  init(_ isMember: SessionValue<Bool>, _ language: Language) {
    self.isMember = isMember
    self.language = language
    super.init(Phrase("Sign in", "登录")(language))
  }

  override func loadContent() -> View {
    Stack.column(
      Heading(title, level: 2),
      Stack.row(
        Button(Phrase("I am a member", "我是会员")(language), looks: ["primary"]) { [unowned self] in
          isMember.value = true
          replace(with: Path(path.asked(for: "back") ?? "/routes"))
        }), looks: ["stage"])
  }
}
