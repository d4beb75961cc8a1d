import EventStream
import Synchronization
import Testing

@testable import ViewKit

/// What is done with the address in a turn, and what the browser is told. Only the last was told: the history knew nothing of the others.
private let addressTurns: [([AddressChange], [AddressChange])] = [
  ([.replace("/a?q"), .push("/b")], [.replace("/a?q"), .push("/b")]),
  ([.back("/a"), .push("/b")], [.back("/a"), .push("/b")]),
  ([.push("/b"), .back("/a")], [.push("/b"), .back("/a")]),
  ([.push("/b"), .replace("/b?q")], [.push("/b?q")]),
  ([.push("/b"), .push("/c")], [.push("/c")]),
  ([.replace("/a?q"), .replace("/a?r")], [.replace("/a?r")]),
  ([.back("/a"), .replace("/b")], [.replace("/b")]),
  ([.back("/a"), .push("/b"), .replace("/b?q"), .back("/a")], [.back("/a"), .push("/b?q"), .back("/a")]),
]

extension Path {
  fileprivate static let shop = Path("/shop")
  fileprivate static let book = Route<Int>("/shop/books/:id")
  fileprivate static let shelf = Route<String, Shelf>("/shelves/:room/:shelf")
  fileprivate static let orders = Path("/orders")
  fileprivate static let signIn = Path("/sign-in")
}

private enum Shelf: String, RouteParameter { case upper, lower }

@Suite struct RoutesTests {
  /// A screen that is called what it is given.
  final class Named: Controller {
    let name: String
    init(_ name: String) { self.name = name }
    override var title: String { name }
    override func loadView() -> View {
      let links = trail.map { "\($0.title) \($0.path)" }.joined(separator: ", ")
      return Stack.column(Button(links) { [unowned self] in pop() })
    }
  }

  /// A screen with several addresses, which it counts.
  final class Filtered: Controller {
    private let told = Label("new")
    override func loadView() -> View { told }
    override func pathDidChange() { told.text += " \(path)" }
  }

  /// One that shows the screens under it beside it.
  final class Hosting: Controller {
    private let told = Label("new"), region = Stack.column()
    override var outlet: View? { region }
    override func loadView() -> View { Stack.row(told, region) }
    override func pathDidChange() { told.text += " \(path)" }
  }

  @Test(arguments: [true, false])
  func `a list of routes has conditions and loops`(_ isOpen: Bool) {
    let routes = Routes {
      "/" ~> { Named("home") }
      if isOpen { Path.shop ~> { Named("shop") } }
      if isOpen {
        Path.orders ~> { Named("orders") }
      } else {
        Path.signIn ~> { Named("sign in") }
      }
      for name in ["a", "b"] { Path("/\(name)") ~> { Named(name) } }
    }
    let paths: [Path] = [.shop, .orders, .signIn, Path("/a"), Path("/b")]
    #expect(paths.map { routes.route(to: $0) != nil } == [isOpen, isOpen, !isOpen, true, true])
  }

  @Test
  func `a page whose address leads nowhere goes elsewhere where routes say so, and who asks for it isn't led there`()
    async throws
  {
    let routes = Routes {
      "/" ~> { Named("Start") }
      "/list" ~> { Named("List") }
    }.otherwise(Path("/list"))
    #expect(routes.destination(of: Path("/nothing")) == .nowhere)
    let session = LiveSession(Session(screens: routes), app: AppStream())
    #expect(await session.open("/"))
    #expect(await session.visit(SessionVisit(path: "/nothing", isBack: true)))
    #expect(await session.withScreen { $0.path } == "/list")
    #expect(await session.withScreen { $0.title } == "List")
    let lost = LiveSession(Session(screens: routes), app: AppStream())
    #expect(await !lost.open("/nothing"))
    await session.end()
    await lost.end()
  }

  @Test func `a screen that says nothing of what it is called is called as the app`() async throws {
    let session = LiveSession(
      Session(
        screens: Routes {
          "/" ~> { Named("") }
          "/list" ~> { Named("List") }
        }
      ).of(app: "Shop"), app: AppStream())
    #expect(await session.open("/list"))
    #expect(await session.withScreen { $0.title } == "List")
    let trail = await session.withScreen { tree in
      tree.all { $0.kind == .button }.first.flatMap { tree.view($0) }?[text: .text]
    }
    #expect(trail == "Shop /")
    #expect(await session.visit(SessionVisit(path: "/")))
    #expect(await session.withScreen { $0.title } == "Shop")
    await session.end()
  }

  @Test func `a screen that answers several addresses stands, and is told where it is`() async throws {
    let session = LiveSession(
      Session(
        screens: Routes { (Path("/list") ~> { Filtered() }).also(at: Path("/list/done"), Path("/open")) }),
      app: AppStream())
    #expect(await session.open("/list/done"))
    for visit in [
      SessionVisit(path: "/list", isBack: true), SessionVisit(path: "/open"), SessionVisit(path: "/open", isBack: true),
      SessionVisit(path: "/list/done?x", isBack: true),
    ] {
      #expect(await session.visit(visit))
    }
    let told = await session.withScreen { $0.root.children[0].children[0][text: .text] }
    #expect(told == "new /list /open /list/done?x")
    #expect(await !session.visit(SessionVisit(path: "/list/other")))
  }

  /// What the lowest screen of a session was told, and what it is told by visits.
  private func told(_ path: String, _ visits: [SessionVisit], _ routes: Routes) async -> String? {
    let session = LiveSession(Session(screens: routes), app: AppStream())
    #expect(await session.open(path))
    for visit in visits { #expect(await session.visit(visit)) }
    return await session.withScreen { tree in
      tree.all { $0.kind == .label }.first.flatMap { tree.view($0) }?[text: .text]
    } ?? nil
  }

  @Test func `a screen that the history asks for something else stands, and is told`() async {
    let routes = Routes { Path("/search") ~> { Filtered() } }
    let visits = [
      SessionVisit(path: "/search?q=milk"), SessionVisit(path: "/search", isBack: true),
      SessionVisit(path: "/search", isBack: true),
    ]
    #expect(await told("/search", visits, routes) == "new /search")
    #expect(await told("/search", visits + [SessionVisit(path: "/search")], routes) == "new")
  }

  @Test func `a screen that was covered is told of another address when it is gone back to`() async {
    let routes = Routes {
      (Path("/list") ~> { Filtered() }).also(at: Path("/list/done"))
      "/list/:id" ~> { (id: Int) in Named("\(id)") }
    }
    let done = SessionVisit(path: "/list/done"), seven = SessionVisit(path: "/list/7")
    #expect(await told("/list", [seven, done], routes) == "new /list/done")
    let back = SessionVisit(path: "/list/done", isBack: true)
    #expect(await told("/list", [done, seven, back], routes) == "new /list/done")
    #expect(await told("/list", [done, seven, SessionVisit(path: "/list")], routes) == "new /list/done /list")
    // It is loaded only now.
    #expect(await told("/list/7", [done], routes) == "new")
  }

  @Test func `a screen that stands beside others is told with them`() async {
    let routes = Routes {
      (Path("/list") ~> { Hosting() }).also(at: Path("/list/done"))
      "/list/:id" ~> { (id: Int) in Named("\(id)") }
      "/list/done/:id" ~> { (id: Int) in Named("\(id)") }
    }
    let visits = ["/list/done/8", "/list/done/9", "/list/done", "/list/7"].map { SessionVisit(path: $0) }
    #expect(await told("/list/7", visits, routes) == "new /list/done/8 /list/7")
  }

  @Test func `a trail leads back to where screens were left`() async {
    let routes = Routes {
      Path.shop ~> { Named("Shop") }
      Path.book ~> { Named("Book \($0)") }
    }
    let session = LiveSession(Session(screens: routes), app: AppStream())
    #expect(await session.open("/shop?sort=title"))
    #expect(await session.visit(SessionVisit(path: "/shop/books/7")))
    let trail = await session.withScreen { tree in tree.buttons.first.flatMap { tree.view($0) }?[text: .text] }
    #expect(trail == "Shop /shop?sort=title")
  }

  /// A screen whose address says what is chosen on it.
  final class Choosing: Controller {
    private let told = Label("new")
    override func loadView() -> View {
      let buttons = ["/list?page=2", "/other"].map { path in
        Button(path) { [unowned self] in replaceAddress(with: Path(path)) }
      }
      return Stack.column(told, buttons[0], buttons[1])
    }
    override func viewWillAppear() { if path.asked(for: "page") == "" { replaceAddress(with: Path("/list?page=1")) } }
    override func pathDidChange() { told.text += " \(path)" }
  }

  @Test func `a screen says in its address what it shows, and stays`() async throws {
    let session = LiveSession(
      Session(screens: Routes { Path("/list") ~> { Choosing() } }), app: AppStream())
    func told() async -> String? {
      await session.withScreen { $0.root.children[0].children[0].children[0][text: .text] }
    }
    func address() async -> AddressChange? { await session.withScreen { $0.takeChanges().addresses.last } ?? nil }
    #expect(await session.open("/list"))
    let buttons = try #require(await session.withScreen { $0.buttons })
    try await session.receive(Intent(.view(buttons[0]), .tap))
    #expect(await session.withScreen { $0.path } == "/list?page=2")
    #expect(await address() == .replace("/list?page=2"))
    try await session.receive(Intent(.view(buttons[1]), .tap))
    #expect(await session.withScreen { $0.path } == "/list?page=2", "another screen isn't gone to")
    #expect(await address() == nil)
    #expect(await session.visit(SessionVisit(path: "/list", isBack: true)))
    #expect(await told() == "new /list", "the history leads to what the same screen was asked for before")
    #expect(await session.visit(SessionVisit(path: "/list?page")))
    #expect(await told() == "new", "a visit makes the screen anew")
    #expect(await address() == .push("/list?page=1"), "an entry is made with its last address")
  }

  @Test(arguments: addressTurns)
  func `what happens to the address in one turn is told in order`(changes: [AddressChange], told: [AddressChange]) {
    let tree = ViewTree()
    for change in changes { tree.changeAddress(change) }
    #expect(tree.hasChanges)
    #expect(tree.takeChanges().addresses == told)
    #expect(!tree.hasChanges)
  }

  final class Account: Sendable { let isSignedIn = Atomic(false) }

  let account = Account()

  var routes: Routes {
    Routes(for: [Path.shop, Path.book]) { [account] in
      "/" ~> { Named("Start") }
      Path.shop ~> { Named("Shop") }
      "/shop/books" ~> { Named("Books") }
      Path.book ~> { Named("Book \($0)") }
      Path.shelf ~> { Named("\($0) \($1)") }
      (Path("/tabs") ~> { Named("Tabs") }).starting(at: Path("/tabs/first"))
      "/tabs/:tab" ~> { (tab: String) in Named(tab) }
      Path.signIn ~> { Named("Sign in") }
      Only(
        if: { account.isSignedIn.load(ordering: .relaxed) }, otherwise: { .signIn.asking("back", for: $0.text) }
      ) {
        Path.orders ~> { Named("Orders") }
        "/orders/:id" ~> { (id: Int) in Named("Order \(id)") }
      }
      Only(if: { false }) { "/secret" ~> { Named("Secret") } }
    }
  }

  func session() -> LiveSession { LiveSession(Session(screens: routes), app: AppStream()) }

  @Test func `a route makes a path from values, and the values from that path`() {
    #expect(Path.book(7).text == "/shop/books/7")
    let path = Path.shelf("under the /stairs?", .upper)
    #expect(path.text == "/shelves/under%20the%20%2Fstairs%3F/upper")
    let route = Path.shelf ~> { (room: String, shelf: Shelf) in Named("\(room), \(shelf)") }
    #expect(route.maker(at: path.segments[...])?().title == "under the /stairs?, upper")
  }

  @Test(arguments: [
    ("/shop", Destination.screen), ("/shop/", .screen), ("/shop?a=/b#c", .screen), ("/shop/books/7", .screen),
    ("/shop/books/seven", .nowhere), ("/shop/books/7/x", .nowhere), ("/Shop", .nowhere),
    ("/shelves/a/middle", .nowhere),
    ("/shelves/%ff/upper", .nowhere), ("/tabs", .elsewhere(Path("/tabs/first"))), ("/secret", .forbidden),
    ("/orders/7?x=1", .elsewhere(Path("/sign-in?back=%2Forders%2F7%3Fx%3D1"))),
  ])
  func `a path leads to a screen, elsewhere, or nowhere`(path: String, destination: Destination) {
    #expect(routes.destination(of: Path(path)) == destination)
  }

  @Test func `a path leads into the app, whatever it is made from`() {
    #expect(Path("//example.org/x").text == "/example.org/x")
    #expect(Path("/\\example.org").text == "/example.org")
    #expect(Path("javascript:alert(1)").text == "/javascript:alert(1)")
    #expect(Path("/a b\r\nSet-Cookie: x").text == "/a%20b%0D%0ASet-Cookie:%20x")
    #expect(Path("").text == "/")
  }

  @Test func `a path is written as browsers write it`() {
    #expect(Path("/café/my list?q=ß").text == "/caf%C3%A9/my%20list?q=%C3%9F")
    #expect(Path("/caf%C3%A9").text == "/caf%C3%A9")
    #expect(Route<String>("/café/:drink")("grüner tee").text == "/caf%C3%A9/gr%C3%BCner%20tee")
  }

  @Test(arguments: ["/café", "/caf%C3%A9", "/caf%c3%a9?x", "/my list", "/my%20list", "/grün", "/gr%c3%BCn/"])
  func `a route is found however its path is escaped`(path: String) async {
    let names: [any RouteName] = [Path("/café"), Route<String>("/café/:drink"), Path("/my list")]
    let routes = Routes(for: names) {
      ("/café" ~> { Named("Café") }).also(at: Path("/grün"))
      "/café/:drink" ~> { (drink: String) in Named(drink) }
      "/my list" ~> { Named("List") }
    }
    #expect(routes.destination(of: Path(path)) == .screen)
    #expect(routes.destination(of: Path("/caf%C3")) == .nowhere)
    let session = LiveSession(Session(screens: routes), app: AppStream())
    #expect(await session.open(path))
    #expect(await session.visit(SessionVisit(path: "/café/grüner tee")))
    #expect(await session.withScreen { $0.title } == "grüner tee")
    #expect(await session.withScreen { $0.path } == "/caf%C3%A9/gr%C3%BCner%20tee")
  }

  @Test func `what a path asks for can be read again`() {
    let path = Path.signIn.asking("back", for: "/a?b=c&d").asking("so & so", for: "ü")
    #expect(path.asked(for: "back") == "/a?b=c&d")
    #expect(path.asked(for: "so & so") == "ü")
    #expect(path.asked(for: "nothing") == nil)
  }

  @Test func `a deep link has the screens on the way under it`() async {
    let session = session()
    #expect(await session.open("/shop/books/7"))
    let trail = await session.withScreen { tree in tree.buttons.first.flatMap { tree.view($0) }?[text: .text] }
    #expect(trail == "Start /, Shop /shop, Books /shop/books")
    #expect(await session.withScreen { $0.title } == "Book 7")
  }

  @Test func `going up shows the screen under this one`() async throws {
    let session = session()
    #expect(await session.open("/shop/books/7"))
    let button = try #require(await session.withScreen { $0.buttons.first } ?? nil)
    try await session.receive(Intent(.view(button), .tap))
    #expect(await session.withScreen { $0.path } == "/shop/books")
    #expect(await session.withScreen { $0.takeChanges().addresses } == [.back("/shop/books")])
  }

  @Test(arguments: [("/tabs/first", "Start /", "/"), ("/tabs/second", "Start /, Tabs /tabs", "/tabs/first")])
  func `going up passes over a screen that leads on to this one`(path: String, trail: String, target: String)
    async throws
  {
    let session = session()
    #expect(await session.open(path))
    let button = try #require(await session.withScreen { $0.buttons.first } ?? nil)
    #expect(await session.withScreen { $0.view(button)?[text: .text] } == trail)
    try await session.receive(Intent(.view(button), .tap))
    #expect(await session.withScreen { $0.path } == target)
  }

  @Test func `who may not see a screen is sent elsewhere, and may see it later`() async {
    let session = session()
    #expect(await session.open("/shop"))
    _ = await session.withScreen { $0.takeChanges().addresses }
    #expect(await session.visit(SessionVisit(path: "/orders")))
    #expect(await session.withScreen { $0.title } == "Sign in")
    #expect(await session.withScreen { $0.takeChanges().addresses } == [.push("/sign-in?back=%2Forders")])
    account.isSignedIn.store(true, ordering: .relaxed)
    #expect(await session.visit(SessionVisit(path: "/orders")))
    #expect(await session.withScreen { $0.title } == "Orders")
  }

  @Test func `coming back to a screen that may not be seen any more replaces its address`() async {
    let session = session()
    #expect(await session.open("/shop"))
    #expect(await session.visit(SessionVisit(path: "/orders/3", isBack: true)))
    #expect(await session.withScreen { $0.title } == "Sign in")
    #expect(await session.withScreen { $0.takeChanges().addresses } == [.replace("/sign-in?back=%2Forders%2F3")])
  }

  @Test func `a screen that is for nobody says so`() async {
    let session = session()
    #expect(await !session.open("/secret"))
    #expect(await session.withScreen { $0.title } == "Not allowed")
  }

  @Test func `routes that lead to one another end nowhere`() async {
    let session = LiveSession(
      Session(
        screens: Routes {
          ("/a" ~> { Controller() }).starting(at: Path("/b"))
          ("/b" ~> { Controller() }).starting(at: Path("/a"))
        }), app: AppStream())
    #expect(await !session.open("/a"))
  }
}
