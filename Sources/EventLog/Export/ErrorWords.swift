internal import Foundation

extension Error {
  /// What went wrong, for whoever called a command: the system's errors have that for people, all others describe themselves.
  package var words: String {
    self is CocoaError || self is POSIXError ? localizedDescription : String(describing: self)
  }
}
