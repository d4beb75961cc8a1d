/// The files that a browser loads beside the page.
public enum ClientFiles {
  /// The client: applies patches, reports what the user does.
  public static let script = MinifiedScript(PackageResources.ghostlight_js).bytes
  /// The live link's socket in a thread of its own: what the client connects with, and the thread.
  public static let link = MinifiedScript(PackageResources.link_js).bytes
  /// What the client does about trouble with its connection.
  public static let recovery = MinifiedScript(PackageResources.recovery_js).bytes
  /// What the client needs for some views only, by the name that they ask for it by: see `data-x` in the client.
  public static let parts: [(name: String, script: [UInt8])] = [
    ("tables", PackageResources.tables_js), ("controls", PackageResources.controls_js),
    ("editing", PackageResources.editing_js), ("hash", PackageResources.hash_js),
    ("selects", PackageResources.selects_js), ("ticks", PackageResources.ticks_js),
  ].map { (name: $0, script: MinifiedScript($1).bytes) }
  /// The looks of the views, made of tokens that an app's own style sheet can override.
  public static var styleSheet: [UInt8] { PackageResources.ghostlight_css + PackageResources.controls_css }

  /// The content of all files, to tell one client from another.
  public static var everything: [UInt8] { script + link + recovery + parts.flatMap(\.script) + styleSheet }
}
