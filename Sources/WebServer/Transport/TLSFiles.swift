import NIOHTTP2
import NIOCore
import NIOSSL

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The two PEM files that a TLS server needs.
package struct TLSFiles: Sendable {
  /// The path of the certificate chain, the server's own certificate first.
  package var certificate: String

  /// The path of the unencrypted private key that belongs to the certificate.
  package var privateKey: String

  /// Names the files; they are read when the server is made, and when they have changed.
  package init(certificate: String, privateKey: String) {
    self.certificate = certificate
    self.privateKey = privateKey
  }

  /// Which files they are, and as of when.
  struct State: Equatable, Sendable {
    /// The certificate's; `nil` where there is none.
    let certificate: FileState?
    /// The key's; `nil` where there is none.
    let privateKey: FileState?
  }

  /// How both files are now; links are followed.
  var state: State { State(certificate: FileState(of: certificate), privateKey: FileState(of: privateKey)) }

  /// Reads both files and checks that they belong together.
  ///
  /// - Throws: `TransportError.unreadableCertificate`, `.unreadablePrivateKey` or `.mismatchedPrivateKey`.
  func makeContext() throws(TransportError) -> NIOSSLContext {
    let chain: [NIOSSLCertificate]
    do {
      chain = try NIOSSLCertificate.fromPEMFile(certificate)
    } catch {
      throw .unreadableCertificate(path: certificate, reason: Self.reason(certificate) ?? "it holds no certificate")
    }
    guard !chain.isEmpty else {
      throw .unreadableCertificate(path: certificate, reason: "it holds no certificate")
    }
    let key: NIOSSLPrivateKey
    do {
      key = try NIOSSLPrivateKey(file: privateKey, format: .pem)
    } catch {
      throw .unreadablePrivateKey(path: privateKey, reason: Self.reason(privateKey) ?? "it holds no such key")
    }
    var configuration = TLSConfiguration.makeServerConfiguration(
      certificateChain: chain.map { .certificate($0) }, privateKey: .privateKey(key))
    // What was before is broken, and no browser speaks it any more: <https://www.rfc-editor.org/rfc/rfc8996>. Unless told, NIO speaks it.
    configuration.minimumTLSVersion = .tlsv12
    configuration.applicationProtocols = NIOHTTP2SupportedALPNProtocols
    // A browser that is gone answers no `close_notify`; a second is ample for one that isn't.
    configuration.shutdownTimeout = .seconds(1)
    do {
      return try NIOSSLContext(configuration: configuration)
    } catch {
      throw .mismatchedPrivateKey(certificate: certificate, privateKey: privateKey)
    }
  }

  /// Why the system doesn't let a file be read; `nil` if it does.
  private static func reason(_ path: String) -> String? {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return String(cString: strerror(errno)) }
    close(file)
    return nil
  }
}
