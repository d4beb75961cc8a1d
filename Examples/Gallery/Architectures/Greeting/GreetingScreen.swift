public import GalleryFrame
public import Ghostlight

/// The view: a button, a line of text, and no idea whom it greets.
public final class GreetingScreen: Controller, GreetingView {
  private let show: Button
  private let greeting = Label(looks: ["greeting"])
  private var presenter: GreetingPresenter?

  /// Makes the screen and, as whoever puts the three together does, its presenter.
  public init(_ language: Language) {
    show = Button(Phrase("Show the greeting", "显示问候")(language), looks: ["primary"])
    super.init()
    let person = Person(firstName: "Ada", lastName: "Lovelace")
    presenter = GreetingPresenter(view: self, person: person, hello: Phrase("Hello ", "你好，")(language))
  }

  public override func loadView() -> View { Stack.column(Stack.row(show), greeting) }

  public override func viewDidLoad() {
    show.onTap = { [unowned self] in presenter?.showGreeting() }
  }

  func setGreeting(_ greeting: String) { self.greeting.text = greeting }
}
