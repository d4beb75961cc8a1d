import GalleryFrame
import Ghostlight

/// What a user can fill in and choose, each with what it holds beside it.
enum InputSamples {
  static func group(_ language: Language) -> View {
    func say(_ english: String, _ chinese: String) -> String { Phrase(english, chinese)(language) }

    let line = TextInput.line(placeholder: say("For example Ann", "例如小安"))
    let wrong = Field(say("Wrong", "有误"), .line())
    wrong.input.text = "ann@"
    wrong.problem = say("Finish the address.", "请把地址写完整。")
    let off = Field(say("Disabled", "已停用"), .line())
    off.input.text = say("As it is", "保持原样")
    off.input.isEnabled = false

    let date = TextInput.date()
    date.words = say("Enter a whole date.", "请输入完整的日期。")

    let password = TextInput.password()
    let isFilled = Label(say("Empty", "未填写"), looks: ["quiet-text"])
    password.onChange = { isFilled.text = $0.isEmpty ? say("Empty", "未填写") : say("Filled in", "已填写") }

    let number = NumberField(minimum: 0, maximum: 10, number: 3)
    let price = NumberField(minimum: 0.0, step: 0.05, number: 2.5)
    let numbers = Label("3", looks: ["quiet-text"])
    number.onChange = { numbers.text = $0.map(String.init) ?? "–" }

    number.words = { $0.words(language) }
    price.words = { $0.words(language) }

    let limits = FileLimits(size: 1_000_000, count: 3, types: ["image/*"])
    let pictures = FilePicker("", limits, cancel: say("Cancel", "取消")) {
      say("Remove \($0)", "移除 \($0)")
    }
    pictures.words = { $0.words(language) }

    let slider = Slider(in: 0...100, number: 40)
    let level = Label("40", looks: ["quiet-text"])
    slider.onChange = { level.text = "\($0)" }
    let still = Field(say("Disabled", "已停用"), Slider(in: 0.0...1.0, number: 0.3))
    still.input.isEnabled = false

    let colours = [("r", say("Red", "红")), ("g", say("Green", "绿")), ("b", say("Blue", "蓝"))]
    let select = Select(colours, prompt: say("Choose…", "请选择…"))
    let chosen = Label("–", looks: ["quiet-text"])
    select.onChange = { choice in chosen.text = colours.first { $0.0 == choice }?.1 ?? "" }
    select.onClear = { chosen.text = "–" }

    let disabledBox = Field(say("Disabled", "已停用"), Checkbox(isOn: true))
    disabledBox.input.isEnabled = false
    return sampleGroup(
      say("Inputs", "输入"), .medium,
      Card(
        "TextInput", level: 3, Field(say("A line", "一行"), line), wrong, off,
        Field(say("Several lines", "多行"), .area()), Field(say("Date", "日期"), date),
        Field(say("To search by", "搜索"), .search()), Field(say("Password", "密码"), password), isFilled),
      Stack.column(
        Card(
          "NumberField", level: 3, Field(say("From 0 to 10", "0 到 10"), number), numbers,
          Field(say("In steps of 0.05", "以 0.05 为步长"), price)),
        Card("Slider", level: 3, Field(say("Volume", "音量"), slider), level, still),
        Card(
          "FilePicker", level: 3,
          Field(
            say("Up to three pictures, 1 MB each", "最多三张图片，每张 1 MB"),
            pictures)),
        looks: ["samples"]),
      Stack.column(
        Card("Select", level: 3, Field(say("Colour", "颜色"), select), chosen),
        Card(
          "RadioGroup", level: 3,
          RadioGroup(
            say("Size", "尺寸"), [(1, say("Small", "小")), (2, say("Medium", "中")), (3, say("Large", "大"))], selected: 2)),
        Card(
          "Checkbox", level: 3, Field(say("Ticked", "已选"), Checkbox(isOn: true)),
          Field(say("Not ticked", "未选"), Checkbox()), disabledBox), looks: ["samples"]))
  }
}

extension Select {
  fileprivate convenience init(_ choices: [(Choice, String)], prompt: String) {
    self.init("", choices, prompt: prompt)
  }
}
