/// Views one under the other, or side by side.
public class Stack: View {
  /// Views one under the other.
  public static func column(_ views: View..., looks: Set<String> = []) -> Stack { Stack(.stack, views, looks) }
  /// Views side by side.
  public static func row(_ views: View..., looks: Set<String> = []) -> Stack { Stack(.row, views, looks) }
  /// The main part of a screen.
  public static func main(_ views: View..., looks: Set<String> = []) -> Stack { Stack(.main, views, looks) }
  /// The head of a screen.
  public static func header(_ views: View..., looks: Set<String> = []) -> Stack { Stack(.header, views, looks) }
  /// A part of a screen that stands for itself.
  public static func section(_ views: View..., looks: Set<String> = []) -> Stack { Stack(.section, views, looks) }
  /// Links to other screens, under a name that tells them from others on the same screen.
  public static func navigation(_ name: String, _ views: View..., looks: Set<String> = []) -> Stack {
    let stack = Stack(.navigation, views, looks)
    stack.name = name
    return stack
  }

  init(_ kind: ViewKind, _ views: [View], _ looks: Set<String>) {
    super.init(kind)
    self.looks = looks
    add(views)
  }
}
