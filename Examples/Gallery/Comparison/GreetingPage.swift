import GalleryArchitectures
import GalleryFrame
import Ghostlight

/// The smallest MVP there is.
final class GreetingPage: PageController {
  private let region = Stack.column()

  override func loadContent() -> View {
    let live = Stack.section(
      Heading(ComparisonWords.live(language), level: 2), region, looks: ["panel", "live"])
    let told = Stack.section(
      Heading(ComparisonWords.how(language), level: 2),
      Label(
        Phrase(
          "The screen tells the presenter that it was pressed. The presenter asks the model and tells the view what to say, "
            + "through a protocol of one method: a test that conforms to it is all the screen that a test needs.",
          "屏幕告诉展示者自己被按下了。展示者去问模型，再通过只有一个方法的协议告诉视图说什么：测试只要遵守这个协议，就是它需要的全部屏幕。")(language)),
      looks: ["panel"])
    return Stack.row(
      Stack.column(live, told, looks: ["side"]), SourceView.make(SourceFile.files(in: "Greeting"), language),
      looks: ["split"])
  }

  override func viewDidLoad() { add(GreetingScreen(language), in: region) }
}

extension GalleryPage {
  static let greeting = GalleryPage(
    "/architectures/greeting", Phrase("A greeting, as MVP", "MVP 的问候"),
    Phrase(
      "One button, one line of text, and three parts that each know as little as they can.",
      "一个按钮、一行文字，三个部分各自知道得尽可能少。")
  ) { GreetingPage($0) }
}
