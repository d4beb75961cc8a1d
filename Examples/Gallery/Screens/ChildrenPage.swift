import GalleryFrame
import Ghostlight

/// Children in regions, and one that is chosen by state, with a transition.
final class ChildrenPage: LifeCyclePage {
  private let many = Stack.column(looks: ["region"])
  private let one = Stack.column(looks: ["region"])
  private let transition: RadioGroup<Transition>
  private var count = 0
  private var step = 0

  init(_ visit: Visit) {
    transition = RadioGroup(
      Phrase("Transition", "过渡")(visit.language), Transition.allCases.map { ($0, $0.rawValue) }, selected: .slide)
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

  private var added: [Controller] = []

  private func addChild() {
    count += 1
    let child = RecordedController(Phrase("Child", "子")(language) + " \(count)")
    added.append(child)
    add(child, in: many)
  }

  private func removeChild() { if let child = added.popLast() { remove(child) } }

  private func next() {
    step += 1
    show(RecordedController(Phrase("Step", "步骤")(language) + " \(step)"), in: one, by: transition.selected)
  }
}
