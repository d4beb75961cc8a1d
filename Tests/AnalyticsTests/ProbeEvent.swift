import EventMacros
import EventStream

/// An event to report.
@Event(reach: .app)
enum ProbeEvent {
  case happened(Int)
}
