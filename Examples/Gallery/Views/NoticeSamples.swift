import GalleryFrame
import Ghostlight

/// What comes unasked.
enum NoticeSamples {
  static func group(_ language: Language, tell: @escaping (String, Tone) -> Void) -> View {
    func say(_ english: String, _ chinese: String) -> String { Phrase(english, chinese)(language) }
    let busy = List.plain(Label(say("What is shown is on its way.", "内容正在加载。")))
    busy.isBusy = true
    let error = ErrorLabel()
    error.text = say("That date is over.", "该日期已过。")
    return sampleGroup(
      say("Notices", "通知"), .medium,
      Card(
        "Toasts", level: 3,
        Stack.row(
          Button(say("Tell something", "通知一下")) { tell(say("Ann has joined.", "小安加入了。"), .neutral) },
          Button(say("Warn", "警告")) { tell(say("The disk is nearly full.", "磁盘快满了。"), .warning) }, looks: ["wrap"])),
      Card("ErrorLabel", level: 3, error), Card(say("Busy", "忙碌"), level: 3, busy))
  }
}
