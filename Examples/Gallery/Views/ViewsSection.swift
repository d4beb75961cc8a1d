public import GalleryFrame
import Ghostlight

/// Every view in every state. A page more is a line more.
public enum ViewsSection {
  /// The section.
  public static let section = GallerySection(
    Phrase("Views", "视图"),
    [
      GalleryPage("/views", Phrase("All views", "全部视图"), Phrase("Every view in every state.", "每种视图的各种状态。")) {
        EveryViewPage($0)
      }
    ])
}
