internal import ViewKit
internal import WebRenderer

/// A whole screen: what it looks like, and the number of the last patch that is in it.
struct Picture: Sendable {
  /// What is to be said before it.
  let notes: [TextBuffer]
  let sequence: Int
  /// Whether what the page has must be found in it by name, since the numbers of its views are others.
  let isNumberedAnew: Bool
  let html: String
  let title: String
  let path: String
  /// The last intent that had been carried out or refused.
  let lastIntent: Int
  /// The parts of the client that it needs.
  let parts: Set<String>
}

extension WebSession {
  /// The screen as it is now, and the patch number it stands for.
  ///
  /// - Parameter connection: The connection that it is sent on; `nil` if it is in the page itself.
  func picture(for connection: Int? = nil) async -> Picture? {
    await live.withScreen { [outbox] tree in
      // What has changed is in the picture; patches go on from here.
      tree.forgetChanges()
      let focus = tree.takeForgottenFocus()
      // Later its user may be elsewhere.
      var renderer = HTMLRenderer(focusing: connection == nil ? focus : nil)
      renderer.write(tree.root)
      return Picture(
        notes: outbox.takeNotes(for: connection),
        sequence: outbox.takeFresh(renderer.buffer.bytes.count, for: connection),
        isNumberedAnew: isOtherwiseNumbered, html: renderer.buffer.text,
        title: tree.title, path: tree.path, lastIntent: lastFinished, parts: renderer.parts)
    }
  }
}
