import Foundation
import Logging
import NIOCore
import NIOPosix
import NIOSSL
import Synchronization
import Testing

@testable import WebServer

@Suite(.timeLimit(.minutes(1)))
struct `A served certificate` {
  private let told = Told()

  @Test func `stays as long as nobody touches its files, and is the same if it is only copied`() async throws {
    try await TLSPair.withFiles { files in
      let served = try ServedCertificate(files, logger: told.logger())
      let before = served.context
      served.look()
      try TLSPair.first.write(to: files)
      served.look()
      #expect(served.context === before)
      #expect(told.lines.withLock { $0 } == [])
    }
  }

  @Test func `is another once its files are`() async throws {
    try await TLSPair.withFiles { files in
      let served = try ServedCertificate(files, logger: told.logger())
      try TLSPair.second.write(to: files)
      served.look()
      served.look()
      #expect(try certificate(of: served) == own(files))
      #expect(served.context.configuration.applicationProtocols == ["h2", "http/1.1"])
      #expect(told.levels.withLock { $0 } == [.notice])
      #expect(told.lines.withLock { $0 }.first?.contains("valid until 2125-06-24T16:47:17Z") == true)
    }
  }

  @Test func `goes on where what is new can't be used, which is told once, until it can`() async throws {
    try await TLSPair.withFiles { files in
      let served = try ServedCertificate(files, logger: told.logger())
      let before = served.context
      try TLSPair(certificate: TLSPair.second.certificate, key: TLSPair.first.key).write(to: files)
      served.look()
      served.look()
      #expect(served.context === before)
      #expect(told.levels.withLock { $0 } == [.warning])
      #expect(told.lines.withLock { $0 }.first?.contains("doesn't belong to the certificate") == true)
      try FileManager.default.removeItem(atPath: files.certificate)
      served.look()
      #expect(served.context === before)
      #expect(told.lines.withLock { $0 }.last?.contains("No such file or directory") == true)
      try TLSPair.second.write(to: files)
      served.look()
      #expect(try certificate(of: served) == own(files))
      #expect(told.levels.withLock { $0 } == [.warning, .warning, .notice])
    }
  }

  @Test func `is told of to who asks, whatever comes of it`() async throws {
    try await TLSPair.withFiles { files in
      let served = try ServedCertificate(files, logger: told.logger())
      served.look(isAsked: true)
      #expect(told.lines.withLock { $0 }.first?.hasPrefix("the certificate is as it was, valid until 2126-") == true)
      try FileManager.default.removeItem(atPath: files.privateKey)
      served.look(isAsked: true)
      served.look(isAsked: true)
      #expect(told.levels.withLock { $0 } == [.notice, .warning, .warning])
    }
  }

  @Test func `is what new connections get while the server runs`() async throws {
    try await TLSPair.withFiles { files in
      let first = try own(files)
      try await withServer {
        $0.tls = files
        $0.certificatePause = .milliseconds(10)
      } _: { port in
        let before = try await Self.certificate(at: port)
        #expect(before == first)
        try TLSPair.second.write(to: files)
        let second = try own(files)
        while try await Self.certificate(at: port) != second {}
      }
    }
  }

  /// The certificate that is served.
  private func certificate(of served: ServedCertificate) throws -> NIOSSLCertificate {
    guard case .certificate(let own)? = served.context.configuration.certificateChain.first else { throw Missing() }
    return own
  }

  private struct Missing: Error {}

  /// The certificate in a file.
  private func own(_ files: TLSFiles) throws -> NIOSSLCertificate {
    try #require(try NIOSSLCertificate.fromPEMFile(files.certificate).first)
  }

  /// The certificate that a new connection gets.
  private static func certificate(at port: Int) async throws -> NIOSSLCertificate? {
    var configuration = TLSConfiguration.makeClientConfiguration()
    configuration.certificateVerification = .noHostnameVerification
    let context = try NIOSSLContext(configuration: configuration)
    let (certificates, arrived) = AsyncStream<NIOSSLCertificate>.makeStream()
    let channel = try await ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
      .channelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          let handler = try NIOSSLClientHandler(
            context: context, serverHostname: "localhost",
            customVerificationCallback: { chain, promise in
              if let own = chain.first { arrived.yield(own) }
              arrived.finish()
              promise.succeed(.certificateVerified)
            })
          try channel.pipeline.syncOperations.addHandler(handler)
        }
      }
      .connect(host: "127.0.0.1", port: port).get()
    defer { channel.close(promise: nil) }
    return await certificates.first { _ in true }
  }
}
