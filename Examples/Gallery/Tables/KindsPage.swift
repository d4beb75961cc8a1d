import GalleryFrame
import Ghostlight

/// Rows of several kinds, and headers of several kinds, in one list.
final class KindsPage: PageController {
  private let input = TextInput.line()
  private lazy var cells = ChatCells(language)
  private lazy var headers = ChatHeaders(language)
  private lazy var table = SectionedTable(Phrase("Chat", "聊天")(language), header: headers, cell: cells)
  private lazy var read = start
  private var unread: [ChatCells.Model] = []
  private var lastID = 3

  override func loadContent() -> View {
    input.name = say("Write something", "写点什么")
    input.clearsOnSubmit = true
    input.onSubmit = { [unowned self] in write($0) }
    cells.poll.onTap(\.vote) { [unowned self] in vote(for: $0) }
    headers.unread.onTap(\.read) { [unowned self] _ in
      read += unread
      unread = []
      show()
    }
    show()
    return Stack.column(table, Field(input.name, input), looks: ["chat"])
  }

  private var start: [ChatCells.Model] {
    [
      ChatCells.row(
        Message(id: 1, author: say("Ann", "安"), text: say("Shall we meet on Sunday?", "周日见面吗？"), isMine: false)),
      ChatCells.row(Poll(id: 2, question: say("Picnic by the river", "河边野餐"), votes: 3, voters: 5)),
      ChatCells.row(Message(id: 3, author: say("You", "我"), text: say("I bring the bread.", "我带面包。"), isMine: true)),
    ]
  }

  private func write(_ text: String) {
    read += unread + [ChatCells.row(Message(id: nextID(), author: say("You", "我"), text: text, isMine: true))]
    unread = []
    show()
    after(.seconds(1)) { [unowned self] in
      unread.append(
        ChatCells.row(Message(id: nextID(), author: say("Ann", "安"), text: say("Good!", "好！"), isMine: false)))
      show()
    }
  }

  private func vote(for poll: Poll) {
    var voted = poll
    voted.votes += 1
    let row = ChatCells.row(voted)
    read = read.map { $0.id == row.id ? row : $0 }
    show()
  }

  private func show() {
    let today = TableSection(ChatHeaders.row(ChatDay(id: say("Today", "今天"))), rows: read)
    let rest = TableSection(ChatHeaders.row(Unread(count: unread.count)), rows: unread)
    table.show(unread.isEmpty ? [today] : [today, rest])
  }

  private func nextID() -> Int {
    lastID += 1
    return lastID
  }

  private func say(_ english: String, _ chinese: String) -> String { Phrase(english, chinese)(language) }
}
