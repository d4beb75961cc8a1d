/// The files that a browser loads beside the page.
public enum ClientFiles {
  /// The client: applies patches, reports what the user does.
  public static var script: [UInt8] { PackageResources.ghostlight_js }
  /// The looks of the views, made of tokens that an app's own style sheet can override.
  public static var styleSheet: [UInt8] { PackageResources.ghostlight_css }
}
