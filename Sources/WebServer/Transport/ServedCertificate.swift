import Foundation
import Logging
import NIOSSL
import Synchronization

/// The certificate that new connections get: what is in its files, also when that is renewed while the server runs. Thread-safe.
///
/// Connections that are open keep theirs. Where what is new can't be used, the certificate of before goes on.
final class ServedCertificate: Sendable {
  private let files: TLSFiles
  private let logger: Logger
  private let current: Mutex<NIOSSLContext>
  /// How the files were when they were read last, whether or not that could be used. Held while they are read: of two who look one waits.
  private let seen: Mutex<TLSFiles.State>

  /// Reads the files.
  ///
  /// - Throws: As `TLSFiles.makeContext()`.
  init(_ files: TLSFiles, logger: Logger) throws(TransportError) {
    self.files = files
    self.logger = logger
    // Before they are read: what is changed meanwhile is seen the next time.
    seen = Mutex(files.state)
    let context = try files.makeContext()
    current = Mutex(context)
  }

  /// What a new connection is encrypted with.
  var context: NIOSSLContext { current.withLock { $0 } }

  /// Looks again and again whether the files have changed, until the task is cancelled.
  func lookForever(every pause: Duration) async {
    while (try? await Task.sleep(for: pause)) != nil { look() }
  }

  /// Reads the files if they have changed since that was done last.
  ///
  /// - Parameter isAsked: Whether they are read in any case, and what comes of it is told, for somebody wants to know.
  func look(isAsked: Bool = false) {
    seen.withLock { seen in
      let state = files.state
      guard isAsked || state != seen else { return }
      seen = state
      do {
        let context = try files.makeContext()
        take(context, isAsked: isAsked)
      } catch {
        logger.warning(
          """
          the certificate or its key has changed and can't be used, so the one of before goes on: put a pair in place that fits; it is \
          taken up when the files change, and on SIGHUP
          """, metadata: ["error": "\(error)"])
      }
    }
  }

  private func take(_ context: NIOSSLContext, isAsked: Bool) {
    // What was only copied or given other rights is the same.
    if context.configuration.certificateChain == self.context.configuration.certificateChain {
      if isAsked { logger.notice("the certificate is as it was, valid until \(context.end)", metadata: place) }
      return
    }
    current.withLock { $0 = context }
    logger.notice("new connections get the renewed certificate, valid until \(context.end)", metadata: place)
  }

  private var place: Logger.Metadata { ["certificate": "\(files.certificate)"] }
}

extension NIOSSLContext {
  /// Until when the server's own certificate is valid.
  fileprivate var end: String {
    guard case .certificate(let own)? = configuration.certificateChain.first else { return "an unknown time" }
    return Date(timeIntervalSince1970: TimeInterval(own.notValidAfter)).formatted(.iso8601)
  }
}
