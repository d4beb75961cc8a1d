import Ghostlight

/// Makes rows: numbered on from 1, labelled with the benchmark's words by chance.
struct RowMaker {
  private var last = 0

  mutating func make(_ count: Int, _ numbers: SessionRandom) -> [Row] {
    (0..<count).map { _ in
      last += 1
      let words = [Self.adjectives, Self.colours, Self.nouns].map { pick($0, numbers) }
      return Row(id: last, label: words.joined(separator: " "))
    }
  }

  private func pick(_ words: [String], _ numbers: SessionRandom) -> String {
    var numbers = numbers
    return words[Int.random(in: words.indices, using: &numbers)]
  }

  private static let adjectives = [
    "pretty", "large", "big", "small", "tall", "short", "long", "handsome", "plain", "quaint", "clean", "elegant",
    "easy", "angry", "crazy", "helpful", "mushy", "odd", "unsightly", "adorable", "important", "inexpensive", "cheap",
    "expensive", "fancy",
  ]
  private static let colours = [
    "red", "yellow", "blue", "green", "pink", "brown", "purple", "brown", "white", "black", "orange",
  ]
  private static let nouns = [
    "table", "chair", "house", "bbq", "desk", "car", "pony", "cookie", "sandwich", "burger", "pizza", "mouse",
    "keyboard",
  ]
}
