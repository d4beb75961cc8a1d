import GalleryFrame

/// What the pages of the architectures say.
enum ComparisonWords {
  static let live = Phrase("Live", "实时")
  static let source = Phrase("Source", "源代码")
  static let when = Phrase("When to choose it", "何时选它")
  static let how = Phrase("How it works", "工作原理")
  static let numbers = Phrase("In numbers", "数字")
  static let files = Phrase("Files", "文件")
  static let lines = Phrase("Lines", "行数")
  static let total = Phrase("Lines in all", "总行数")
  static let perRow = Phrase("To fill a cell", "填充一个单元格")
  static let notMeasured = Phrase("not measured", "未测量")
  static let architecture = Phrase("Architecture", "架构")
  static let read = Phrase(
    "This is the source that runs beside it, read when the program was built.", "这就是旁边正在运行的源代码，在编译程序时读取。")
  static let howMeasured = Phrase(
    "Lines with code on them, without those that all seven share. The cost is that of filling one cell from one row: when the program started, it opened the real screen with 1,000 rows and had all of them bound, 15 times. The best is shown, without what a table takes that binds nothing.",
    "行数只计代码行，不含七种架构共用的部分。开销是用一行数据填充一个单元格所需的时间：程序启动时打开真实的屏幕，放入 1,000 行并全部绑定，共 15 次，取最好的一次，再减去什么都不绑定的表格所需的时间。")
  static func shared(_ count: Int) -> Phrase {
    Phrase("All seven share \(count) lines more: the models, the data, the words.", "七种架构另外共用 \(count) 行：模型、数据和词语。")
  }
  static let debug = Phrase(
    "This program was built without optimisation, which makes every cost many times what it is otherwise, and not in "
      + "proportion. Start it with make gallery BUILD=release to see what they are.",
    "本程序未经优化编译，每项开销都是通常的许多倍，比例也不同。用 make gallery BUILD=release 启动，可以看到真实的开销。")

  static func lineCount(_ count: Int) -> Phrase { Phrase("\(count) lines", "\(count) 行") }

  static func role(_ role: SourceFile.Role) -> Phrase {
    switch role {
    case .model: Phrase("Model", "模型")
    case .view: Phrase("View", "视图")
    case .controller: Phrase("Controller", "控制器")
    case .glue: Phrase("Glue", "粘合")
    }
  }

  /// Nanoseconds as a text, or that there are none.
  static func cost(_ nanoseconds: Double?, _ language: Language) -> String {
    nanoseconds.map { "\(Int($0.rounded())) ns" } ?? notMeasured(language)
  }

  static var isDebug: Bool {
    #if DEBUG
      true
    #else
      false
    #endif
  }
}
