/// Several controllers, of which one is shown: the one whose tab is chosen.
///
/// A controller is made when its tab is first chosen. The others are hidden meanwhile, and found as they were left.
///
/// Where each page is to have an address of its own, that can be shared, opened in a new tab and gone back to, they aren't
/// tabs to who can't see them, but links: let the screen have an ``Controller/outlet``, and a `Stack.navigation` of links of
/// which ``Link/isCurrent`` marks the one that is shown. So the WAI-ARIA practices have it: a tab bar is one stop of the Tab
/// key with arrow keys inside; links are each a stop, and do what links do everywhere.
open class TabsController: Controller {
  /// A tab: its label and what makes its controller.
  public struct Tab {
    let label: String
    let make: () -> Controller

    /// Makes a tab.
    public init(_ label: String, _ make: @escaping () -> Controller) {
      self.label = label
      self.make = make
    }
  }

  private let name: String
  private let tabs: [Tab]
  private let bar: TabBar<Int>
  private let panel = TabPanel("")
  private var made: [Int: Controller] = [:]
  /// The tabs that have been chosen, each once, in the order in which they were.
  @SessionState private var opened: [Int] = []

  /// The number of the tab that is chosen, from 0.
  @SessionState public private(set) var chosen = 0

  /// The title of the controller that is shown, if it has one, or else what the page was called when it was made.
  open override var title: String { made[chosen].map { $0.title.isEmpty ? name : $0.title } ?? name }

  /// Makes a page of tabs that shows the first one, unless another is chosen.
  public init(_ title: String, _ tabs: [Tab]) {
    name = title
    self.tabs = tabs
    bar = TabBar(title, tabs.enumerated().map { ($0.offset, $0.element.label) }, selected: 0)
    super.init()
    panel.show(for: bar.heads)
  }

  open override func loadView() -> View { Stack.column(bar, panel, looks: ["tabs"]) }

  open override func viewDidLoad() {
    bar.onChange = { [unowned self] in choose($0) }
    // It may have been chosen before, or come from a program that had more tabs.
    choose(tabs.indices.contains(chosen) ? chosen : 0)
  }

  open override func didRestoreState() {
    let last = chosen
    for number in opened { choose(number) }
    choose(last)
  }

  /// Chooses a tab by its number, from 0.
  public func choose(_ number: Int) {
    guard tabs.indices.contains(number) else { return }
    chosen = number
    bar.selected = number
    panel.name = tabs[number].label
    let controller = made[number] ?? tabs[number].make()
    if made[number] == nil, !opened.contains(number) { opened.append(number) }
    made[number] = controller
    show(controller, in: panel, by: .fade, keepsOthers: true)
  }
}
