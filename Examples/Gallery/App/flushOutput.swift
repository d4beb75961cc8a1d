internal import Glibc

/// Writes out what has been printed: into a pipe it would wait for a full buffer otherwise.
func flushOutput() { fflush(nil) }
