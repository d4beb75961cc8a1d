import GalleryFrame

/// A day of the year, with its name in the reader's language.
struct Day: Comparable, Codable {
  let month: Int
  let day: Int
  let text: String

  init(_ month: Int, _ day: Int, _ language: Language) {
    self.month = month
    self.day = day
    let names = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
    text = language == .chinese ? "\(month)月\(day)日" : "\(day) \(names[month - 1])"
  }

  static func < (a: Day, b: Day) -> Bool { (a.month, a.day) < (b.month, b.day) }
}
