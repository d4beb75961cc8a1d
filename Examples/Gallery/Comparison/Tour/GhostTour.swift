public import GalleryFrame
public import Ghostlight

/// Ghost binding in two minutes: four steps to read and to try, beside the list that they make.
public final class GhostTour: Controller {
  private let language: Language
  private let table: Table<TourCell>
  private let standout: RadioGroup<TourCell.Standout>
  private let step = Button(looks: ["primary"])
  private let error = ErrorLabel()
  private let method: CodeBlock
  private let added: Label
  @SessionState private var progress = Progress.before
  @SessionState private var festivalsStandOut = false

  /// How far the third step is.
  private enum Progress: Codable { case before, refused, compiled }

  /// Makes the tour in a language.
  public init(_ language: Language) {
    self.language = language
    table = Table(TourWords.list(language), cell: TourCell())
    standout = RadioGroup(
      TourWords.standOut(language),
      [(.meetings, TourWords.meetings(language)), (.festivals, TourWords.festivals(language))], selected: .meetings)
    method = Self.code(TourWords.add(language), TourWords.methodCode)
    added = Label(TourWords.added(language))
    error.looks = ["code"]
  }

  public override func loadView() -> View {
    let steps = Stack.column(
      part(TourWords.give, TourWords.giveText, TourWords.giveCode),
      part(TourWords.take, TourWords.takeText, TourWords.takeCode),
      part(TourWords.add, TourWords.addText, TourWords.addCode, error, method, added, Stack.row(step)),
      looks: ["tour-steps"])
    let live = Stack.section(
      Heading(TourWords.list(language), level: 3), table,
      part(TourWords.tag, TourWords.tagText, TourWords.tagCode, standout), looks: ["panel", "live"])
    return Stack.row(steps, live, looks: ["tour"])
  }

  public override func viewDidLoad() {
    table.tag = tag
    standout.onChange = { [unowned self] in
      festivalsStandOut = $0 == .festivals
      table.tag = tag
    }
    step.onTap = { [unowned self] in
      progress = progress == .before ? .refused : progress == .refused ? .compiled : .before
      show()
    }
    show()
  }

  private var tag: TourCell.Standout { festivalsStandOut ? .festivals : .meetings }

  public override func didRestoreState() {
    table.tag = tag
    show()
  }

  private func show() {
    error.text = progress == .refused ? "error: \(TourWords.error)" : ""
    method.isHidden = progress != .compiled
    added.isHidden = progress != .compiled
    switch progress {
    case .before: step.text = TourWords.addButton(language)
    case .refused: step.text = TourWords.writeButton(language)
    case .compiled: step.text = TourWords.againButton(language)
    }
    table.show(rows)
  }

  private var rows: [TourCell.Model] {
    func say(_ english: String, _ chinese: String) -> String { Phrase(english, chinese)(language) }
    let rows =
      TourCell.rows([
        Meeting(id: 1, day: say("Mon", "周一"), topic: say("Plan the journey", "计划旅行")),
        Meeting(id: 2, day: say("Wed", "周三"), topic: say("Choose the paint", "挑选油漆")),
      ])
      + TourCell.rows([Festival(id: 1, day: say("Fri", "周五"), name: say("Lantern Festival", "元宵节"))])
    let birthday = Birthday(id: 1, day: say("Sat", "周六"), person: say("Ada", "艾达"))
    return progress == .compiled ? rows + [TourCell.row(birthday)] : rows
  }

  // MARK: Parts

  private func part(_ title: Phrase, _ text: Phrase, _ code: String, _ views: View...) -> View {
    let part = Stack.column(
      Heading(title(language), level: 3), Label(text(language)), Self.code(title(language), code), looks: ["step"])
    for view in views { part.add(view) }
    return part
  }

  private static func code(_ name: String, _ code: String) -> CodeBlock {
    CodeBlock(name, SwiftPieces.pieces(of: code))
  }
}
