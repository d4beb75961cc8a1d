import GalleryFrame
import Ghostlight

/// The rows of a chat: a bubble on one side or the other, or a vote. Which one is the model's type, or what it says.
@Shows(Message.self, Poll.self)
final class ChatCells: CellSet {
  let mine = RowKind(BubbleCell("mine"))
  let theirs = RowKind(BubbleCell("theirs"))
  let poll: RowKind<PollCell>

  init(_ language: Language) {
    poll = RowKind(PollCell(language))
    super.init(mine, theirs, poll)
  }

  /// All that is shown has a number.
  func takeAny(_ entry: some ChatEntry) {}

  func take(_ message: Message) { show(message, as: message.isMine ? mine : theirs) }
  func take(_ poll: Poll) { show(poll, as: self.poll) }
}

/// The headers of a chat: a day, or the line from which on nothing has been read.
@Shows(ChatDay.self, Unread.self)
final class ChatHeaders: CellSet {
  let day = RowKind(DayCell())
  let unread: RowKind<UnreadCell>

  init(_ language: Language) {
    unread = RowKind(UnreadCell(language))
    super.init(day, unread)
  }

  func take(_ day: ChatDay) { show(day, as: self.day) }
  func take(_ unread: Unread) { show(unread, as: self.unread) }
}

/// Shows a message.
final class BubbleCell: TableCell, ViewType {
  private let author = Label(looks: ["meta"])
  private let text = Label(looks: ["title"])

  init(_ side: String) {
    super.init()
    looks = ["bubble", side]
    add(Stack.column(author, text))
  }

  func take(_ message: Message) {
    author.text = message.author
    text.text = message.text
  }
}

/// Shows a vote, and how far it is.
final class PollCell: TableCell, ViewType {
  let vote: Button
  private let question = Label(looks: ["title"])
  private let bar = Progress("")
  private let count = Label(looks: ["meta"])

  init(_ language: Language) {
    vote = Button(Phrase("Vote", "投票")(language))
    super.init()
    looks = ["poll"]
    add(Stack.column(question, bar), count, vote)
  }

  func take(_ poll: Poll) {
    question.text = poll.question
    bar.name = poll.question
    bar.fraction = Double(poll.votes) / Double(poll.voters)
    count.text = "\(poll.votes) / \(poll.voters)"
    vote.name = "\(vote.text): \(poll.question)"
    vote.isEnabled = poll.votes < poll.voters
  }
}

/// Shows a day.
final class DayCell: TableCell, ViewType {
  private let heading = Heading(level: 2)

  override init() {
    super.init()
    looks = ["section"]
    add(heading)
  }

  func take(_ day: ChatDay) { heading.text = day.id }
}

/// Shows how much is unread, with a way to have read it.
final class UnreadCell: TableCell, ViewType {
  let read: Button
  private let heading = Heading(level: 2)

  init(_ language: Language) {
    read = Button(Phrase("Mark as read", "标为已读")(language), looks: ["quiet"])
    super.init()
    looks = ["section", "unread"]
    add(heading, read)
    heading.text = Phrase("Unread", "未读")(language)
  }

  func take(_ unread: Unread) { heading.text = "\(heading.text) · \(unread.count)" }
}
