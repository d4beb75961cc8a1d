internal import Glibc

/// How often this process has asked for memory; exact while one thread runs.
@exclusivity(unchecked) public nonisolated(unsafe) var allocations = 0

@_silgen_name("__libc_malloc") private func libraryMalloc(_ size: Int) -> UnsafeMutableRawPointer?

/// Stands in for the library's `malloc`, which Swift and everybody else then call: counts and passes on.
@_cdecl("malloc") func countedMalloc(_ size: Int) -> UnsafeMutableRawPointer? {
  allocations &+= 1
  return libraryMalloc(size)
}
