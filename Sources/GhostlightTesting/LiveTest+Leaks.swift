internal import Synchronization
internal import Testing
internal import ViewKit
internal import WebServer

extension LiveTest {
  /// Fails the test if a view is still there that has been on a page's screen, and whose session has ended: something holds it.
  func checkLeaks(of seen: SeenViews, at path: String) async {
    // Tasks that are cancelled let go of what they use when they have heard of that.
    let end = ContinuousClock.now + patience
    while !seen.left.isEmpty, ContinuousClock.now < end { try? await Task.sleep(for: .milliseconds(1)) }
    let left = seen.left
    if left.isEmpty { return }
    let names = left.prefix(5).joined(separator: ", ") + (left.count > 5 ? " and \(left.count - 5) more" : "")
    Issue.record(
      """
      the page at \(path) has ended, and something still holds \(names): a closure that a view keeps uses that view, or \
      one that it stands in, and doesn't say so with [unowned …]
      """)
  }
}

/// The views that have been on the screen of a page, as long as something holds them.
final class SeenViews: Sendable {
  // Safe because of views, which belong to their session, nothing is asked but whether they are there.
  private struct Seen: @unchecked Sendable {
    weak var view: View?
    let name: String
    let number: Int
  }

  private let seen = Mutex<(all: [ObjectIdentifier: Seen], count: Int)>(([:], 0))

  /// Notes what stands in a tree now.
  func note(_ tree: ViewTree) { seen.withLock { note(tree.root, &$0) } }

  private func note(_ view: View, _ seen: inout (all: [ObjectIdentifier: Seen], count: Int)) {
    // Another may have been there before.
    if seen.all[ObjectIdentifier(view)]?.view == nil {
      let text = view.name.isEmpty ? view[text: .text] : view.name
      seen.count += 1
      seen.all[ObjectIdentifier(view)] = Seen(view: view, name: "\(type(of: view)) \"\(text)\"", number: seen.count)
    }
    for child in view.children { note(child, &seen) }
  }

  /// The kinds and names of those that are there, in the order in which they came on the screen.
  var left: [String] {
    seen.withLock { seen in
      seen.all.values.filter { $0.view != nil }.sorted { $0.number < $1.number }.map(\.name)
    }
  }
}

/// Takes what has changed, as a page does, and has its screens recorded.
final class ScreenNoter: LiveSession.Observer {
  private let recorder: LogRecorder?
  private let seen: SeenViews

  init(_ recorder: LogRecorder?, _ seen: SeenViews) {
    self.recorder = recorder
    self.seen = seen
  }

  func screenDidChange(_ tree: ViewTree, isRepeatable: Bool) {
    // With this a row follows its model again in which the user had set something else.
    tree.forgetChanges()
    seen.note(tree)
    recorder?.recordScreen(tree)
  }
}
