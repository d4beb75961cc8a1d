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
    let paths = try [TLSPair.first.certificate, TLSPair.first.key, TLSPair.second.key].enumerated().map { index, text in
      let file = folder.appending(path: "\(index).pem")
      try text.write(to: file, atomically: true, encoding: .utf8)
      return file.path()
    }
    try await body(paths[0], paths[1], paths[2])
  }
}
