import Foundation

@testable import WebServer

/// A certificate for localhost and its key, in PEM.
struct TLSPair {
  let certificate: String
  let key: String

  /// Puts them where a server looks for them, in place of what is there.
  func write(to files: TLSFiles) throws {
    try key.write(toFile: files.privateKey, atomically: true, encoding: .utf8)
    try certificate.write(toFile: files.certificate, atomically: true, encoding: .utf8)
  }

  /// Runs a body with the first pair in files.
  static func withFiles(_ body: (TLSFiles) async throws -> Void) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let files = TLSFiles(
      certificate: folder.appending(path: "certificate.pem").path, privateKey: folder.appending(path: "key.pem").path)
    try first.write(to: files)
    try await body(files)
  }

  static let first = TLSPair(
    certificate: """
      -----BEGIN CERTIFICATE-----
      MIIBfjCCASWgAwIBAgIURWVfRoPTpROHslKtRrHyQFgCFZEwCgYIKoZIzj0EAwIw
      FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyMTA2MzAxOVoYDzIxMjYxMDI4
      MDYzMDE5WjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
      PQMBBwNCAAS/Gt5YCpXQ9nfJgb4nebw01pnNyOvXCIberK/0BoxiY0PzziC75g6l
      9UvBSIkACVNCQf0DNhIpx6q8I131StVko1MwUTAdBgNVHQ4EFgQUDWON79btirLc
      A4NcGPLgPb9i3ZgwHwYDVR0jBBgwFoAUDWON79btirLcA4NcGPLgPb9i3ZgwDwYD
      VR0TAQH/BAUwAwEB/zAKBggqhkjOPQQDAgNHADBEAiEAjH2YS4si0XjQDYGIi+Ra
      3O5GlytGXFpJh7XU++c0ppACHwSYDz6Z7469WzFvCJyGttOTF+FBYnKUgqGPhGSR
      XxM=
      -----END CERTIFICATE-----
      """,
    key: """
      -----BEGIN PRIVATE KEY-----
      MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgn3rSxR1I0L41Bk3F
      VH8TaRtN0fg0mdmuQUczrWQpRYyhRANCAAS/Gt5YCpXQ9nfJgb4nebw01pnNyOvX
      CIberK/0BoxiY0PzziC75g6l9UvBSIkACVNCQf0DNhIpx6q8I131StVk
      -----END PRIVATE KEY-----
      """)

  /// Valid until 2125-06-24.
  static let second = TLSPair(
    certificate: """
      -----BEGIN CERTIFICATE-----
      MIIBfzCCASWgAwIBAgIUZ2xXwagqkIqazc/QZJKXXiKl9LcwCgYIKoZIzj0EAwIw
      FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEzMDE2NDcxN1oYDzIxMjUwNjI0
      MTY0NzE3WjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
      PQMBBwNCAARIIYLqt1N1ldvJxbU0sSC/tMknRdj38bU4oR8A4Wb+B/3ZZ54C46Hf
      IbyeJTAEMvWiMx7Tg/KMAFNf0uPrwAMIo1MwUTAdBgNVHQ4EFgQUI4GCVMOLe5yS
      Nlj0xVuH8gk6Wz4wHwYDVR0jBBgwFoAUI4GCVMOLe5ySNlj0xVuH8gk6Wz4wDwYD
      VR0TAQH/BAUwAwEB/zAKBggqhkjOPQQDAgNIADBFAiEA8/ld+2sauNmGG5c0p1XC
      gV75ESYoWplXnem/Wdk5OmICIHAYXDZa9owakdj20bdQ25tDyihtUWIAumS1LP3S
      rwwg
      -----END CERTIFICATE-----
      """,
    key: """
      -----BEGIN PRIVATE KEY-----
      MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgLbqPVFH8/8VN6i1W
      4L/gyaV6lxVko0R/W+VB90szRS2hRANCAARIIYLqt1N1ldvJxbU0sSC/tMknRdj3
      8bU4oR8A4Wb+B/3ZZ54C46HfIbyeJTAEMvWiMx7Tg/KMAFNf0uPrwAMI
      -----END PRIVATE KEY-----
      """)
}
