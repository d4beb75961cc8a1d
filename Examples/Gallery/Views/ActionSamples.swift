import GalleryFrame
import Ghostlight

/// What a user can press.
enum ActionSamples {
  static func group(_ language: Language, tell: @escaping (String) -> Void) -> View {
    func say(_ english: String, _ chinese: String) -> String { Phrase(english, chinese)(language) }
    func button(_ text: String, _ looks: Set<String> = []) -> Button { Button(text, looks: looks) { tell(text) } }
    func item(_ text: String, _ tone: Tone = .neutral) -> MenuItem { MenuItem(text, tone) { tell(text) } }
    let disabled = button(say("Not now", "现在不行"))
    disabled.isEnabled = false
    let disabledItem = item(say("Share", "分享"))
    disabledItem.isEnabled = false
    return sampleGroup(
      say("Actions", "操作"), .medium,
      Card(
        "Button", level: 3,
        Stack.row(
          button(say("Save", "保存"), ["primary"]), button(say("Preview", "预览")), button(say("Later", "以后"), ["quiet"]),
          button(say("Delete", "删除"), ["danger"]), disabled, looks: ["wrap"])),
      Card("Link", level: 3, Link(say("To the home page", "回到首页"), to: "/")),
      Card(
        "Menu", level: 3,
        Menu(
          say("More", "更多"), item(say("Rename", "重命名")), item(say("Duplicate", "复制")), disabledItem,
          item(say("Remove", "移除"), .danger))))
  }
}
