import GalleryFrame

/// A thing to do, for the pages about tables.
struct Chore: Identifiable, Equatable, Codable {
  let id: Int
  var title: String
  var room: Room

  enum Room: CaseIterable, Codable { case kitchen, garden, cellar }

  static func all(_ language: Language) -> [Chore] {
    let chores: [(Phrase, Room)] = [
      (Phrase("Sharpen the knives", "磨刀"), .kitchen),
      (Phrase("Descale the kettle", "给水壶除垢"), .kitchen),
      (Phrase("Prune the apple tree", "修剪苹果树"), .garden),
      (Phrase("Sow the beans", "播种豆子"), .garden),
      (Phrase("Mend the gate", "修院门"), .garden),
      (Phrase("Bottle the cider", "装瓶苹果酒"), .cellar),
    ]
    return zip(1..., chores).map { id, chore in Chore(id: id, title: chore.0(language), room: chore.1) }
  }
}

extension Chore.Room {
  func name(_ language: Language) -> String {
    switch self {
    case .kitchen: Phrase("Kitchen", "厨房")(language)
    case .garden: Phrase("Garden", "花园")(language)
    case .cellar: Phrase("Cellar", "地窖")(language)
    }
  }

  var next: Chore.Room { self == .kitchen ? .garden : self == .garden ? .cellar : .kitchen }
}
