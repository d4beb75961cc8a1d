/// A picture.
public final class Image: View {
  /// Makes a picture that says something.
  ///
  /// - Parameters:
  ///   - source: Its path on this server, such as `/images/harbour.jpg`: one of the app's files.
  ///   - alternative: What it shows, in words, for who can't see it.
  ///   - size: Its width and height in pixels; the browser keeps room for it until it has come.
  public convenience init(_ source: String, alternative: String, size: (width: Int, height: Int)? = nil) {
    self.init(.image, source, size)
    name = alternative
  }

  /// A picture that says nothing that isn't said beside it. Screen readers pass over it.
  public static func decorative(_ source: String, size: (width: Int, height: Int)? = nil) -> Image {
    Image(.decoration, source, size)
  }

  private init(_ kind: ViewKind, _ source: String, _ size: (width: Int, height: Int)?) {
    super.init(kind)
    self.source = source
    self[number: .width] = size?.width
    self[number: .height] = size?.height
  }

  /// Its path on this server.
  public var source: String {
    get { self[text: .source] }
    set { self[text: .source] = newValue }
  }
}
