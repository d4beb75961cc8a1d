import GalleryFrame
import Ghostlight

/// What a screen says.
enum TextSamples {
  static func group(_ language: Language) -> View {
    func say(_ english: String, _ chinese: String) -> String { Phrase(english, chinese)(language) }
    return sampleGroup(
      say("Text", "文字"), .medium,
      Card(
        "Label", level: 3, Label(say("A line or a paragraph of text.", "一行或一段文字。")),
        Label(markup: [
          .plain(say("With ", "可以有")), .strong(say("weight", "加粗")), .plain(say(", ", "、")),
          .emphasised(say("stress", "强调")), .plain(say(", ", "、")), .code("code"), .plain(say(" and ", "和")),
          .link(say("a link", "链接"), to: "/"), .plain(say("; never HTML.", "；绝不是 HTML。")),
        ])),
      Card(
        "Heading", level: 3, Heading(say("Level 4", "四级"), level: 4), Heading(say("Level 5", "五级"), level: 5),
        Label(say("Headings give a screen its outline.", "标题构成页面的大纲。"), looks: ["quiet-text"])),
      Card(
        "Badge", level: 3,
        Stack.row(
          Badge(say("Draft", "草稿")), Badge(say("3 new", "3 条新的"), .accent), Badge(say("Paid", "已付"), .success),
          Badge(say("Due today", "今天到期"), .warning), Badge(say("Late", "逾期"), .danger), looks: ["wrap"])),
      Card(
        "List", level: 3,
        List.bulleted(Label(say("Water the plants", "浇花")), Label(say("Answer Kim", "回复小金"))),
        List.numbered(Label(say("Open the box", "打开盒子")), Label(say("Read the manual", "读说明书")))),
      Card(
        "Element", level: 3,
        Element(
          .figure,
          Element(.blockquote, text: say("Any safe tag, class and attribute.", "任何安全的标签、类和属性。")),
          Element(.caption, text: say("A figure of one's own", "自己的图示"))),
        Element(.terms, looks: ["terms"], Element(.term, text: say("Save", "保存")), shortcut)))
  }

  private static var shortcut: View {
    Element(.meaning, Element(.key, text: "Ctrl"), Label(" + "), Element(.key, text: "S"))
  }
}
