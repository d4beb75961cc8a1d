internal import ViewKit
internal import WebRenderer

/// Writes what changes on a session's screen into its outbox.
final class WebScreen: LiveSession.Observer {
  private let outbox: Outbox
  private let recorder: LogRecorder?
  private let lastFinished: () -> Int
  /// The last intent that a patch has told of.
  private var lastTold = 0

  init(_ session: WebSession) {
    outbox = session.outbox
    recorder = session.recorder
    lastFinished = { [weak session] in session?.lastFinished ?? 0 }
  }

  func screenDidChange(_ tree: ViewTree, isRepeatable: Bool) {
    // It takes longer than all else here: behind the patch, for which somebody waits.
    defer { recorder?.recordScreen(tree) }
    // Every turn that has changed the screen counts as a patch, written or not, so that a replay of them counts the same.
    let finished = lastFinished()
    if outbox.needsFresh {
      tree.forgetChanges()
      return outbox.skip(telling: finished)
    }
    let operations = PatchRenderer.operations(tree.takeChanges()) ?? PatchRenderer.nothing
    outbox.add(finished == lastTold ? .news : .answer, telling: finished, isRepeatable: isRepeatable) {
      ServerMessage.patch($0, operations, lastIntent: finished)
    }
    lastTold = finished
  }
}
