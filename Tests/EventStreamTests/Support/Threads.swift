import Foundation

/// Runs `body` on so many threads at once and waits for all of them, without taking a thread of the pool.
func onThreads(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) async {
  let done = Countdown(count)
  let start = DispatchSemaphore(value: 0)
  for number in 0..<count {
    Thread.detachNewThread {
      start.wait()
      body(number)
      done.step()
    }
  }
  for _ in 0..<count { start.signal() }
  await done.wait()
}

/// The process's resident memory in bytes.
func residentMemory() -> Int {
  let fields = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8))?.split(separator: " ") ?? []
  return fields.count > 1 ? (Int(fields[1]) ?? 0) * Int(sysconf(Int32(_SC_PAGESIZE))) : 0
}

#if DEBUG
  let isDebug = true
#else
  let isDebug = false
#endif

/// A number that tells threads apart.
func threadNumber() -> UInt { UInt(pthread_self()) }
