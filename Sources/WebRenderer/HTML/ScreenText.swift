public import ViewKit

/// A screen as one text: the same for the same tree of views, whenever and wherever it is made.
public enum ScreenText {
  /// The path, the title and the HTML of a session's screen. Changes that wait to be sent are left alone.
  ///
  /// What private views hold isn't in it: it is recorded, and a replay doesn't know it.
  public static func of(_ tree: ViewTree) -> String {
    var renderer = HTMLRenderer(withholdsPrivate: true)
    renderer.write(tree.root)
    return tree.path + "\n" + tree.title + "\n" + renderer.buffer.text
  }

  /// A number that differs for texts that differ, but for one chance in 2^64: FNV-1a. It tells of mistakes, not of forgery.
  public static func digest(of text: String) -> UInt64 {
    var digest: UInt64 = 0xCBF2_9CE4_8422_2325
    var text = text
    text.withUTF8 { bytes in
      for byte in bytes { digest = (digest ^ UInt64(byte)) &* 0x100_0000_01B3 }
    }
    return digest
  }
}
