import GalleryFrame
import Ghostlight

/// Children in regions, and one that is chosen by state, with a transition.
final class ChildrenPage: LifeCyclePage {
  private let many = Stack.column(looks: ["region"])
  private let one = Stack.column(looks: ["region"])
  private let transition: RadioGroup<Transition>
  @SessionState private var count = 0
  @SessionState private var step = 0
  /// Who is there, in the order of their coming.
  @SessionState private var guests: [Guest] = []
  private var added: [Controller] = []

  private struct Guest: Codable {
    let number: Int
    let isStep: Bool
  }

  init(_ visit: Visit) {
    transition = RadioGroup(
      Phrase("Transition", "过渡")(visit.language), Transition.allCases.map { ($0, $0.words(visit.language)) },
      selected: .slide)
    super.init(
      visit,
      Phrase(
        "A page is made of regions; children come and go in them, each with a life of its own. "
          + "Below, the child is chosen by state: the one before ends, and the next comes in by a transition.",
        "页面由区域组成，子控制器在其中来去，各有自己的生命周期。下面的子控制器由状态决定：前一个结束，后一个以过渡动画进入。"))
  }

  override func loadStage() -> View {
    Stack.column(
      Stack.row(
        Button(Phrase("Add a child", "添加")(language)) { [unowned self] in addChild() },
        Button(Phrase("Remove the last", "移除最后一个")(language)) { [unowned self] in removeChild() }),
      many, transition,
      Stack.row(Button(Phrase("Next step", "下一步")(language), looks: ["primary"]) { [unowned self] in next() }), one,
      looks: ["stage"])
  }

  override func didRestoreState() {
    super.didRestoreState()
    let present = guests
    guests = []
    for guest in present { receive(guest) }
  }

  private func addChild() {
    count += 1
    receive(Guest(number: count, isStep: false))
  }

  private func removeChild() {
    guard let child = added.popLast(), let index = guests.lastIndex(where: { !$0.isStep }) else { return }
    guests.remove(at: index)
    remove(child)
  }

  private func next() {
    step += 1
    guests.removeAll { $0.isStep }
    receive(Guest(number: step, isStep: true))
  }

  private func receive(_ guest: Guest) {
    guests.append(guest)
    let name = guest.isStep ? Phrase("Step", "步骤") : Phrase("Child", "子控制器")
    let child = RecordedController("\(name(language)) \(guest.number)")
    if guest.isStep { return show(child, in: one, by: transition.selected) }
    added.append(child)
    add(child, in: many)
  }
}

extension Transition {
  fileprivate func words(_ language: Language) -> String {
    if language == .english { return rawValue }
    return switch self {
    case .none: "无"
    case .fade: "淡入"
    case .slide: "滑入"
    case .rise: "升起"
    }
  }
}
