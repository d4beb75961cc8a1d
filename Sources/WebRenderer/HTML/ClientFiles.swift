/// The files that a browser loads beside the page.
public enum ClientFiles {
  /// The client: applies patches, reports what the user does.
  public static let script = shipped(PackageResources.ghostlight_js)
  /// The live link's socket in a thread of its own: what the client connects with, and the thread.
  public static let link = shipped(PackageResources.link_js)
  /// What the client does about trouble with its connection.
  public static let recovery = shipped(PackageResources.recovery_js)
  /// What the client does about a focus that goes.
  public static let focus = shipped(PackageResources.focus_js)
  /// What a page does that was loaded anew behind a deploy.
  public static let renewed = shipped(PackageResources.renewed_js)
  /// What a page runs whose screen has another address than was asked for: see `data-l` in it.
  public static let moved = shipped(PackageResources.moved_js)
  /// What the client needs for some views only, by the name that they ask for it by: see `data-x` in the client.
  public static let parts: [(name: String, script: [UInt8])] = [
    ("tables", PackageResources.tables_js), ("controls", PackageResources.controls_js),
    ("editing", PackageResources.editing_js), ("hash", PackageResources.hash_js),
    ("selects", PackageResources.selects_js), ("dates", PackageResources.dates_js),
    ("ticks", PackageResources.ticks_js), ("removes", PackageResources.removes_js),
  ].map { (name: $0, script: shipped($1)) }
  /// Those that documents don't name: the client loads them when it has come, for nothing is lost without them until then.
  public static let lateParts: Set<String> = ["dates"]
  /// Those that run before the page is painted: it may have come with another screen than is to be seen.
  public static let earlyParts: Set<String> = ["hash"]
  /// The looks of the views, made of tokens that an app's own style sheet can override.
  public static var styleSheet: [UInt8] { PackageResources.ghostlight_css + PackageResources.controls_css }

  private static func shipped(_ script: [UInt8]) -> [UInt8] {
    let minified = MinifiedScript(script)
    return ShortNames(minified.bytes, literals: minified.literals).bytes
  }

  /// The content of all files, to tell one client from another.
  public static var everything: [UInt8] {
    script + link + recovery + focus + renewed + moved + parts.flatMap(\.script) + styleSheet
  }
}
