import GalleryFrame

/// What the tour says, and the code that it shows.
enum TourWords {
  static let give = Phrase("1. A model gives itself", "1. 模型交出自己")
  static let giveText = Phrase(
    "A meeting and a festival are plain values. Neither knows how it looks, or which cell will show it.",
    "会议和节日都是普通的值。它们不知道自己长什么样，也不知道由哪个单元格显示。")
  static let giveCode = """
    struct Meeting: Identifiable, Equatable, OnDay {
      let id: Int
      let day, topic: String
    }
    """

  static let take = Phrase("2. A view takes it", "2. 视图接过去")
  static let takeText = Phrase(
    "The cell has a method for each model that it shows. Nobody in between asks what a row is: no switch, no cast, no view model.",
    "单元格为它显示的每种模型准备一个方法。中间没有人去问“这一行是什么”：没有 switch，没有转换，也没有视图模型。")
  static let takeCode = """
    func take(_ meeting: Meeting) {
      title.text = meeting.topic
    }
    func take(_ festival: Festival) {
      title.text = festival.name
    }
    """

  static let add = Phrase("3. Add a model", "3. 加一种模型")
  static let addText = Phrase(
    "Say that birthdays are shown as well. The compiler names the method that is missing, before anyone sees an empty row.",
    "说一声生日也要显示。编译器会指出缺少哪个方法，不会等到有人看到空行。")
  static let addCode = "@Shows(Meeting.self, Festival.self, Birthday.self)"
  static let error = "'TourCell' shows 'Birthday' but can't take it; write 'func take(_ birthday: Birthday)'"
  static let methodCode = """
    func take(_ birthday: Birthday) {
      title.text = birthday.person
    }
    """
  static let addButton = Phrase("Add birthdays", "加上生日")
  static let writeButton = Phrase("Write the method", "写出这个方法")
  static let againButton = Phrase("Start over", "重新开始")
  static let added = Phrase("It compiles, and Ada is in the list.", "编译通过，艾达已在列表中。")

  static let tag = Phrase("4. A tag switches the looks", "4. 标签切换样子")
  static let tagText = Phrase(
    "The controller only switches: the tag reaches the cell beside each model, and the models never hear of it.",
    "控制器只管开关：标签与每个模型一同到达单元格，模型对此一无所知。")
  static let tagCode = "table.tag = .festivals"
  static let meetings = Phrase("Meetings", "会议")
  static let festivals = Phrase("Festivals", "节日")
  static let standOut = Phrase("What stands out", "突出显示")
  static let list = Phrase("This week", "本周")
}
