/// Pages of which one is shown, with a bar to choose it by. All of them are kept, and what is typed in them. The one that gets
/// the focus is shown.
public final class Tabs: View {
  /// Called when the user chooses another page, with its number, from 0.
  public var onChange: ((Int) -> Void)?
  private let bar: TabBar<Int>
  private let panels: [TabPanel]

  /// Makes pages.
  ///
  /// - Parameters:
  ///   - name: What they are about, for screen readers.
  ///   - pages: What they are called and what they show, in order.
  ///   - selected: The number of the one shown, from 0.
  public init(_ name: String, _ pages: [(title: String, view: View)], selected: Int = 0) {
    bar = TabBar(name, pages.enumerated().map { ($0.offset, $0.element.title) }, selected: selected)
    panels = pages.map { TabPanel($0.title, $0.view) }
    super.init(.stack)
    looks = ["tabs"]
    add(bar)
    for panel in panels { add(panel) }
    for (panel, tab) in zip(panels, bar.heads) { panel.show(for: [tab]) }
    show(selected)
    bar.onChange = { [unowned self] in
      show($0)
      onChange?($0)
    }
  }

  /// The number of the page that is shown, from 0.
  public var selected: Int {
    get { bar.selected ?? 0 }
    set {
      bar.selected = newValue
      show(newValue)
    }
  }

  override func canReveal(_ child: View) -> Bool { panels.contains { $0 === child } }
  override func reveal(_ child: View) {
    if child.isHidden, let number = panels.firstIndex(where: { $0 === child }) { selected = number }
  }

  private func show(_ number: Int) { for (index, panel) in panels.enumerated() { panel.isHidden = index != number } }
}
