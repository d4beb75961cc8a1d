import NIOHTTP2
import NIOCore
import NIOSSL

/// The two PEM files that a TLS server needs.
package struct TLSFiles: Sendable {
  /// The path of the certificate chain, the server's own certificate first.
  package var certificate: String

  /// The path of the unencrypted private key that belongs to the certificate.
  package var privateKey: String

  /// Names the files; they are read when the server is made.
  package init(certificate: String, privateKey: String) {
    self.certificate = certificate
    self.privateKey = privateKey
  }

  /// Reads both files and checks that they belong together.
  ///
  /// - Throws: `TransportError.unreadableCertificate`, `.unreadablePrivateKey` or `.mismatchedPrivateKey`.
  func makeContext() throws(TransportError) -> NIOSSLContext {
    let chain: [NIOSSLCertificate]
    do {
      chain = try NIOSSLCertificate.fromPEMFile(certificate)
    } catch {
      throw .unreadableCertificate(path: certificate, reason: "\(error)")
    }
    guard !chain.isEmpty else {
      throw .unreadableCertificate(path: certificate, reason: "it holds no certificate")
    }
    let key: NIOSSLPrivateKey
    do {
      key = try NIOSSLPrivateKey(file: privateKey, format: .pem)
    } catch {
      throw .unreadablePrivateKey(path: privateKey, reason: "\(error)")
    }
    var configuration = TLSConfiguration.makeServerConfiguration(
      certificateChain: chain.map { .certificate($0) }, privateKey: .privateKey(key))
    configuration.applicationProtocols = NIOHTTP2SupportedALPNProtocols
    // A browser that is gone answers no `close_notify`; a second is ample for one that isn't.
    configuration.shutdownTimeout = .seconds(1)
    do {
      return try NIOSSLContext(configuration: configuration)
    } catch {
      throw .mismatchedPrivateKey(certificate: certificate, privateKey: privateKey)
    }
  }
}
