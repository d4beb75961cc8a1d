import Ghostlight

/// A thing to do, for the pages about tables.
struct Chore: Identifiable, Equatable {
  let id: Int
  var title: String
  var room: Room

  enum Room: String, CaseIterable { case kitchen, garden, cellar }

  static let all = [
    Chore(id: 1, title: "Sharpen the knives", room: .kitchen),
    Chore(id: 2, title: "Descale the kettle", room: .kitchen),
    Chore(id: 3, title: "Prune the apple tree", room: .garden),
    Chore(id: 4, title: "Sow the beans", room: .garden),
    Chore(id: 5, title: "Mend the gate", room: .garden),
    Chore(id: 6, title: "Bottle the cider", room: .cellar),
  ]
}

extension Chore.Room {
  var name: String { rawValue.prefix(1).uppercased() + rawValue.dropFirst() }
  var next: Chore.Room { self == .kitchen ? .garden : self == .garden ? .cellar : .kitchen }
}
