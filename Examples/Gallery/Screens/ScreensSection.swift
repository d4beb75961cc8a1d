public import GalleryFrame
import Ghostlight

/// Containers, transitions and routes to click through. A page more is a line more.
public enum ScreensSection {
  /// The section.
  public static let section = GallerySection(
    Phrase("Screens", "屏幕"),
    [
      GalleryPage(
        "/containers", Phrase("Containers", "容器"),
        Phrase("Screens inside screens, and the life cycle of each.", "屏幕中的屏幕,以及各自的生命周期。")
      ) { PageController($0) }
    ])
}
