import EventStream
import Synchronization
import Testing

@testable import ViewKit

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
    #expect(await session.withScreen { $0.takeChanges().address } == .back("/shop/books"))
  }

  @Test func `who may not see a screen is sent elsewhere, and may see it later`() async {
    let session = session()
    #expect(await session.open("/shop"))
    _ = await session.withScreen { $0.takeChanges().address }
    #expect(await session.visit(SessionVisit(path: "/orders")))
    #expect(await session.withScreen { $0.title } == "Sign in")
    #expect(await session.withScreen { $0.takeChanges().address } == .push("/sign-in?back=%2Forders"))
    account.isSignedIn.store(true, ordering: .relaxed)
    #expect(await session.visit(SessionVisit(path: "/orders")))
    #expect(await session.withScreen { $0.title } == "Orders")
  }

  @Test func `coming back to a screen that may not be seen any more replaces its address`() async {
    let session = session()
    #expect(await session.open("/shop"))
    #expect(await session.visit(SessionVisit(path: "/orders/3", isBack: true)))
    #expect(await session.withScreen { $0.title } == "Sign in")
    #expect(await session.withScreen { $0.takeChanges().address } == .replace("/sign-in?back=%2Forders%2F3"))
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
