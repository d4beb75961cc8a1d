/// Where an app listens, and what it allows.
public struct ServerConfiguration: Sendable {
  /// The address to listen on.
  public var host = "127.0.0.1"
  /// The port to listen on; 0 for any free one.
  public var port = 8080
  /// The names that the server answers to, without scheme and port, such as `app.example.org`; to others it says the status 421. Addresses,
  /// names without a dot, this machine's and ``host`` need not be said. Where none are, any will do, except for who comes from a loopback
  /// address, without TLS, and asks for the server's own port: that may be a page elsewhere whose name was led here. So say them where
  /// something on this machine passes on the same port, and where the server listens at more than 127.0.0.1.
  public var names: [String] = []
  /// The paths of a certificate chain and its key, in PEM; with them everything is encrypted, and HTTP/2 is offered. What is renewed there is
  /// taken up for new connections within half a minute, and at once on SIGHUP; what can't be used is logged, and the pair of before goes on.
  public var tls: (certificate: String, key: String)?

  /// How long a session outlives its page's last connection.
  public var sessionGrace = Duration.seconds(60)
  /// How long a session waits for its page to connect at all: forever would let every crawler keep one. Less where its address
  /// opens many: see ``pagesPerSecond``; a second more for each 4 KB of the page beyond 16, up to a minute.
  public var firstConnectionGrace = Duration.seconds(20)
  /// How long the log keeps a session that nothing happens in, and what has passed on the app's stream.
  public var logMemory = Duration.seconds(7 * 86_400)
  /// How many bytes the log may take, about, seen every few seconds. Beyond them it forgets an eighth: the sessions in which nothing
  /// has happened for longest, then what stands before the snapshots of those that live. A file that has been larger stays so, with room
  /// in it. 0 for as many as it likes.
  public var maximumLogBytes = 4_000_000_000
  /// How many bytes of screens the log keeps as they were, of those of all sessions in a second; four times as many at once. Of the
  /// others, and of all unless given, it keeps digests: replaying tells which screen comes out otherwise, but not how it was.
  public var recordedScreenBytesPerSecond = 0.0
  /// How many sessions there may be at a time; further visitors are asked to come back later.
  public var maximumSessions = 20_000
  /// How many of them one address may have. Behind a proxy all pages come from one.
  public var maximumSessionsPerAddress = 15_000
  /// How many pages one address may open in a second, and sixteen times as many at once: those that it had open come again together
  /// when the server has been away. They are opened at twice this rate then; beyond eight at once, when no other page waits. A page that
  /// has been answered is awaited for five seconds only, once as many have been answered behind it as may be opened in five. 0 for as
  /// many as it likes.
  public var pagesPerSecond = 60.0
  /// How many intents one session may send in a second before it is slowed down, and ten times as many at once: a program may act for
  /// a while as quickly as it can. Where it says two seconds' worth beyond the rate, other pages go first. 0 for as many as it likes.
  public var intentsPerSecond = 100.0
  /// How many bytes of intents one session may send in a second before it is slowed down, and four times as many at once: all of
  /// it is recorded. 0 for as many as it likes.
  public var intentBytesPerSecond = 262_144.0
  /// The same for all sessions of one address together; 0 for as many as they like.
  public var intentBytesPerSecondAndAddress = 2_097_152.0
  /// The largest message from a browser, in bytes; longest notes, escaped, fit in.
  public var maximumMessageBytes = 1 << 19
  /// How many bytes of patches wait for a slow or absent browser; beyond that it gets a fresh picture instead.
  public var maximumWaitingBytes = 1 << 17
  /// The largest file that a user may hand over, in bytes; a picker may allow less.
  public var maximumFileBytes = 100_000_000
  /// How many bytes of files one session may hold.
  public var maximumFileBytesPerSession = 200_000_000
  /// How many bytes of files the sessions of one network address may hold together, with those that rest while their session is away:
  /// less than all, so that one can't take the room of everybody.
  public var maximumFileBytesPerAddress = 1_000_000_000
  /// How many bytes of files all sessions together may hold.
  public var maximumFileBytesInAll = 2_000_000_000
  /// How many bytes a file counts at least: so many it takes on most disks, however short it is.
  var leastFileBytes = 4_096
  /// The folder for files that users hand over; the system's own for temporary files unless given. One that is given must be this
  /// app's alone.
  public var fileFolder: String?
  /// For how long files stay whose session is away: its tab was closed, or the server was away. Only where there is a log, and a folder
  /// was given; otherwise they go with the session. Where there is no more room, those go first that have stayed longest.
  public var fileMemory = Duration.seconds(24 * 3600)
  /// How long the first answer waits for the screen's own requests.
  public var firstAnswerPatience = Duration.seconds(2)
  /// How long a new page waits for what its visitor's other pages have asked for and not been answered, so that it shows what was
  /// done right before it was loaded again.
  public var otherTabsPatience = Duration.milliseconds(150)
  /// How old the server must be before it brings back a session that one process has not outlived while it played it by itself; so much
  /// older for each one more. Supervisors mostly give up a process that ends five times in ten seconds.
  var suspectPatience = Duration.seconds(2)
  /// How long a session that returns waits for what the app's stream still has to deliver.
  var patienceForApp = Duration.seconds(2)

  /// The defaults.
  public init() {}
}
