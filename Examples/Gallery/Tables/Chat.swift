/// What somebody has written.
struct Message: Identifiable, Equatable {
  let id: Int
  let author: String
  let text: String
  let isMine: Bool
}

/// A question that is voted on.
struct Poll: Identifiable, Equatable {
  let id: Int
  let question: String
  var votes: Int
  let voters: Int
}

/// The day on which what follows was written.
struct ChatDay: Identifiable, Equatable {
  let id: String
}

/// From here on nothing has been read yet.
struct Unread: Identifiable, Equatable {
  let id = "unread"
  let count: Int
}
