/// Does something, and waits for its end, but not for longer than so: it is cancelled then, and may go on all the same. It is no child of
/// this task, and whoever is cancelled waits as well.
func wait(atMost patience: Duration, for body: @escaping @Sendable () async -> Void) async {
  let (ends, end) = AsyncStream<Void>.makeStream()
  let work = Task {
    await body()
    end.finish()
  }
  let timer = Task {
    try? await Task.sleep(for: patience)
    end.finish()
  }
  await Task { for await _ in ends {} }.value
  work.cancel()
  timer.cancel()
}
