/// Some model in the list. Two are the same if they render the same.
struct RenderedRow: Identifiable, Equatable {
  let model: any Renderable
  var id: String { model.id }

  static func == (a: RenderedRow, b: RenderedRow) -> Bool { a.rendition == b.rendition }

  private var rendition: [String] {
    let transcript = Transcript()
    model.render(in: transcript)
    return transcript.lines
  }

  private final class Transcript: RenderContext {
    var lines: [String] = []
    func render(texts: String...) { lines += texts }
    func render(images: Picture...) { lines += images.map(\.rawValue) }
  }
}
