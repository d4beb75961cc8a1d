internal import ViewKit

/// An input with what it is for beside it, small enough for a bar.
enum Labelled {
  static func make(_ title: String, _ input: View) -> View {
    input.name = title
    return Stack.row(Label(title, looks: ["for"]), input, looks: ["labelled"])
  }

  static func tick(_ title: String, _ box: Checkbox) -> View {
    box.name = title
    return Stack.row(box, Label(title, looks: ["for"]), looks: ["labelled"])
  }
}
