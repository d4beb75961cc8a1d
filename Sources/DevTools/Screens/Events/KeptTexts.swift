/// Texts by the places of their events, no more than a screen's memory is to hold; what came first is forgotten first.
struct KeptTexts {
  private var texts: [UInt64: String] = [:]
  /// Their places, as they came.
  private var order: [UInt64] = []
  private var bytes = 0

  /// How many are kept, and how many bytes of UTF-8 of them: one event may carry as much as thousands of others.
  private static let mostTexts = 2_000
  private static let mostBytes = 4_000_000

  subscript(position: UInt64) -> String? { texts[position] }

  /// Keeps a text, however long it is: it is shown next, and would be asked for without end.
  mutating func add(_ text: String, at position: UInt64) {
    if let old = texts.updateValue(text, forKey: position) {
      bytes -= old.utf8.count
      order.removeAll { $0 == position }
    }
    order.append(position)
    bytes += text.utf8.count
    while order.count > 1, order.count > Self.mostTexts || bytes > Self.mostBytes {
      bytes -= texts.removeValue(forKey: order.removeFirst())?.utf8.count ?? 0
    }
  }
}
