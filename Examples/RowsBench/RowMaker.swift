/// Makes rows: numbered on from 1, labelled with the benchmark's words by chance.
struct RowMaker {
  private var last = 0
  private var generator = SystemRandomNumberGenerator()

  mutating func make(_ count: Int) -> [Row] {
    (0..<count).map { _ in
      last += 1
      return Row(id: last, label: "\(pick(Self.adjectives)) \(pick(Self.colours)) \(pick(Self.nouns))")
    }
  }

  private mutating func pick(_ words: [String]) -> String { words[Int.random(in: words.indices, using: &generator)] }

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
