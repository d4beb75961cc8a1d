extension ServerConfiguration {
  /// Sees whether a server could be started with it at this moment: its names are names, its certificate and key can be used, and its address
  /// can be listened on. Nothing stays of it.
  ///
  /// Call it before anything is opened that the program of before couldn't read any more, such as a database that is migrated. Blocks its
  /// thread while the host's name is looked up.
  ///
  /// - Throws: What would keep a server from listening, in words that say how to mend it.
  public func check() throws {
    _ = try ServerNames(self)
    try transport.check()
  }

  /// Where the server listens, and by which certificate.
  var transport: TransportConfiguration {
    TransportConfiguration(
      host: host, port: port, tls: tls.map { TLSFiles(certificate: $0.certificate, privateKey: $0.key) })
  }
}
