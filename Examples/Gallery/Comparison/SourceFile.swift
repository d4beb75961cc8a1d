/// A file of the program itself, as it was built.
struct SourceFile {
  /// The architecture that it belongs to.
  let folder: String
  let name: String
  let text: String

  /// The files of one folder: what it is about first, and what is between the parts last.
  static func files(in folder: String) -> [SourceFile] {
    all.filter { $0.folder == folder }.sorted { ($0.role, $0.name) < ($1.role, $1.name) }
  }

  /// What the file is in its architecture, as its name says.
  var role: Role {
    let name = name.dropLast(".swift".count)
    if ["Cell", "View", "Screen"].contains(where: name.hasSuffix) { return .view }
    if name.hasSuffix("Controller") { return .controller }
    if name.hasSuffix("ViewModelServer") { return .glue }
    if ["Reminder", "Service", "Person", "DataEvent", "ModelServer"].contains(where: name.hasSuffix) { return .model }
    return .glue
  }

  /// How many lines have code on them.
  var lineCount: Int {
    text.split(separator: "\n").count { line in
      let code = line.drop { $0 == " " }
      return !code.isEmpty && !code.hasPrefix("//")
    }
  }

  /// A part that a file can play.
  enum Role: Int, CaseIterable, Comparable {
    case model, view, controller, glue
    static func < (a: Role, b: Role) -> Bool { a.rawValue < b.rawValue }
  }

  /// How many lines all architectures have in common: the models and the data.
  static var sharedLineCount: Int { lineCounts(in: "Shared").values.reduce(0, +) }

  /// How many lines of a folder play each part.
  static func lineCounts(in folder: String) -> [Role: Int] {
    files(in: folder).reduce(into: [:]) { $0[$1.role, default: 0] += $1.lineCount }
  }
}
