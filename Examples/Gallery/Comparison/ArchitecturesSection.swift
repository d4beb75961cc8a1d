import GalleryArchitectures
public import GalleryFrame

/// The same list, seven times.
public enum ArchitecturesSection {
  /// The section. What its pages tell of costs, a ``CostServer`` of the app answers.
  public static var section: GallerySection {
    GallerySection(
      Phrase("Architectures", "架构"), [comparison] + Architecture.all.map(page) + [.greeting, .sixWays])
  }

  private static func page(_ architecture: Architecture) -> GalleryPage {
    let story = ArchitectureStory.of(architecture.name)
    return GalleryPage("/architectures/\(architecture.name)", story.title, story.summary) { visit in
      ArchitecturePage(architecture, visit)
    }
  }

  private static var comparison: GalleryPage {
    GalleryPage(
      "/architectures", Phrase("All seven, compared", "七种架构对比"),
      Phrase(
        "One list of reminders, events and festivals mixed, written seven times. Size and cost come from the program itself.",
        "同一个提醒列表，事件与节日混排，写了七遍。代码量和开销都取自程序本身。")
    ) { ComparisonPage($0) }
  }
}
