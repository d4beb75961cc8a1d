import GalleryFrame
public import Ghostlight

/// What there is to look at.
enum PictureSamples {
  static func group(_ language: Language) -> View {
    func say(_ english: String, _ chinese: String) -> String { Phrase(english, chinese)(language) }
    let half = Progress(say("Half way", "一半"), fraction: 0.5)
    let unknown = Progress(say("Nobody knows how far", "进度未知"))
    return sampleGroup(
      say("Pictures and progress", "图片与进度"), .medium,
      Card(
        "Image", level: 3,
        Image(
          ViewsSection.harbour.path, alternative: say("A boat on a calm sea under a low sun", "夕阳下平静海面上的一艘小船"),
          size: (320, 180)),
        Link(say("The picture alone", "单独查看图片"), to: ViewsSection.harbour.path)),
      Card(
        "Progress", level: 3, Label(say("Half way", "一半")), half, Label(say("Nobody knows how far", "进度未知")), unknown))
  }
}

extension ViewsSection {
  /// The picture on the page: the app serves it.
  public static let harbour = AppFile("/images/harbour.svg", type: "image/svg+xml", content: drawing.utf8)

  private static let drawing = """
    <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 320 180" width="320" height="180">
    <rect width="320" height="180" fill="#f7d9b5"/><circle cx="236" cy="84" r="26" fill="#f08c4a"/>
    <rect y="96" width="320" height="84" fill="#2f7f86"/><path d="M206 112h60M214 124h44M222 136h28" stroke="#f0a868" \
    stroke-width="4" stroke-linecap="round"/><path d="M70 118h76l-12 20H84z" fill="#5b3a29"/>
    <path d="M104 114V52l36 62z" fill="#fff8ec"/><path d="M100 114V64L78 114z" fill="#fbe6cc"/></svg>
    """
}
