import GalleryFrame
import Ghostlight

/// Dialogs that hold a controller, one over the other, an alert, and a question.
final class DialogsPage: LifeCyclePage {
  private let answer = Label()

  init(_ visit: Visit) {
    super.init(
      visit,
      Phrase(
        "A dialog holds a controller; while it is there the rest can’t be used, and the focus stays in it. "
          + "Escape closes it, and the focus goes back to where it was.",
        "对话框承载一个控制器；它打开时其余部分不可用，焦点留在其中。按 Esc 关闭，焦点回到原处。"))
  }

  override func loadStage() -> View {
    Stack.row(
      Button(Phrase("Open a dialog", "打开对话框")(language), looks: ["primary"]) { [unowned self] in
        present(DialogController(1, language), closing: Phrase("Close", "关闭")(language))
      },
      Button(Phrase("Show an alert", "显示提醒")(language)) { [unowned self] in
        alert(
          Phrase("Alert", "提醒")(language), Phrase("Read this first.", "请先阅读。")(language),
          button: Phrase("OK", "好")(language))
      },
      Button(Phrase("Ask a question", "提一个问题")(language)) { [unowned self] in
        // What became of the question before says nothing of this one.
        answer.text = ""
        confirm(
          Phrase("Delete the list?", "删除这个列表？")(language),
          Phrase("Nobody can bring it back.", "删除后无法恢复。")(language),
          button: Phrase("Delete", "删除")(language), cancel: Phrase("Keep", "保留")(language), isDestructive: true
        ) { [unowned self] in answer.text = Phrase("Deleted, as you wished.", "已按你的意愿删除。")(language) }
      }, answer)
  }
}

/// What a dialog shows: a field, and the way to one more.
final class DialogController: RecordedController {
  private let depth: Int
  private let language: Language

  init(_ depth: Int, _ language: Language) {
    self.depth = depth
    self.language = language
    super.init(Phrase("Dialog", "对话框")(language) + " \(depth)")
  }

  override func loadContent() -> View {
    Stack.column(
      Field(Phrase("Name", "名称")(language), .line()),
      Stack.row(
        Button(Phrase("One more", "再开一个")(language)) { [unowned self] in
          present(DialogController(depth + 1, language), closing: Phrase("Close", "关闭")(language))
        },
        Button(Phrase("Done", "完成")(language), looks: ["primary"]) { [unowned self] in dismiss() }), looks: ["stage"])
  }
}
