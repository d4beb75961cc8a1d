/// What stands in a chat, numbered in the order of its coming.
protocol ChatEntry { var id: Int { get } }

/// What somebody has written.
struct Message: ChatEntry, Identifiable, Equatable, Codable {
  let id: Int
  let author: String
  let text: String
  let isMine: Bool
}

/// A question that is voted on.
struct Poll: ChatEntry, Identifiable, Equatable, Codable {
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

/// All that was written.
struct Chat: Codable {
  var messages: [Message]
  var polls: [Poll]
  /// The number of the last entry that has been read.
  var lastRead = 0
  /// How many entries there are: each has the next number.
  var count: Int { messages.count + polls.count }

  mutating func write(_ text: String, author: String, isMine: Bool) {
    messages.append(Message(id: count + 1, author: author, text: text, isMine: isMine))
    if isMine { lastRead = count }
  }
}
