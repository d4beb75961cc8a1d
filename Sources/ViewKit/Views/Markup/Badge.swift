/// A word or a number that marks what it stands beside, such as “3 new”.
public final class Badge: View {
  /// How it is meant.
  public var tone: Tone {
    didSet { looks = tone.looks }
  }

  /// Makes a badge.
  public init(_ text: String, _ tone: Tone = .neutral) {
    self.tone = tone
    super.init(.badge)
    self.text = text
    looks = tone.looks
  }

  /// What it says.
  public var text: String {
    get { self[text: .text] }
    set { self[text: .text] = newValue }
  }
}
