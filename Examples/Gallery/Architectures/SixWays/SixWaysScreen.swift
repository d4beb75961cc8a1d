public import GalleryFrame
public import Ghostlight

/// Six cells that show the same book, each filled in another way.
public final class SixWaysScreen: Controller {
  /// The cells, in the order of the ways.
  public var cells: [View] { [exposed, method, dictionary, interface, holding, bound] }
  /// Fills all of them from the next book.
  public let next: Button

  private let exposed = ExposedCell()
  private let method = MethodCell()
  private let dictionary = DictionaryCell()
  private let interface = InterfaceCell()
  private let holding = HoldingCell()
  private let bound = BoundCell()
  private let books: [Book]
  @SessionState private var index = 0

  /// Makes the screen.
  public init(_ language: Language) {
    next = Button(Phrase("Next book", "下一本书")(language), looks: ["primary"])
    books = [
      Book(
        title: Phrase("Journey to the West", "西游记")(language), author: Phrase("Wu Cheng’en", "吴承恩")(language),
        year: 1592),
      Book(
        title: Phrase("Frankenstein", "弗兰肯斯坦")(language), author: Phrase("Mary Shelley", "玛丽·雪莱")(language), year: 1818),
      Book(
        title: Phrase("Dream of the Red Chamber", "红楼梦")(language), author: Phrase("Cao Xueqin", "曹雪芹")(language),
        year: 1791),
    ]
    super.init()
  }

  public override func loadView() -> View { Stack.row(next) }

  public override func viewDidLoad() {
    fillAll()
    next.onTap = { [unowned self] in
      index = (index + 1) % books.count
      fillAll()
    }
  }

  public override func didRestoreState() { fillAll() }

  private func fillAll() {
    let book = books[index]
    fill(exposed, from: book)
    fill(method, from: book)
    fill(dictionary, from: book)
    fill(interface, from: book)
    fill(holding, from: book)
    fill(bound, from: book)
  }
}
