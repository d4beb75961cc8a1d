import EventStream
import Testing

@testable import ViewKit

/// A second screen that differs in behaviour and has a region more, without copying (row C5).
@Suite struct DerivationTests {
  struct ProductScreen: Screen {
    let name = Heading(), price = Label(), buy = Button("Buy"), more = Stack.column()
    var view: View { main }
    private let main: View
    init() { main = Stack.main(name, price, buy, more) }
  }

  class ProductController: ScreenController<ProductScreen> {
    init() { super.init(ProductScreen()) }
    override var title: String { "Teapot" }
    override func viewDidLoad() {
      self.name.text = "Teapot"
      self.price.text = cost(of: 20)
      self.buy.onTap = { [unowned self] in alert("Sign in", "to buy a teapot") }
    }
    func cost(of amount: Int) -> String { "€\(amount)" }
  }

  /// For who is signed in: another price, and what was bought before.
  final class OwnProductController: ProductController {
    override func viewDidLoad() {
      super.viewDidLoad()
      self.buy.onTap = { [unowned self] in self.price.text = "Bought" }
      add(PurchasesController(), in: self.more)
    }
    override func cost(of amount: Int) -> String { super.cost(of: amount - 2) }
  }

  final class PurchasesController: Controller {
    override func loadView() -> View { Stack.column(Label("You bought one in May.")) }
  }

  func session(isSignedIn: Bool) -> LiveSession {
    LiveSession(
      Session(screens: Routes { "/" ~> { isSignedIn ? OwnProductController() : ProductController() } }),
      app: AppStream())
  }

  @Test func `the screen as it is`() async throws {
    let session = session(isSignedIn: false)
    #expect(await session.open("/"))
    #expect(await session.withScreen { $0.texts } == ["Teapot", "€20", "Buy"])
    let buy = try #require(await session.withScreen { $0.buttons.first } ?? nil)
    try await session.receive(Intent(.view(buy), .tap))
    #expect(await session.withScreen { $0.texts }?.suffix(3) == ["Sign in", "to buy a teapot", "OK"])
  }

  @Test func `the screen that is derived from it`() async throws {
    let session = session(isSignedIn: true)
    #expect(await session.open("/"))
    #expect(await session.withScreen { $0.texts } == ["Teapot", "€18", "Buy", "You bought one in May."])
    let buy = try #require(await session.withScreen { $0.buttons.first } ?? nil)
    try await session.receive(Intent(.view(buy), .tap))
    #expect(await session.withScreen { $0.texts }?.contains("Bought") == true)
  }
}

extension ViewTree {
  fileprivate var texts: [String] {
    all { !$0[text: .text].isEmpty }.compactMap { view($0)?[text: .text] }
  }
}
