import EventStream

/// Any failure, told by its words.
struct TestFailure: AnswerFailure {
  let words: String
  init(_ words: String) { self.words = words }
  init(_ error: any Error) { words = (error as? TestFailure)?.words ?? "\(error)" }
}
