extension String {
  /// The words in it that are written in Latin letters, but for single ones.
  var latinWords: Set<String> {
    Set(split(whereSeparator: { !($0.isASCII && $0.isLetter) }).filter { $0.count > 1 }.map(String.init))
  }

  /// Whether something in it is written in Chinese characters.
  var hasChinese: Bool { unicodeScalars.contains { (0x4E00...0x9FFF).contains($0.value) } }
}
