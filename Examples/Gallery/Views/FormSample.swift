import GalleryFrame
import Ghostlight

/// A form that says beside each field what is wrong, when it is submitted and not before.
enum FormSample {
  static func group(_ language: Language, tell: @escaping (String) -> Void) -> View {
    func say(_ english: String, _ chinese: String) -> String { Phrase(english, chinese)(language) }
    let name = Field(
      say("Name", "姓名"), .line(), .required(say("Enter your name.", "请输入姓名。")),
      .atMost(20, say("At most 20 characters.", "最多 20 个字符。")))
    let seats = Field(
      say("Seats", "座位"), NumberField(minimum: 1, maximum: 8), .required(say("How many seats?", "需要几个座位？")))
    seats.input.words = { $0.words(language) }
    let show = Field(
      say("Show", "场次"),
      Select("", [(1, say("Afternoon", "下午场")), (2, say("Evening", "晚场"))], prompt: say("Choose…", "请选择…")),
      .required(say("Choose a show.", "请选择场次。")))
    let terms = Field(
      say("I have read the terms", "我已阅读条款"), Checkbox(), .required(say("Please read and tick.", "请阅读并勾选。")))
    let submit = Button(say("Book", "预订"), looks: ["primary"])
    let form = Form(Grid(.count(2), name, seats, show), terms, Stack.row(submit))
    form.onSubmit = { tell(say("Booked.", "已预订。")) }
    submit.onTap = { [unowned form] in form.submit() }
    return sampleGroup(say("A form", "表单"), .count(1), Card("Form", level: 3, form))
  }
}
