import Foundation
import NIOSSL
import Testing
@testable import WebServer

@Suite(.timeLimit(.minutes(1)))
struct `Transport errors` {
  @Test func `name a port that is taken`() async throws {
    try await withServer { port in
      await #expect(throws: TransportError.addressInUse(host: "127.0.0.1", port: port)) {
        try await withServer {
          $0.port = port
        } _: { _ in
        }
      }
    }
  }

  @Test(arguments: ["nope.invalid", "no pe", "192.0.2.1", "http://127.0.0.1", "::1::"])
  func `say that a host isn't one of this machine, and what to do`(host: String) async throws {
    let error = await #expect(throws: TransportError.self) {
      try await withServer {
        $0.host = host
      } _: { _ in
      }
    }
    let words = try #require(error).description
    #expect(words.hasPrefix("Can't listen on \(host), port 0: ") && words.contains("such as 127.0.0.1"))
    #expect(!words.contains("Error") && !words.contains("errno"))
  }

  @Test func `come before anything is opened, from a look that stays in nobody's way`() async throws {
    try await withServer { port in
      #expect(throws: TransportError.addressInUse(host: "127.0.0.1", port: port)) {
        try TransportConfiguration(port: port).check()
      }
      try TransportConfiguration(port: 0).check()
    }
    #expect(throws: TransportError.self) { try TransportConfiguration(host: "192.0.2.1", port: 0).check() }
    #expect(throws: TransportError.self) { try TransportConfiguration(host: "nope.invalid", port: 0).check() }
    let files = TLSFiles(certificate: "/nowhere.pem", privateKey: "/nowhere.pem")
    #expect(throws: TransportError.self) { try TransportConfiguration(port: 0, tls: files).check() }
  }

  @Test func `name the TLS file that can't be used`() async throws {
    try await withTemporaryFiles { certificate, key, otherKey in
      func error(_ certificate: String, _ key: String) async -> TransportError? {
        await #expect(throws: TransportError.self) {
          try await withServer {
            $0.tls = TLSFiles(certificate: certificate, privateKey: key)
          } _: { _ in
          }
        }
      }
      let missing = "No such file or directory"
      #expect(await error("/nowhere.pem", key) == .unreadableCertificate(path: "/nowhere.pem", reason: missing))
      #expect(await error(certificate, "/nowhere.pem") == .unreadablePrivateKey(path: "/nowhere.pem", reason: missing))
      #expect(await error(key, key) == .unreadableCertificate(path: key, reason: "it holds no certificate"))
      #expect(
        await error(certificate, certificate)
          == .unreadablePrivateKey(path: certificate, reason: "it holds no such key"))
      #expect(
        await error(certificate, otherKey)
          == .mismatchedPrivateKey(certificate: certificate, privateKey: otherKey))
    }
  }

  @Test func `a TLS that is broken isn't spoken`() async throws {
    try await withTemporaryFiles { certificate, key, _ in
      let context = try TLSFiles(certificate: certificate, privateKey: key).makeContext()
      #expect(context.configuration.minimumTLSVersion == .tlsv12)
    }
  }

  private func withTemporaryFiles(_ body: (String, String, String) async throws -> Void) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let paths = try [Self.certificate, Self.key, Self.otherKey].enumerated().map { index, text in
      let file = folder.appending(path: "\(index).pem")
      try text.write(to: file, atomically: true, encoding: .utf8)
      return file.path()
    }
    try await body(paths[0], paths[1], paths[2])
  }

  private static let certificate = """
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
    """
  private static let key = """
    -----BEGIN PRIVATE KEY-----
    MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgn3rSxR1I0L41Bk3F
    VH8TaRtN0fg0mdmuQUczrWQpRYyhRANCAAS/Gt5YCpXQ9nfJgb4nebw01pnNyOvX
    CIberK/0BoxiY0PzziC75g6l9UvBSIkACVNCQf0DNhIpx6q8I131StVk
    -----END PRIVATE KEY-----
    """
  private static let otherKey = """
    -----BEGIN PRIVATE KEY-----
    MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgLbqPVFH8/8VN6i1W
    4L/gyaV6lxVko0R/W+VB90szRS2hRANCAARIIYLqt1N1ldvJxbU0sSC/tMknRdj3
    8bU4oR8A4Wb+B/3ZZ54C46HfIbyeJTAEMvWiMx7Tg/KMAFNf0uPrwAMI
    -----END PRIVATE KEY-----
    """
}
