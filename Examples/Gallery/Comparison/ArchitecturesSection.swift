import GalleryArchitectures
public import GalleryFrame

/// The same list, seven times.
public enum ArchitecturesSection {
  /// The section.
  ///
  /// - Parameter costs: What was measured of them.
  public static func section(_ costs: BindingCosts) -> GallerySection {
    GallerySection(
      Phrase("Architectures", "架构"),
      [comparison(costs)] + Architecture.all.map { page($0, costs) } + [.greeting, .sixWays])
  }

  private static func page(_ architecture: Architecture, _ costs: BindingCosts) -> GalleryPage {
    let story = ArchitectureStory.of(architecture.name)
    return GalleryPage("/architectures/\(architecture.name)", story.title, story.summary) { visit in
      ArchitecturePage(architecture, visit, costs)
    }
  }

  private static func comparison(_ costs: BindingCosts) -> GalleryPage {
    GalleryPage(
      "/architectures", Phrase("All seven, compared", "七种架构对比"),
      Phrase(
        "One list of reminders, events and festivals mixed, written seven times. Size and cost come from the program itself.",
        "同一个提醒列表，事件与节日混排，写了七遍。代码量和开销都取自程序本身。")
    ) { ComparisonPage($0, costs) }
  }
}
