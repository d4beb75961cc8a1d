internal import Testing

@Suite("What @Event becomes")
struct ExpansionTests {
  @Test("a plain event, with a request and its answer")
  func request() {
    let expansion = Expansion(
      of: #"""
        @Event
        enum TodoEvent {
          /// A screen asks for rows.
          @Answered(by: \.rows) case show(Query)
          case rows(Result<[Row], TodoFailure>)
          case quit
        }
        """#)
    #expect(expansion.said.isEmpty)
    #expect(
      expansion.text == #"""

        enum TodoEvent {
          /// A screen asks for rows.
          case show(Query)
          case rows(Result<[Row], TodoFailure>)
          case quit

          static let eventType = EventStream.EventType.make(
            TodoEvent.self, name: "TodoEvent",
            cases: [.init(Keys.show.self), .init(Keys.rows.self), .init(Keys.quit.self)])

          /// A screen asks for rows.
          var show: EventStream.Case<Keys.show> {
            .init()
          }

          var rows: EventStream.Case<Keys.rows> {
            .init()
          }

          var quit: EventStream.Case<Keys.quit> {
            .init()
          }

          var tag: Int {
            switch self {
            case .show(let value):
              EventStream.tagOffset(in: value)
            case .rows:
              Keys.rows.tag
            case .quit:
              Keys.quit.tag
            }
          }

          static var caseCount: Int {
            Keys.show.tag + Keys.show.width + 2
          }

          /// The cases as types.
          enum Keys {
            enum show: EventStream.RequestKey {
              typealias Root = TodoEvent
              typealias Payload = Query
              typealias Answer = Keys.rows
              static var tag: Swift.Int {
                0
              }
              static var name: Swift.String {
                "show"
              }
              static func payload(of event: Root) -> Payload {
                guard case .show(let value) = event else {
                  EventStream.wrongCase()
                }
                return value
              }
              static func event(_ payload: Payload) -> Root {
                .show(payload)
              }
            }
            enum rows: EventStream.CaseKey {
              typealias Root = TodoEvent
              typealias Payload = Result<[Row], TodoFailure>
              static var tag: Swift.Int {
                Keys.show.tag + Keys.show.width
              }
              static var name: Swift.String {
                "rows"
              }
              static func payload(of event: Root) -> Payload {
                guard case .rows(let value) = event else {
                  EventStream.wrongCase()
                }
                return value
              }
              static func event(_ payload: Payload) -> Root {
                .rows(payload)
              }
            }
            enum quit: EventStream.CaseKey {
              typealias Root = TodoEvent
              typealias Payload = Swift.Void
              static var tag: Swift.Int {
                Keys.show.tag + Keys.show.width + 1
              }
              static var name: Swift.String {
                "quit"
              }
              static func payload(of event: Root) -> Payload {
                guard case .quit = event else {
                  EventStream.wrongCase()
                }
              }
              static func event(_ payload: Payload) -> Root {
                .quit
              }
            }
          }

          private enum CodingKeys: Swift.CodingKey {
            case show
            case rows
            case quit
          }

          init(from decoder: any Swift.Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            let key: CodingKeys = try EventStream.EventCoding.onlyKey(in: container, of: "TodoEvent", from: decoder)
            switch key {
            case .show:
              self = .show(try EventStream.EventCoding.decode(Keys.show.Payload.self, forKey: .show, in: container))
            case .rows:
              self = .rows(try EventStream.EventCoding.decode(Keys.rows.Payload.self, forKey: .rows, in: container))
            case .quit:
              try EventStream.EventCoding.decode(Keys.quit.Payload.self, forKey: .quit, in: container)
              self = .quit
            }
          }

          func encode(to encoder: any Swift.Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            switch self {
            case .show(let value):
              try EventStream.EventCoding.encode(value, forKey: .show, in: &container)
            case .rows(let value):
              try EventStream.EventCoding.encode(value, forKey: .rows, in: &container)
            case .quit:
              try EventStream.EventCoding.encode((), forKey: .quit, in: &container)
            }
          }

          static var writesFields: Bool {
            EventStream.EventCoding.writesFields(Keys.show.Payload.self)
          }

          func writeFields(to writer: inout some EventStream.FieldWriter) throws {
            switch self {
            case .show(let value):
              try EventStream.EventCoding.write(value, to: &writer)
            case .rows(let value):
              try EventStream.EventCoding.write(value, to: &writer)
            case .quit:
              EventStream.EventCoding.write((), to: &writer)
            }
          }

          init(
            tag: Int, reading reader: inout some EventStream.FieldReader
          ) throws(EventStream.FieldMismatch) {
            switch tag {
            case Keys.show.tag ..< Keys.show.tag + Keys.show.width:
              self = .show(try EventStream.EventCoding.read(Keys.show.Payload.self, offset: tag - Keys.show.tag, from: &reader))
            case Keys.show.tag + Keys.show.width:
              self = .rows(try EventStream.EventCoding.read(Keys.rows.Payload.self, offset: 0, from: &reader))
            case Keys.show.tag + Keys.show.width + 1:
              try EventStream.EventCoding.read(Keys.quit.Payload.self, offset: 0, from: &reader)
              self = .quit
            default:
              throw EventStream.FieldMismatch()
            }
          }
        }

        nonisolated extension TodoEvent: EventStream.Event {
        }
        """#)
  }

  @Test("a public event with a name, a reach and a name in backticks")
  func publicEvent() {
    let expansion = Expansion(
      of: #"""
        @Event(name: "app", reach: .app)
        public enum AppEvent {
          case stopped, `default`(Int)
        }
        """#)
    #expect(expansion.said.isEmpty)
    #expect(
      expansion.text == #"""

        public enum AppEvent {
          case stopped, `default`(Int)

          public static let eventType = EventStream.EventType.make(
            AppEvent.self, name: "app",
            cases: [.init(Keys.stopped.self), .init(Keys.`default`.self)])

          public static var reach: EventStream.Reach {
            .app
          }

          @inlinable public var stopped: EventStream.Case<Keys.stopped> {
            .init()
          }

          @inlinable public var `default`: EventStream.Case<Keys.`default`> {
            .init()
          }

          @inlinable public var tag: Int {
            switch self {
            case .stopped:
              0
            case .`default`:
              1
            }
          }

          @inlinable public static var caseCount: Int {
            2
          }

          /// The cases as types.
          public enum Keys {
            public enum stopped: EventStream.CaseKey {
              public typealias Root = AppEvent
              public typealias Payload = Swift.Void
              @inlinable public static var tag: Swift.Int {
                0
              }
              public static var name: Swift.String {
                "stopped"
              }
              @inlinable public static func payload(of event: Root) -> Payload {
                guard case .stopped = event else {
                  EventStream.wrongCase()
                }
              }
              @inlinable public static func event(_ payload: Payload) -> Root {
                .stopped
              }
            }
            public enum `default`: EventStream.CaseKey {
              public typealias Root = AppEvent
              public typealias Payload = Int
              @inlinable public static var tag: Swift.Int {
                1
              }
              public static var name: Swift.String {
                "default"
              }
              @inlinable public static func payload(of event: Root) -> Payload {
                guard case .`default`(let value) = event else {
                  EventStream.wrongCase()
                }
                return value
              }
              @inlinable public static func event(_ payload: Payload) -> Root {
                .`default`(payload)
              }
            }
          }

          private enum CodingKeys: Swift.CodingKey {
            case stopped
            case `default`
          }

          public init(from decoder: any Swift.Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            let key: CodingKeys = try EventStream.EventCoding.onlyKey(in: container, of: "app", from: decoder)
            switch key {
            case .stopped:
              try EventStream.EventCoding.decode(Keys.stopped.Payload.self, forKey: .stopped, in: container)
              self = .stopped
            case .`default`:
              self = .`default`(try EventStream.EventCoding.decode(Keys.`default`.Payload.self, forKey: .`default`, in: container))
            }
          }

          public func encode(to encoder: any Swift.Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            switch self {
            case .stopped:
              try EventStream.EventCoding.encode((), forKey: .stopped, in: &container)
            case .`default`(let value):
              try EventStream.EventCoding.encode(value, forKey: .`default`, in: &container)
            }
          }

          public static var writesFields: Bool {
            true
          }

          public func writeFields(to writer: inout some EventStream.FieldWriter) throws {
            switch self {
            case .stopped:
              EventStream.EventCoding.write((), to: &writer)
            case .`default`(let value):
              try EventStream.EventCoding.write(value, to: &writer)
            }
          }

          public init(
            tag: Int, reading reader: inout some EventStream.FieldReader
          ) throws(EventStream.FieldMismatch) {
            switch tag {
            case 0:
              try EventStream.EventCoding.read(Keys.stopped.Payload.self, offset: 0, from: &reader)
              self = .stopped
            case 1:
              self = .`default`(try EventStream.EventCoding.read(Keys.`default`.Payload.self, offset: 0, from: &reader))
            default:
              throw EventStream.FieldMismatch()
            }
          }
        }

        nonisolated extension AppEvent: EventStream.Event {
        }
        """#)
  }

  @Test("an event without cases")
  func noCases() {
    let expansion = Expansion(
      of: #"""
        @Event
        enum NoEvent {}
        """#)
    #expect(expansion.said.isEmpty)
    #expect(
      expansion.text == #"""

        enum NoEvent {

          static let eventType = EventStream.EventType.make(
            NoEvent.self, name: "NoEvent",
            cases: [])

          var tag: Int {
            switch self {

            }
          }

          static var caseCount: Int {
            0
          }

          /// The cases as types.
          enum Keys {

          }

          init(from decoder: any Swift.Decoder) throws {
            throw Swift.DecodingError.dataCorrupted(
              .init(codingPath: decoder.codingPath, debugDescription: "NoEvent" + " has no cases"))
          }

          func encode(to encoder: any Swift.Encoder) throws {
          }

          static var writesFields: Bool {
            true
          }

          func writeFields(to writer: inout some EventStream.FieldWriter) throws {
            switch self {

            }
          }

          init(
            tag: Int, reading reader: inout some EventStream.FieldReader
          ) throws(EventStream.FieldMismatch) {
            switch tag {

            default:
              throw EventStream.FieldMismatch()
            }
          }
        }

        nonisolated extension NoEvent: EventStream.Event {
        }
        """#)
  }

  @Test("only the types of payloads that may be events are looked at for tags")
  func literalTags() {
    let text = Expansion(of: "@Event enum A { case a([B]), b(Int), c(String?), d(Result<B, C>), e(B), f, g }").text
    #expect(text.contains("case .d:\n      3"))
    #expect(text.contains("case .e(let value):\n      4 + EventStream.tagOffset(in: value)"))
    #expect(text.contains("Keys.e.tag + Keys.e.width + 1"))
  }

  @Test("names in backticks may have quotes in them")
  func quotes() {
    let text = Expansion(of: #"@Event enum `The "A"` { case `said "b"` }"#).text
    #expect(text.contains(#"name: "The \"A\"","#))
    #expect(text.contains(#""said \"b\"""#))
  }

  @Test("a payload that is called as a case is may be written with its module")
  func qualifiedPayload() {
    let expansion = Expansion(of: "@Event enum A { case URL(Foundation.URL) }")
    #expect(expansion.said.isEmpty)
    #expect(expansion.text.contains("typealias Payload = Foundation.URL"))
  }

  @Test("a case may be called as a type is that its key has")
  func typeNames() {
    let expansion = Expansion(of: "@Event enum A { case Int, String(Swift.String), Void }")
    #expect(expansion.said.isEmpty)
    for text in ["static var tag: Swift.Int {", "static var name: Swift.String {", "typealias Payload = Swift.Void"] {
      #expect(expansion.text.contains(text))
    }
    for text in ["static var tag: Int {", "static var name: String {", "typealias Payload = Void"] {
      #expect(!expansion.text.contains(text))
    }
  }

  @Test("types that an app may call its own events by are looked at for tags, and so are those in parentheses")
  func shadowedTags() {
    let text = Expansion(of: "@Event enum A { case a(Duration), b(Set), c(Set<Int>), d((B)), e((Int)), f }").text
    #expect(text.contains("case .a(let value):\n      EventStream.tagOffset(in: value)"))
    #expect(text.contains("case .b(let value):\n      Keys.b.tag + EventStream.tagOffset(in: value)"))
    #expect(text.contains("case .c:\n      Keys.c.tag"))
    #expect(text.contains("case .d(let value):\n      Keys.d.tag + EventStream.tagOffset(in: value)"))
    #expect(text.contains("case .e:\n      Keys.e.tag"))
  }

  @Test("the access of a public extension is the enum's own")
  func publicExtension() {
    #expect(
      Expansion(of: "public extension S { @Event enum A { case a } }").text.contains("public static let eventType"))
    #expect(!Expansion(of: "public extension S { @Event internal enum A { case a } }").text.contains("public static"))
    #expect(Expansion(of: "@Event package enum A { case a }").text.contains("package static let eventType"))
    #expect(!Expansion(of: "@Event private enum A { case a }").text.contains("private static"))
  }

  @Test(
    "macros may be written with the name of a module that exports them",
    arguments: ["EventMacros", "Ghostlight", "Core"])
  func qualified(module: String) {
    let expansion = Expansion(
      of: "@Event enum A { @\(module).Answered(by: \\.b) case a; @\(module).News case b(R) }")
    #expect(expansion.said.isEmpty)
    #expect(expansion.text.contains("enum a: EventStream.RequestKey"))
    #expect(expansion.text.contains(".news(Keys.b.self)"))
  }

  @Test("coding that the enum has itself is left alone")
  func ownCoding() {
    for (decoder, encoder) in [
      ("any Decoder", "any Encoder"), ("some Swift.Decoder", "Swift.Encoder"),
      ("borrowing any Decoder", "borrowing any Swift.Encoder"),
    ] {
      let expansion = Expansion(
        of: "@Event enum A { case a; init(from d: \(decoder)) throws {}; func encode(to e: \(encoder)) throws {} }")
      #expect(expansion.said.isEmpty)
      #expect(!expansion.text.contains("CodingKeys"))
    }
  }

  @Test(
    "helpers with the same labels are no coding",
    arguments: [
      "init(from status: Status) { self = .a }", "func encode(to buffer: inout Buffer) {}",
      "func encode(to encoder: inout any Encoder) {}",
      "init(from decoder: any Decoder, version: Int) throws { self = .a }",
    ])
  func helpers(member: String) {
    let expansion = Expansion(of: "@Event enum A { case a; \(member) }")
    #expect(expansion.said.isEmpty)
    #expect(expansion.text.contains("CodingKeys"))
  }
}
