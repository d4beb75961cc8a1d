import GalleryFrame
import Ghostlight

/// A million rows, none of which exists until somebody looks at it.
final class MillionPage: PageController {
  @SessionState private var insertedAbove = 0
  private let total = Label(looks: ["quiet-text"])
  private let jump = TextInput.line()
  private lazy var row = Field(Phrase("Row", "行号")(language), jump)
  private lazy var table = LargeTable(
    Phrase("Numbers", "数字")(language), count: 1_000_000, rowHeight: 57, cell: NumberCell(language)
  ) { [unowned self] index in NumberRow(index - insertedAbove) }

  override func loadContent() -> View {
    jump.onSubmit = { [unowned self] in go(toRow: $0) }
    let middle = Button(Phrase("Middle", "中间")(language)) { [unowned self] in table.jump(to: table.count / 2) }
    let end = Button(Phrase("End", "末尾")(language)) { [unowned self] in table.jump(to: table.count - 1) }
    let above = Button(Phrase("Insert ten above", "在上方插入十行")(language)) { [unowned self] in insertAbove() }
    total.text = words
    return Stack.column(
      Stack.row(row, middle, end, above, looks: ["tools"]), total, table, looks: ["large"])
  }

  private var words: String {
    Phrase("\(grouped(table.count)) rows", "共 \(grouped(table.count)) 行")(language)
  }

  /// A number with its thousands apart.
  private func grouped(_ number: Int) -> String {
    number < 1000 ? "\(number)" : "\(grouped(number / 1000)),\(String(number % 1000 + 1000).dropFirst())"
  }

  private func go(toRow text: String) {
    let last = grouped(table.count)
    guard let number = Int(text.filter { $0 != "," && !$0.isWhitespace }), (1...table.count).contains(number) else {
      row.problem = Phrase("Enter a number from 1 to \(last).", "请输入 1 到 \(last) 之间的整数。")(language)
      return
    }
    row.problem = nil
    table.jump(to: number - 1)
  }

  private func insertAbove() {
    insertedAbove += 10
    table.didInsert(10, at: 0)
    total.text = words
  }

  override func didRestoreState() { table.didInsert(insertedAbove, at: 0) }
}

/// A number and what there is to say of it.
struct NumberRow: Equatable {
  let number: Int

  init(_ index: Int) { number = index + 1 }

  /// The primes that it is the product of; none for 1.
  var factors: [Int] {
    var rest = number
    var factors: [Int] = []
    var factor = 2
    while factor * factor <= rest {
      while rest % factor == 0 {
        factors.append(factor)
        rest /= factor
      }
      factor += 1
    }
    if rest > 1 { factors.append(rest) }
    return factors
  }
}

/// Shows a number. Rows of primes are higher: a large table doesn't mind.
final class NumberCell: TableCell, ViewType {
  private let language: Language
  private let number = Label(looks: ["title"])
  private let product = Label(looks: ["meta"])

  init(_ language: Language) {
    self.language = language
    super.init()
    add(number, product)
  }

  func take(_ row: NumberRow) {
    number.text = "\(row.number)"
    let factors = row.factors
    switch factors.count {
    case 0: product.text = "–"
    case 1:
      product.text = Phrase("prime", "质数")(language)
      looks = ["prime"]
    default: product.text = factors.map { "\($0)" }.joined(separator: " × ")
    }
  }
}
