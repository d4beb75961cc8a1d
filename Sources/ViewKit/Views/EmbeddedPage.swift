/// Another page of this server, shown inside this one: to be looked at, with nothing in it that runs.
public final class EmbeddedPage: View {
  /// Makes a view of a page.
  ///
  /// - Parameters:
  ///   - name: What screen readers call it.
  ///   - source: The page's path. It must allow being framed, as an endpoint can; an app's own screens don't.
  public init(_ name: String, source: String = "") {
    super.init(.embeddedPage)
    self.name = name
    self.source = source
  }

  /// The page's path.
  public var source: String {
    get { self[text: .source] }
    set { self[text: .source] = newValue }
  }
}
