internal import Glibc

/// How a thread makes sure that the others have seen what it wrote, and it what they wrote.
///
/// Linux can run a memory barrier on every thread of the process at one thread's request (`membarrier`, since 4.14; under
/// a microsecond here), so the others need none of their own. Where the kernel refuses, each side runs its own.
@usableFromInline
struct Barrier: Sendable {
  /// Whether ``run()`` is a barrier for the other threads too.
  @usableFromInline let isRemote: Bool

  /// The cheapest that this kernel offers.
  static let best = Barrier(isRemote: membarrier(Command.register) == 0)
  /// The one that works everywhere.
  static let local = Barrier(isRemote: false)

  /// Runs a barrier on all threads if it is remote, else none: the caller's atomic exchange was its own.
  func run() {
    if isRemote { _ = Self.membarrier(Command.run) }
  }

  private enum Command {
    static let run = 1 << 3
    static let register = 1 << 4
  }

  /// The system call has no wrapper in the C library, and `syscall` takes a variable number of arguments, which Swift
  /// doesn't import: it is found by name.
  private static func membarrier(_ command: Int) -> Int { call?(number, command, 0, 0) ?? -1 }

  private typealias Call = @convention(c) (Int, Int, Int, Int) -> Int
  // Safe because `syscall` is a C function that takes integers in registers, variable in number or not.
  private static let call = dlsym(nil, "syscall").map { unsafeBitCast($0, to: Call.self) }

  #if arch(x86_64)
    private static let number = 324
  #else
    private static let number = 283
  #endif
}
