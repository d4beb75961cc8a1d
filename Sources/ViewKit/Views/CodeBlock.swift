/// Source code, as it was written: every space counts, and lines that are too long scroll.
public final class CodeBlock: View {
  /// A stretch of code with a look of its own, such as `comment`, `keyword`, `string` or `type`; empty for the plain.
  public struct Piece: Sendable, Equatable {
    /// The code.
    public var text: String
    /// The look, which the style sheet knows.
    public var look: String

    /// Makes a stretch of code.
    public init(_ text: String, look: String = "") {
      self.text = text
      self.look = look
    }
  }

  /// Makes a block.
  ///
  /// - Parameters:
  ///   - name: What screen readers call it, such as the file's name. It can be focused, to scroll it with keys.
  ///   - pieces: The code.
  public init(_ name: String, _ pieces: [Piece]) {
    super.init(.code)
    self.name = name
    show(pieces)
  }

  /// Makes a block of code that looks alike throughout.
  public convenience init(_ name: String, _ code: String) { self.init(name, [Piece(code)]) }

  /// Shows other code.
  public func show(_ pieces: [Piece]) {
    for child in children { child.removeFromParent() }
    for piece in pieces { add(Label(piece.text, looks: piece.look.isEmpty ? [] : [piece.look])) }
  }
}
