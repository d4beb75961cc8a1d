/// Views by their numbers: a list in the order of the numbers, in which they are looked for by halving. New views have the greatest number.
///
/// A dictionary would take twice the memory, in every session.
struct NumberedViews {
  /// All of them, the smallest number first.
  private(set) var inOrder: [View] = []

  /// Makes an empty collection.
  init() {}

  /// Makes a collection of views, each of which has a number that no other has.
  init(_ views: [View]) { inOrder = views.sorted { $0.id < $1.id } }

  var count: Int { inOrder.count }

  /// The view with a number, if there is one.
  subscript(number: Int) -> View? {
    let place = place(of: number)
    return place < inOrder.count && inOrder[place].id == number ? inOrder[place] : nil
  }

  /// Adds a view whose number is greater than all others.
  mutating func append(_ view: View) { inOrder.append(view) }

  /// Forgets the view with a number, if there is one. It still has that number.
  mutating func remove(_ number: Int) {
    let place = place(of: number)
    if place < inOrder.count, inOrder[place].id == number { inOrder.remove(at: place) }
  }

  /// Where the first view stands whose number isn't smaller than one.
  private func place(of number: Int) -> Int {
    var (low, high) = (0, inOrder.count)
    while low < high {
      let middle = (low + high) / 2
      if inOrder[middle].id < number { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
