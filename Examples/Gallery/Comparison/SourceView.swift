import GalleryFrame
import Ghostlight

/// Files of the program, one below the other.
enum SourceView {
  static func make(_ files: [SourceFile], _ language: Language) -> View {
    let section = Stack.section(
      Heading(ComparisonWords.source(language), level: 2), Label(ComparisonWords.read(language), looks: ["fine"]),
      looks: ["source"])
    for file in files { section.add(make(file, language)) }
    return section
  }

  static func make(_ file: SourceFile, _ language: Language) -> View {
    let role = ComparisonWords.role(file.role)(language)
    let head = Stack.row(
      Heading(file.name, level: 3), Label(role, looks: ["role", "\(file.role)"]),
      Label(ComparisonWords.lineCount(file.lineCount)(language), looks: ["fine"]), looks: ["file-head"])
    return Stack.column(head, code(file), looks: ["file"])
  }

  static func code(_ file: SourceFile) -> View { CodeBlock(file.name, SwiftPieces.pieces(of: file.text)) }
}
