import GalleryFrame

/// What is said about an architecture.
struct ArchitectureStory: Sendable {
  let title: Phrase
  let summary: Phrase
  /// When one would choose it: what speaks for it, what against it, and the moment to change.
  let choice: Phrase

  static func of(_ name: String) -> ArchitectureStory { stories[name] ?? ArchitectureStory(name) }

  private init(_ name: String) { self.init(Phrase(name, name), Phrase("", ""), Phrase("", "")) }

  private init(_ title: Phrase, _ summary: Phrase, _ choice: Phrase) {
    self.title = title
    self.summary = summary
    self.choice = choice
  }

  private static let stories: [String: ArchitectureStory] = [
    "MVC": ArchitectureStory(
      Phrase("MVC", "MVC"),
      Phrase(
        "The controller knows the models and the labels, and carries one over to the other.",
        "控制器既认识模型，也认识标签，亲手把数据搬过去。"),
      Phrase(
        "Choose it for a small screen that one person reads in one sitting. There is nothing to learn and nothing hidden. "
          + "Leave it when the controller’s switch gets a third case, for every kind of row makes that one file longer.",
        "适合一个人一口气就能读完的小屏幕。没有新概念，也没有隐藏的东西。等控制器里的 switch 出现第三个分支时就该离开，因为每多一种行，这个文件都会更长。")),
    "MVCS": ArchitectureStory(
      Phrase("MVCS", "MVCS"),
      Phrase(
        "A service owns the calls, the rules and the data. The controller asks once and shows the answer.",
        "服务拥有调用、规则和数据，控制器只问一次，然后显示结果。"),
      Phrase(
        "Choose it when rules outlive screens: the same service serves a list, a detail and a test without a view. "
          + "The price is one more model, which is a copy of the others made for showing. "
          + "Make the service stateful and about the business; a thin wrapper around each call gains nothing.",
        "当规则比屏幕活得更久时选它：同一个服务可以供列表、详情使用，也可以不带视图地测试。代价是多一个为显示而复制的模型。服务应当有状态并面向业务，只给每个接口包一层没有意义。")),
    "MVP": ArchitectureStory(
      Phrase("MVP", "MVP"),
      Phrase(
        "A presenter decides everything. The screen only passes on what the user did and shows what it is told.",
        "一切由展示者决定，屏幕只转达用户的操作，并照吩咐显示。"),
      Phrase(
        "Choose it where behaviour must be tested without any screen, because a few lines can play the view. "
          + "It is the clearest about who decides what. "
          + "You pay with a protocol for every screen, and with wiring that has to be written by hand.",
        "当行为必须脱离屏幕来测试时选它，几行代码就能扮演视图。谁负责什么，在这里最清楚。代价是每个屏幕一个协议，连线全靠手写。")),
    "MVVM": ArchitectureStory(
      Phrase("MVVM", "MVVM"),
      Phrase(
        "Every model is first turned into a view model, and a protocol fills the cell from that.",
        "每个模型先变成视图模型，再由协议用它填充单元格。"),
      Phrase(
        "Choose it when formatting is hard work that deserves tests of its own. "
          + "The cell takes anything that can be presented, so it survives changes of the models. "
          + "Where a view model only copies fields, as here, it is a type that does nothing but carry.",
        "当格式化本身就很复杂、值得单独测试时选它。单元格接受任何可展示的东西，所以模型变了它也不用变。如果视图模型只是抄写字段，就像这里一样，它就只是个搬运工。")),
    "RenderContext": ArchitectureStory(
      Phrase("Render context", "渲染上下文"),
      Phrase(
        "Models hand over texts and images by position. There is no layer between, and no name for anything either.",
        "模型按位置交出文字和图片。中间没有任何一层，但也没有任何名字。"),
      Phrase(
        "Choose it for rows that really are a title, a subtitle and a picture, from many sources. "
          + "Two protocols serve the whole app. "
          + "Positions are all that tell values apart: swap two texts and it compiles, and even the colour has to travel as a picture.",
        "适合真的只有标题、副标题和图片、来源又很多的行。两个协议就够整个应用使用。数值只靠位置区分：两个文字写反了照样能编译，连颜色都得当成图片来传。")),
    "GhostMV": ArchitectureStory(
      Phrase("Ghost MV", "幽灵 MV"),
      Phrase(
        "The model gives itself, the cell takes it. Nothing stands between them, and the compiler sees to it that nothing is missing.",
        "模型交出自己，单元格接过去。中间什么都没有，而编译器保证什么都不缺。"),
      Phrase(
        "Choose it for lists that mix models, today or tomorrow. "
          + "A model more is one method more, in the one place that knows how rows look, and forgetting it doesn’t compile. "
          + "The cell knows its models by name, so take another way where cells must not.",
        "只要列表混合多种模型（现在或将来），就选它。多一个模型只多一个方法，写在唯一知道行的样子的地方，忘写就无法编译。单元格直呼模型之名，如果不允许这样，就选别的。")),
    "EventMVVM": ArchitectureStory(
      Phrase("EventMVVM", "EventMVVM"),
      Phrase(
        "Screens ask by events and are told by events. Servers of pure functions turn one into the other.",
        "屏幕用事件提问，也由事件得到回答。纯函数组成的服务把一种变成另一种。"),
      Phrase(
        "Choose it when many people, screens or parts must hear of the same change, or when you must be able to say what happened. "
          + "Everything is a value on one stream, so it can be logged, tested and played again. "
          + "For a list that nobody else looks at, it is more files than the task is worth.",
        "当许多人、许多屏幕要知道同一个变化，或者必须说得清发生了什么时，选它。一切都是同一条流上的值，可以记录、测试、重放。如果列表只有自己看，这么多文件就不值得了。")),
  ]
}
