import EventMacros
import Testing

@Suite struct `News that are addressed` {
  struct Letter: Codable, Equatable, Sendable, Addressed {
    var addressee: String
    var text: String
  }

  struct Lost: AnswerFailure, Codable, Equatable {
    init(_ error: any Error) {}
  }

  @Event(reach: .app)
  enum Post {
    @Answered(by: \.arrived) case send(Letter)
    @News case arrived(Result<Letter, Lost>)
  }

  @Event(reach: .app)
  enum Office {
    case post(Post)
  }

  struct Desk: Server {
    var observers: some Observers { Answer(\Post.send) { letter in letter } }
  }

  @Test func `reach the sessions of their visitor, and who asked, and nobody else's`() async {
    let app = AppStream()
    app.start(Desk())
    let ann = [SessionStream(app: app, visitor: "ann"), SessionStream(app: app, visitor: "ann")]
    let bob = SessionStream(app: app, visitor: "bob")
    let eve = SessionStream(app: app, visitor: "eve")
    var heard: [String] = []
    var subscriptions: [SessionSubscription] = []
    for (name, session) in [("ann 1", ann[0]), ("ann 2", ann[1]), ("bob", bob), ("eve", eve)] {
      subscriptions.append(session.observe(\Post.arrived) { _, _ in heard.append(name) })
    }
    // Bob writes to Ann: his answer is his, the news are hers.
    bob.send(Post.send(Letter(addressee: "ann", text: "hello")))
    while !(ann + [bob]).allSatisfy(\.mailbox.hasArrivals) { await Task.yield() }
    #expect(!eve.mailbox.hasArrivals)
    for session in ann + [bob, eve] { session.takeArrivals() }
    #expect(heard.sorted() == ["ann 1", "ann 2", "bob"])
    for subscription in subscriptions { subscription.cancel() }
    app.end()
  }

  @Test func `are addressed within an event that carries theirs too`() {
    let app = AppStream()
    let ann = SessionStream(app: app, visitor: "ann")
    let bob = SessionStream(app: app, visitor: "bob")
    let subscriptions = [ann, bob].map { $0.observe(\Office.post) { _, _ in } }
    app.send(Office.post(.arrived(.success(Letter(addressee: "ann", text: "hello")))))
    #expect(ann.mailbox.hasArrivals)
    #expect(!bob.mailbox.hasArrivals)
    for subscription in subscriptions { subscription.cancel() }
  }
}
