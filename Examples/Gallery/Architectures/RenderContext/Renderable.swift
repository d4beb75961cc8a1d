/// A model that renders itself.
protocol Renderable: Dated {
  func render(in context: some RenderContext)
}

extension Event: Renderable {
  func render(in context: some RenderContext) {
    context.render(texts: date.text, title)
    context.render(images: .bold)
  }
}

extension Festival: Renderable {
  func render(in context: some RenderContext) {
    context.render(texts: date.text, name)
    context.render(images: .calm)
  }
}
