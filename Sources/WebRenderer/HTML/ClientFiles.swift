/// The files that a browser loads beside the page.
public enum ClientFiles {
  /// The client: applies patches, reports what the user does.
  public static var script: [UInt8] { withoutComments(PackageResources.ghostlight_js) }
  /// The live link's socket in a thread of its own: what the client connects with, and the thread.
  public static var link: [UInt8] { withoutComments(PackageResources.link_js) }
  /// What the client does about trouble with its connection.
  public static var recovery: [UInt8] { withoutComments(PackageResources.recovery_js) }
  /// What the client needs for some views only, by the name that they ask for it by: see `data-x` in the client.
  public static var parts: [(name: String, script: [UInt8])] {
    [
      ("tables", withoutComments(PackageResources.tables_js)),
      ("controls", withoutComments(PackageResources.controls_js)),
      ("editing", withoutComments(PackageResources.editing_js)),
      ("hash", withoutComments(PackageResources.hash_js)),
      ("ticks", withoutComments(PackageResources.ticks_js)),
    ]
  }
  /// The looks of the views, made of tokens that an app's own style sheet can override.
  public static var styleSheet: [UInt8] { PackageResources.ghostlight_css + PackageResources.controls_css }

  /// The content of all files, to tell one client from another.
  public static var everything: [UInt8] { script + link + recovery + parts.flatMap(\.script) + styleSheet }

  /// A script without the lines that are comments and without indentation: a seventh of what would travel.
  static func withoutComments(_ script: [UInt8]) -> [UInt8] {
    var lines = script.split(separator: UInt8(ascii: "\n")).map { $0.drop { $0 == UInt8(ascii: " ") } }
    lines.removeAll { $0.isEmpty || $0.starts(with: "//".utf8) }
    return Array(lines.joined(separator: [UInt8(ascii: "\n")]))
  }
}
