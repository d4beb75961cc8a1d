import GalleryFrame
import Ghostlight

/// Every view in every state.
final class EveryViewPage: PageController {
  private lazy var toasts = Toasts(
    Phrase("News", "消息")(language), dismissal: Phrase("Dismiss", "关闭")(language))

  override func loadContent() -> View {
    let page = Stack.column(looks: ["sections"])
    for group in [
      TextSamples.group(language), ActionSamples.group(language, tell: { [unowned self] in tell($0) }),
      InputSamples.group(language), FormSample.group(language, tell: { [unowned self] in tell($0, .success) }),
      ContainerSamples.group(language), PictureSamples.group(language),
      NoticeSamples.group(language, tell: { [unowned self] in tell($0, $1) }),
    ] { page.add(group) }
    page.add(toasts)
    return page
  }

  private func tell(_ text: String, _ tone: Tone = .neutral) { toasts.show(text, tone, by: self) }
}

/// Views that belong together, under a heading.
func sampleGroup(_ title: String, _ columns: Grid.Columns = .medium, _ samples: View...) -> View {
  let grid = Grid(columns)
  for sample in samples { grid.add(sample) }
  return Stack.section(Heading(title, level: 2), grid, looks: ["samples"])
}
