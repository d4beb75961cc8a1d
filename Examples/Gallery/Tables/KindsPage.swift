import GalleryFrame
import Ghostlight

/// Rows of several kinds, and headers of several kinds, in one list.
final class KindsPage: PageController {
  private let input = TextInput.line()
  private lazy var cells = ChatCells(language)
  private lazy var headers = ChatHeaders(language)
  private lazy var table = SectionedTable(Phrase("Chat", "聊天")(language), header: headers, cell: cells)
  @SessionState private var chat = Chat(messages: [], polls: [])

  override func loadContent() -> View {
    chat = start
    input.name = say("Write something", "写点什么")
    input.clearsOnSubmit = true
    input.onSubmit = { [unowned self] in write($0) }
    cells.poll.onTap(\.vote) { [unowned self] in vote(for: $0) }
    headers.unread.onTap(\.read) { [unowned self] _ in
      chat.lastRead = chat.count
      show()
    }
    show()
    return Stack.column(table, Field(input.name, input), looks: ["chat"])
  }

  private var start: Chat {
    Chat(
      messages: [
        Message(id: 1, author: say("Ann", "安"), text: say("Shall we meet on Sunday?", "周日见面吗？"), isMine: false),
        Message(id: 3, author: say("You", "我"), text: say("I bring the bread.", "我带面包。"), isMine: true),
      ], polls: [Poll(id: 2, question: say("Picnic by the river", "河边野餐"), votes: 3, voters: 5)], lastRead: 3)
  }

  override func didRestoreState() { show() }

  private func write(_ text: String) {
    // A session keeps all of it.
    let text = String(text.prefix(500))
    guard !text.allSatisfy(\.isWhitespace), chat.count < 500 else { return }
    chat.write(text, author: say("You", "我"), isMine: true)
    show()
    after(.seconds(1)) { [unowned self] in
      chat.write(say("Good!", "好！"), author: say("Ann", "安"), isMine: false)
      show()
    }
  }

  private func vote(for poll: Poll) {
    guard let index = chat.polls.firstIndex(where: { $0.id == poll.id }) else { return }
    chat.polls[index].votes += 1
    show()
  }

  private func show() {
    let rows = (ChatCells.rows(chat.messages) + ChatCells.rows(chat.polls)).sorted { $0.shared.id < $1.shared.id }
    let unread = Array(rows.suffix(from: chat.lastRead))
    let today = TableSection(ChatHeaders.row(ChatDay(id: say("Today", "今天"))), rows: Array(rows.prefix(chat.lastRead)))
    let rest = TableSection(ChatHeaders.row(Unread(count: unread.count)), rows: unread)
    table.show(unread.isEmpty ? [today] : [today, rest])
  }

  private func say(_ english: String, _ chinese: String) -> String { Phrase(english, chinese)(language) }
}
