/// What Ghostlight's own metrics are, in a sentence each. What others report has only its name: swift-metrics knows no descriptions.
enum MetricHelp {
  /// By the names that the text format has for them.
  static let texts: [String: String] = [
    "ghostlight_sessions": "Sessions that live.",
    "ghostlight_connections": "Pages that are connected to their sessions.",
    "ghostlight_request_seconds": "How long requests for pages and files took to be answered.",
    "ghostlight_intent_seconds": "How long what users did took to be carried out or refused.",
    "ghostlight_intent_answered_seconds": "How long what users did took until the patch that shows it was handed over.",
    "ghostlight_intent_confirmed_seconds":
      "How long what users did took, where no patch shows it, until it was durable and that was handed over.",
    "ghostlight_messages_total": "Messages that have gone to browsers.",
    "ghostlight_message_bytes_total": "Bytes of the messages that have gone to browsers.",
    "ghostlight_events_total": "Events that have passed the app's stream.",
    "ghostlight_handling_seconds": "How long the observers of events on the app's stream took.",
    "ghostlight_answer_seconds":
      "How long requests on the app's stream waited for their answers, and whether those were failures.",
    "ghostlight_events_waiting": "Events that wait to be delivered on the app's stream.",
    "ghostlight_session_events_total": "Events that have passed the streams of sessions.",
    "ghostlight_session_handling_seconds": "How long the observers of events on the streams of sessions took.",
    "ghostlight_session_answer_seconds":
      "How long requests on the streams of sessions waited for their answers, and whether those were failures.",
  ]
}
