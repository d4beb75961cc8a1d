import Ghostlight

/// The view: takes the first text for the date and the second for the title, and can only hope.
final class RenderedCell: TableCell, ViewType, RenderContext {
  private let date = Label(looks: ["date"])
  private let title = Label(looks: ["title"])
  private var isSwapped = false

  override init() {
    super.init()
    add(date, title)
  }

  func take(_ row: RenderedRow) { take(row, tag: false) }

  func take(_ row: RenderedRow, tag isSwapped: Bool) {
    self.isSwapped = isSwapped
    row.model.render(in: self)
  }

  func render(texts: String...) {
    date.text = texts[0]
    title.text = texts[1]
  }

  func render(images: Picture...) {
    let picture: Picture = isSwapped ? (images[0] == .bold ? .calm : .bold) : images[0]
    looks = [picture.rawValue]
  }
}
