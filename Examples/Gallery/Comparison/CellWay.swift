import GalleryFrame

/// A way to fill a cell: what it is called, what it gives and what it costs.
struct CellWay {
  let title, gain, price: Phrase

  static let all = [
    CellWay(
      title: Phrase("The cell exposes its labels", "单元格公开标签"),
      gain: Phrase(
        "Nothing to write, nothing to learn; right for a cell with one or two labels.", "什么都不用写，也不用学；只有一两个标签时正合适。"),
      price: Phrase(
        "Whoever fills it knows how it is built, so the cell can’t change without all of them.",
        "谁来填充，谁就得知道它的构造，改单元格要改所有调用者。")),
    CellWay(
      title: Phrase("The cell has a method", "单元格提供方法"),
      gain: Phrase(
        "The labels are the cell’s own again; colours and fonts can follow the values.", "标签重新归单元格所有，颜色和字体也能随数值变化。"),
      price: Phrase(
        "A parameter for every label: with ten of them nobody can read the call.", "每个标签一个参数，到了十个，调用就没人看得懂。")),
    CellWay(
      title: Phrase("The cell takes a dictionary", "单元格接收字典"),
      gain: Phrase("One parameter, however many labels, and no type in common.", "标签再多也只有一个参数，双方也不需要共同的类型。"),
      price: Phrase("A misspelt key is an empty label, and no compiler will say so.", "键写错一个字母就是空标签，编译器什么也不会说。")),
    CellWay(
      title: Phrase("The cell takes an interface", "单元格接收接口"),
      gain: Phrase("The cell says what it needs; any model that has it will do.", "单元格说明自己需要什么，任何满足的模型都可以。"),
      price: Phrase(
        "Every cell has a protocol, and models of different kinds have to look alike.", "每个单元格一个协议，不同种类的模型也得长得一样。")),
    CellWay(
      title: Phrase("The cell holds the model", "单元格持有模型"),
      gain: Phrase(
        "The shortest call, and honest where the cell is for that one model anyway.", "调用最短；如果单元格本来就只为这一个模型而写，这样最诚实。"),
      price: Phrase(
        "The view knows the model: it can’t show another, and MVC’s rule is broken.", "视图认识了模型：不能再显示别的，MVC 的规矩也破了。")),
    CellWay(
      title: Phrase("A class binds the two", "由绑定类连接两者"),
      gain: Phrase(
        "Neither knows the other; a second model is a second binding, and the cell stays.", "双方互不相识；多一个模型就多一个绑定，单元格不变。"),
      price: Phrase(
        "One more class for every pair. Ghost binding has the compiler write it.", "每一对都要多一个类。幽灵绑定让编译器来写它。")),
  ]
}
