import GalleryFrame

/// What the seven screens say.
struct Words {
  let reminders, looks, events, festivals, reload: String

  init(_ language: Language) {
    reminders = Phrase("Reminders", "提醒")(language)
    looks = Phrase("Who stands out", "突出显示")(language)
    events = Phrase("Events stand out", "突出事件")(language)
    festivals = Phrase("Festivals stand out", "突出节日")(language)
    reload = Phrase("Load again", "重新加载")(language)
  }
}
