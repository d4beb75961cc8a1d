/// A kind of files, as people say it in English.
struct FileKind {
  /// With its article: "a picture", "an MP3 sound", "a .csv file".
  let words: String

  /// - Parameter allowed: A media type such as `image/png` or `image/*`, or an ending such as `.csv`.
  init(_ allowed: String) {
    let parts = allowed.split(separator: "/", maxSplits: 1)
    guard parts.count == 2 else {
      words = "a \(allowed) file"
      return
    }
    let noun =
      switch parts[0] {
      case "image": "picture"
      case "audio": "sound"
      case "video": "video"
      case "text": "text"
      default: "file"
      }
    // A short name is one that people know: of `svg+xml` what stands in front, of `vnd.ms-excel` nothing.
    let name = parts[1].prefix { $0 != "+" }.uppercased()
    if name.count <= 4, name.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber) }) {
      // It is mostly spelt: what begins with one of these letters sounds as if it began with a vowel.
      let article = name.first.map { "AEFHILMNORSX".contains($0) } == true ? "an" : "a"
      words = "\(article) \(name) \(noun == "text" ? "file" : noun)"
    } else if noun == "file" {
      words = "a file of the type \(allowed)"
    } else {
      words = "a \(noun)"
    }
  }

  /// Several, of which one is to be chosen: "a picture, a video or a .csv file".
  static func words(for allowed: [String]) -> String {
    var kinds: [String] = []
    for kind in allowed.map({ FileKind($0).words }) where !kinds.contains(kind) { kinds.append(kind) }
    guard let last = kinds.popLast() else { return "another" }
    return kinds.isEmpty ? last : kinds.joined(separator: ", ") + " or " + last
  }
}
