/// An event of the app's on its way to sessions, of which there may be very many: they hold it between them until the last has taken it in, and the app's
/// stream until the next.
final class News: Sendable {
  /// What travels with it.
  let envelope: Envelope
  /// Delivers the event.
  let deliver: @Sendable (Dispatcher) -> Void

  init<Root: Event>(_ event: Root, _ envelope: Envelope) {
    self.envelope = envelope
    let tag = Int(envelope.tag)
    deliver = { dispatcher in dispatcher.deliver(event, index: Root.eventType.index, tag: tag) }
  }
}

extension AppStream {
  /// The event that is being delivered, to be held by many; one object, whoever asks for it. For the thread that delivers.
  func news<Root: Event>(_ event: Root, _ envelope: Envelope) -> News {
    if let latestNews, latestNews.envelope.sequence == envelope.sequence { return latestNews }
    let news = News(event, envelope)
    latestNews = news
    return news
  }
}
