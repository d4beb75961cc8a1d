/// What a model can render itself in: texts and images, told apart by nothing but their positions.
protocol RenderContext {
  func render(texts: String...)
  func render(images: Picture...)
}

extension RenderContext {
  func render(texts: String...) {}
  func render(images: Picture...) {}
}

/// An image, which here is a background.
enum Picture: String {
  case bold, calm
}
