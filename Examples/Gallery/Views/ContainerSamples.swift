import GalleryFrame
import Ghostlight

/// What holds other views.
enum ContainerSamples {
  private struct Planet {
    let name: String
    let moons: Int
    let day: Double
  }

  static func group(_ language: Language) -> View {
    func say(_ english: String, _ chinese: String) -> String { Phrase(english, chinese)(language) }
    let planets = [
      Planet(name: say("Earth", "地球"), moons: 1, day: 23.9), Planet(name: say("Mars", "火星"), moons: 2, day: 24.6),
      Planet(name: say("Jupiter", "木星"), moons: 95, day: 9.9),
    ]
    let table = DataTable<Planet>(
      say("Planets", "行星"),
      columns: [
        .heading(say("Planet", "行星")) { $0.name }, .number(say("Moons", "卫星")) { "\($0.moons)" },
        .number(say("Day, hours", "一日（小时）")) { "\($0.day)" },
        .view(say("News", "动态")) { $0.moons > 90 ? Badge(say("3 new", "3 颗新的"), .accent) : Label("–") },
      ], rows: planets)
    let input = Field(say("What is typed here stays", "在此输入的内容会保留"), .line())
    return sampleGroup(
      say("Containers", "容器"), .wide,
      Card(
        "Tabs", level: 3,
        Tabs(
          say("Days", "日子"),
          [
            (say("Friday", "星期五"), Label(say("Arrival, and dinner at eight.", "抵达，八点晚餐。"))),
            (say("Saturday", "星期六"), input), (say("Sunday", "星期日"), Label(say("Departure.", "离开。"))),
          ])),
      Card(
        "Disclosure", level: 3,
        Disclosure(say("What does it cost?", "费用多少？"), Label(say("Nothing.", "免费。"))),
        Disclosure(
          say("Unfolded to begin with", "默认展开"), isOpen: true,
          Label(say("Folding it away needs no server.", "折叠不需要服务器。")))),
      Card("DataTable", level: 3, table),
      Card(
        "Grid", level: 3, Grid(.count(3), Badge("1"), Badge("2"), Badge("3"), Badge("4"), Badge("5"), Badge("6"))))
  }
}
