import GalleryFrame
import Ghostlight

/// Ghost binding in a drawing and three steps.
struct GhostExplanation {
  let language: Language

  var view: View {
    Stack.section(
      Heading(ComparisonWords.how(language), level: 2), drawing, steps, looks: ["panel", "ghost"])
  }

  // MARK: The drawing

  private var drawing: View {
    let gives = Phrase("gives itself", "交出自己")(language)
    let models = Stack.column(
      box(Phrase("Model", "模型"), "Event", ["date, title"], look: "model"),
      box(Phrase("Model", "模型"), "Festival", ["date, name"], look: "model"), looks: ["models"])
    let cell = box(
      Phrase("View", "视图"), "ReminderCell", ["take(event)", "take(festival)"], look: "view")
    let controller = box(
      Phrase("Controller", "控制器"), "GhostMVController", ["table.show(rows)", "table.tag = true"], look: "controller")
    return Stack.column(
      Stack.row(models, Label(gives, looks: ["arrow", "ghostly"]), cell, looks: ["across"]),
      Label(Phrase("switches on and off", "只管开与关")(language), looks: ["arrow", "up"]), controller,
      looks: ["drawing"])
  }

  private func box(_ role: Phrase, _ name: String, _ lines: [String], look: String) -> View {
    let box = Stack.column(
      Label(role(language), looks: ["role", look]), Label(name, looks: ["code", "name"]), looks: ["box", look])
    for line in lines { box.add(Label(line, looks: ["code"])) }
    return box
  }

  // MARK: The steps

  private var steps: View {
    Stack.row(
      step(
        Phrase("1. The model gives itself", "1. 模型交出自己"),
        Phrase(
          "The giving is written once, in the framework, for every model there is. No model repeats it, and none knows its cell.",
          "“交出”只在框架里写过一次，对所有模型有效。没有模型重复它，也没有模型认识自己的单元格。"),
        "row.give(to: cell, tag: tag)"),
      step(
        Phrase("2. The cell takes it", "2. 单元格接过去"),
        Phrase(
          "It names the models that it shows and has a method for each. The model arrives as itself: no box, no cast, no copy made for showing.",
          "它说出自己显示哪些模型，每种一个方法。到手的就是模型本身：没有装箱，没有转换，也没有为显示而做的副本。"),
        "@Shows(Event.self, Festival.self)\nfunc take(_ event: Event) { … }\nfunc take(_ festival: Festival) { … }"),
      step(
        Phrase("3. The controller only switches", "3. 控制器只管开关"),
        Phrase(
          "It orders the rows by what all models share, and sets a tag that reaches the cell beside each model. Try it below.",
          "它按所有模型共有的东西排序，再设一个标签，与每个模型一同到达单元格。在下面试试。"),
        "table.tag = true"),
      step(
        Phrase("Forget a model, and it doesn’t compile", "漏掉一个模型，就无法编译"),
        Phrase(
          "Put birthdays into the list, and the compiler asks for the method that shows them. No empty row at run time.",
          "把生日放进列表，编译器就会要求写出显示它的方法。运行时绝不会出现空行。"),
        """
        ReminderCell.rows(birthdays)
        // error: 'ReminderCell' doesn't show this
        // model; name it in '@Shows' and write
        // 'func take(_:)' for it
        """),
      looks: ["steps"])
  }

  private func step(_ title: Phrase, _ text: Phrase, _ code: String) -> View {
    Stack.column(
      Heading(title(language), level: 3), Label(text(language)),
      CodeBlock(title(language), SwiftPieces.pieces(of: code)), looks: ["step"])
  }
}
