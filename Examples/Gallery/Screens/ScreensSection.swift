public import GalleryFrame
import Ghostlight

/// Containers, transitions and routes to click through. A page more is a line more.
public enum ScreensSection {
  /// The section.
  public static let section = GallerySection(
    Phrase("Screens", "屏幕"),
    [
      GalleryPage(
        "/containers", Phrase("Children", "子控制器"),
        Phrase("Screens inside screens, and the life of each.", "屏幕中的屏幕，以及各自的生命周期。")
      ) { ChildrenPage($0) },
      GalleryPage(
        "/containers/navigation", Phrase("Navigation", "导航"),
        Phrase("A stack that follows the address.", "跟随地址的屏幕栈。")
      ) { NavigationPage($0) },
      GalleryPage(
        "/containers/tabs", Phrase("Tabs", "标签"), Phrase("One of several, each as it was left.", "多个之一，各自保持原样。")
      ) { TabsPage($0) },
      GalleryPage(
        "/containers/split", Phrase("Split", "分栏"), Phrase("A list, and beside it what is chosen.", "列表，旁边是所选内容。")
      ) { SplitPage($0) },
      GalleryPage(
        "/containers/dialogs", Phrase("Dialogs", "对话框"), Phrase("Over everything else.", "在一切之上。")
      ) { DialogsPage($0) },
      GalleryPage(
        "/routes", Phrase("Routes", "路由"), Phrase("Named, typed, and not for everyone.", "有名称，有类型，并非对所有人开放。")
      ) { RoutesPage($0) },
    ], moreRoutes: routes)

  private static func routes(_ language: Language) -> [ScreenRoute] {
    let (shelf, book, letter) = (Phrase("Shelf", "书架"), Phrase("Book", "书"), Phrase("Letter", "信"))
    let isMember = SessionValue(false)
    return Routes {
      Path.shelves ~> {
        StackedController(
          Phrase("Shelves", "书架")(language), (1...3).map { ("\(shelf(language)) \($0)", .shelf($0)) }, language)
      }
      Path.shelf ~> { number in
        StackedController(
          "\(shelf(language)) \(number)", (1...3).map { ("\(book(language)) \($0)", .book(number, $0)) }, language)
      }
      Path.book ~> { shelf, number in StackedController("\(book(language)) \(number)", [], language) }
      Path.letter ~> { StackedController("\(letter(language)) \($0)", [], language) }
      Path.chapter ~> { chapter, page in RecordedController(chapter.name(of: page, language)) }
      (Path.latest ~> { Controller() }).starting(at: .chapter(.screens, 9))
      Path.signIn ~> { SignInController(isMember, language) }
      Only(if: isMember, otherwise: { .signIn.asking("back", for: $0.text) }) {
        Path.members ~> { RecordedController(Phrase("For members", "会员专区")(language)) }
      }
      Only(if: { false }) { Path.closed ~> { Controller() } }
    }.all
  }
}
