/// A few views that belong together, one under the other. For rows of models see ``Table``.
public final class List: View {
  /// A list without marks.
  public static func plain(_ views: View...) -> List { List(.items, views, []) }
  /// A list with a dot in front of each.
  public static func bulleted(_ views: View...) -> List { List(.items, views, ["bulleted"]) }
  /// A list in which the order matters, with numbers.
  public static func numbered(_ views: View...) -> List { List(.numberedItems, views, []) }

  private init(_ kind: ViewKind, _ views: [View], _ looks: Set<String>) {
    super.init(kind)
    self.looks = looks
    for view in views { append(view) }
  }

  /// How many items it has.
  public var count: Int { children.count }

  /// Adds an item at the end.
  public func append(_ view: View) {
    let item = View(.item)
    item.add(view)
    add(item)
  }

  /// Takes out the item at `index`, `0 ..< count`.
  public func remove(at index: Int) { children[index].removeFromParent() }
}
