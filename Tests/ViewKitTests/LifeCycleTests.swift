import EventStream
import Testing

@testable import ViewKit

/// Every way in and out: each call once, in order, and nothing left.
@Suite struct LifeCycleTests {
  let calls = Calls()

  /// Opens a session whose root screen does things when its buttons are pressed.
  func open(
    _ path: String = "/", _ acts: [@Sendable (Recorder) -> Void] = [],
    does: [String: @Sendable (Recorder) -> Void] = [:]
  ) async throws -> Driver {
    let session = LiveSession(
      Session(
        screens: Routes { [calls] in
          "/" ~> { Acting("root", calls, acts, does.mapValues { act in { act($0) } }) }
          "/a" ~> { Recorder("a", calls) }
          "/a/:id" ~> { (id: Int) in Recorder("a\(id)", calls) }
          "/b" ~> { Recorder("b", calls) }
          "/host" ~> { Host("host", calls) }
          "/host/:id" ~> { (id: Int) in Recorder("guest\(id)", calls) }
          "/host/:id/more" ~> { (id: Int) in Recorder("more", calls) }
        }), app: AppStream())
    #expect(await session.open(path))
    return Driver(session: session)
  }

  struct Driver {
    let session: LiveSession
    func press(_ number: Int) async throws {
      let button = try #require(await session.withScreen { $0.buttons[number] })
      try await session.receive(Intent(.view(button), .tap))
    }
    func visit(_ path: String, back: Bool = false) async {
      _ = await session.visit(SessionVisit(path: path, isBack: back))
    }
  }

  final class Acting: Recorder {
    let acts: [@Sendable (Recorder) -> Void]

    init(_ label: String, _ calls: Calls, _ acts: [@Sendable (Recorder) -> Void], _ does: [String: (Recorder) -> Void])
    {
      self.acts = acts
      super.init(label, calls, does)
    }

    override func loadView() -> View {
      let view = super.loadView()
      for act in acts { view.add(Button("act") { [unowned self] in act(self) }) }
      return view
    }
  }

  final class Host: Recorder {
    override var outlet: View? { region }
  }

  // MARK: By address

  @Test func `the first screen, and the end of its session`() async throws {
    let driver = try await open()
    #expect(calls.take() == Recorder.come("root"))
    await driver.session.end()
    #expect(calls.take() == Recorder.go("root"))
    #expect(calls.alive == 0)
  }

  @Test func `a screen further down the path is pushed over the one it leaves, which comes back as it was`()
    async throws
  {
    let driver = try await open("/a")
    #expect(calls.take().filter { $0.hasPrefix("a ") } == Recorder.come("a"))
    await driver.visit("/a/7")
    #expect(calls.take() == ["a7 init"] + Recorder.hide("a") + Recorder.come("a7").dropFirst())
    await driver.visit("/a", back: true)
    #expect(calls.take() == Recorder.go("a7") + Recorder.reappear("a"))
  }

  @Test func `a screen beside it replaces it`() async throws {
    let driver = try await open("/a")
    _ = calls.take()
    await driver.visit("/b")
    #expect(calls.take() == ["b init"] + Recorder.go("a") + Recorder.come("b").dropFirst())
  }

  @Test func `an address makes all the screens on the way, and loads the one that is seen`() async throws {
    let driver = try await open("/a/7")
    #expect(calls.take() == ["root init", "a init"] + Recorder.come("a7"))
    await driver.visit("/a", back: true)
    #expect(calls.take() == Recorder.go("a7") + Recorder.come("a").dropFirst())
    await driver.session.end()
    #expect(calls.take() == Recorder.go("a") + ["root didEnd"])
  }

  @Test func `a screen in an outlet changes while its host stays`() async throws {
    let driver = try await open("/host/1")
    #expect(
      calls.take() == [
        "root init", "host init", "guest1 init", "host loadView", "host didLoad", "guest1 loadView", "guest1 didLoad",
        "host willAppear", "guest1 willAppear", "guest1 didAppear", "host didAppear",
      ])
    await driver.visit("/host/2")
    #expect(calls.take() == ["guest2 init"] + Recorder.go("guest1") + Recorder.come("guest2").dropFirst())
    await driver.visit("/host")
    #expect(calls.take() == Recorder.go("guest2"))
    #expect(calls.alive == 2)
    await driver.visit("/host/3")
    #expect(calls.take() == Recorder.come("guest3"))
    await driver.visit("/a")
    #expect(
      calls.take() == ["a init"] + [
        "host willDisappear", "guest3 willDisappear", "guest3 didDisappear", "host didDisappear", "guest3 didEnd",
        "host didEnd",
      ] + Recorder.come("a").dropFirst())
  }

  @Test func `a screen is pushed over another in the outlet of their host`() async throws {
    let driver = try await open("/host/1")
    _ = calls.take()
    await driver.visit("/host/1/more")
    #expect(calls.take() == ["more init"] + Recorder.hide("guest1") + Recorder.come("more").dropFirst())
    await driver.visit("/host/1", back: true)
    #expect(calls.take() == Recorder.go("more") + Recorder.reappear("guest1"))
    await driver.visit("/host/1/more")
    _ = calls.take()
    await driver.session.end()
    #expect(
      calls.take() == [
        "host willDisappear", "more willDisappear", "more didDisappear", "host didDisappear", "more didEnd",
        "guest1 didEnd", "host didEnd", "root didEnd",
      ])
    #expect(calls.alive == 0)
  }

  @Test func `an address that leads nowhere ends every screen`() async throws {
    let driver = try await open("/a")
    _ = calls.take()
    #expect(await !driver.session.visit(SessionVisit(path: "/nowhere", isBack: true)))
    #expect(calls.take() == Recorder.go("a") + ["root didEnd"])
  }

  // MARK: Children

  @Test func `a child that is added in viewDidLoad comes and goes within its parent`() async throws {
    let driver = try await open(does: ["didLoad": { [calls] in $0.add(Recorder("child", calls), in: $0.region) }])
    #expect(
      calls.take() == [
        "root init", "root loadView", "root didLoad", "child init", "child loadView", "child didLoad",
        "root willAppear", "child willAppear", "child didAppear", "root didAppear",
      ])
    await driver.visit("/a")
    #expect(
      calls.take() == [
        "a init", "root willDisappear", "child willDisappear", "child didDisappear", "root didDisappear", "a loadView",
        "a didLoad", "a willAppear", "a didAppear",
      ])
    await driver.session.end()
    #expect(
      calls.take() == Recorder.go("a") + ["child didEnd", "root didEnd"])
  }

  @Test func `a child that is added and removed later comes and goes alone`() async throws {
    let driver = try await open(
      "/",
      [
        { [calls] in $0.add(Recorder("child", calls), in: $0.region) },
        { $0.remove($0.children[0]) },
      ])
    _ = calls.take()
    try await driver.press(0)
    #expect(calls.take() == Recorder.come("child"))
    try await driver.press(1)
    #expect(calls.take() == Recorder.go("child"))
  }

  @Test func `a child chosen by state takes the place of the one before`() async throws {
    let driver = try await open(
      "/",
      [
        { [calls] in $0.show(Recorder("one", calls), in: $0.region, by: .slide) },
        { [calls] in $0.show(Recorder("two", calls), in: $0.region, by: .slide) },
      ])
    _ = calls.take()
    try await driver.press(0)
    #expect(calls.take() == Recorder.come("one"))
    try await driver.press(1)
    #expect(calls.take() == ["two init"] + Recorder.go("one") + Recorder.come("two").dropFirst())
  }

  @Test func `a tab that is switched away from is hidden and found again`() async throws {
    let calls = calls
    let session = LiveSession(
      Session(
        screens: Routes {
          "/" ~> {
            TabsController("Tabs", [.init("One") { Recorder("one", calls) }, .init("Two") { Recorder("two", calls) }])
          }
        }), app: AppStream())
    #expect(await session.open("/"))
    #expect(calls.take() == Recorder.come("one"))
    let tabs = try #require(await session.withScreen { $0.all { $0.kind == .tab } })
    try await session.receive(Intent(.view(tabs[1]), .tap))
    #expect(calls.take() == ["two init"] + Recorder.hide("one") + Recorder.come("two").dropFirst())
    #expect(await session.withScreen { $0.title } == "two")
    try await session.receive(Intent(.view(tabs[0]), .tap))
    #expect(calls.take() == Recorder.hide("two") + Recorder.reappear("one"))
    await session.end()
    #expect(calls.take().sorted() == (Recorder.go("one") + ["two didEnd"]).sorted())
  }

  @Test func `a tab that is chosen before the view is there is the one that is shown`() async throws {
    let calls = calls
    let session = LiveSession(
      Session(
        screens: Routes {
          "/" ~> { () -> TabsController in
            let one = TabsController.Tab("One") { Recorder("one", calls) }
            let tabs = TabsController("Tabs", [one, .init("Two") { Recorder("two", calls) }])
            tabs.choose(1)
            return tabs
          }
        }), app: AppStream())
    #expect(await session.open("/"))
    #expect(calls.take() == Recorder.come("two"))
    #expect(await session.withScreen { $0.title } == "two")
    let tabs = try #require(await session.withScreen { $0.all { $0.kind == .tab } })
    #expect(await session.withScreen { $0.all { $0.kind == .tab && $0[flag: .isSelected] } } == [tabs[1]])
  }

  // MARK: Dialogs

  @Test func `a dialog comes over its screen and goes when it is dismissed`() async throws {
    let driver = try await open("/", [{ [calls] in $0.present(Recorder("modal", calls)) }])
    _ = calls.take()
    try await driver.press(0)
    #expect(calls.take() == Recorder.come("modal"))
    await #expect(throws: IntentRefusal.notReachable) { try await driver.press(0) }
    try await driver.press(1)
    #expect(calls.take() == Recorder.go("modal"))
    try await driver.press(0)
    #expect(calls.take() == Recorder.come("modal"))
  }

  @Test(arguments: [true, false])
  func `a presenter that takes its dialog away leaves nothing of it on the screen`(isForGood: Bool) async throws {
    let takeAway: @Sendable (Recorder) -> Void = { modal in
      if isForGood { modal.parent?.remove(modal) } else { modal.parent?.hide(modal) }
    }
    let driver = try await open(
      "/",
      [
        { [calls] in $0.present(Recorder("modal", calls, ["didAppear": takeAway])) },
        { root in
          guard let modal = root.children.first as? Recorder else { return }
          modal.does = [:]
          root.show(modal, in: root.region)
        },
      ])
    _ = calls.take()
    try await driver.press(0)
    #expect(calls.take() == Recorder.come("modal") + (isForGood ? Recorder.go("modal") : Recorder.hide("modal")))
    #expect(await driver.session.withScreen { $0.all { $0.kind == .dialog } } == [])
    if isForGood {
      try await driver.press(0)
      #expect(calls.take() == Recorder.come("modal") + Recorder.go("modal"))
    } else {
      try await driver.press(1)
      #expect(calls.take() == Recorder.reappear("modal"))
    }
  }

  @Test func `a dialog that is dismissed goes with those over it, whoever has presented them`() async throws {
    let driver = try await open(
      "/",
      [
        { [calls] root in
          let low = Recorder("low", calls)
          let high = Recorder("high", calls, ["didAppear": { _ in low.dismiss() }])
          low.does["didAppear"] = { $0.parent?.present(high) }
          root.present(low)
        }
      ])
    _ = calls.take()
    try await driver.press(0)
    let come = Array(Recorder.come("low").dropFirst()) + Array(Recorder.come("high").dropFirst())
    #expect(calls.take() == ["low init", "high init"] + come + Recorder.go("high") + Recorder.go("low"))
    try await driver.press(0)
  }

  @Test func `a dialog comes under the alert that is shown, and can be used once that is read`() async throws {
    let driver = try await open(
      "/",
      [
        { [calls] root in
          root.alert("Look", "There is something to read.")
          root.alert("And", "There is more.")
          root.present(Recorder("modal", calls))
        }
      ])
    try await driver.press(0)
    _ = calls.take()
    func layers() async -> [ViewKind]? { await driver.session.withScreen { $0.root.children.map(\.kind) } }
    #expect(await layers() == [.stack, .dialog, .alertDialog])
    #expect(await driver.session.withScreen { $0.root.children.map { $0[flag: .isInert] } } == [true, true, false])
    // Those of the screen, the dialog and the alert.
    await #expect(throws: IntentRefusal.notReachable) { try await driver.press(1) }
    try await driver.press(2)
    #expect(await layers() == [.stack, .dialog, .alertDialog])
    #expect(await driver.session.withScreen { $0.takeChanges().focus == nil } == true)
    try await driver.press(2)
    #expect(await layers() == [.stack, .dialog])
    #expect(await driver.session.withScreen { tree in tree.takeChanges().focus?.id == tree.buttons[1] } == true)
    try await driver.press(1)
    #expect(calls.take() == Recorder.go("modal"))
    #expect(await driver.session.withScreen { $0.root.children[0][flag: .isInert] } == false)
  }

  final class Leaving: Recorder {
    override func loadView() -> View {
      let view = super.loadView()
      view.add(
        Button("leave") { [unowned self] in
          dismiss()
          note("goes on")
        })
      return view
    }
  }

  @Test func `whoever dismisses itself can go on until its turn is over`() async throws {
    let driver = try await open("/", [{ [calls] in $0.present(Leaving("modal", calls)) }])
    try await driver.press(0)
    _ = calls.take()
    try await driver.press(1)
    #expect(calls.take() == Recorder.go("modal") + ["modal goes on"])
    #expect(calls.alive == 1)
  }

  @Test func `dialogs over a screen go before it does`() async throws {
    let driver = try await open(
      "/", [{ [calls] in $0.present(Recorder("low", calls, ["didAppear": { $0.present(Recorder("high", calls)) }])) }])
    _ = calls.take()
    try await driver.press(0)
    #expect(calls.take() == Recorder.come("low") + Recorder.come("high"))
    await driver.visit("/a")
    #expect(
      calls.take() == Recorder.go("high") + Recorder.go("low") + ["a init"] + Recorder.hide("root")
        + Recorder.come("a").dropFirst())
  }

  @Test func `a dialog goes with the child that presented it, and with its session`() async throws {
    let present: @Sendable (Recorder) -> Void = { [calls] in
      $0.add(Recorder("child", calls, ["didAppear": { $0.present(Recorder("modal", calls)) }]), in: $0.region)
    }
    let driver = try await open("/", [present], does: ["willDisappear": { _ in }])
    _ = calls.take()
    try await driver.press(0)
    #expect(calls.take() == Recorder.come("child") + Recorder.come("modal"))
    await driver.session.end()
    #expect(
      calls.take() == Recorder.go("modal") + [
        "root willDisappear", "child willDisappear", "child didDisappear", "root didDisappear", "child didEnd",
        "root didEnd",
      ])
    #expect(calls.alive == 0)
  }

  // MARK: In the middle of it

  @Test func `going elsewhere while coming waits until one has come`() async throws {
    let driver = try await open("/", does: ["willAppear": { $0.go(to: "/b") }])
    #expect(calls.take() == Recorder.come("root") + ["b init"] + Recorder.hide("root") + Recorder.come("b").dropFirst())
    #expect(await driver.session.withScreen { $0.path } == "/b")
  }

  @Test(arguments: ["willDisappear", "didDisappear"])
  func `going elsewhere when the session ends leads nowhere`(call: String) async throws {
    let driver = try await open("/", does: [call: { $0.go(to: "/b") }])
    _ = calls.take()
    await driver.session.end()
    #expect(calls.take() == Recorder.go("root"))
    #expect(calls.alive == 0)
  }

  @Test func `a child that is removed while it comes goes when it has come`() async throws {
    let driver = try await open(
      "/",
      [{ [calls] in $0.add(Recorder("child", calls, ["willAppear": { $0.parent?.remove($0) }]), in: $0.region) }])
    _ = calls.take()
    try await driver.press(0)
    #expect(calls.take() == Recorder.come("child") + Recorder.go("child"))
  }

  @Test func `a server's handler that throws takes no screen with it`() async throws {
    struct Failing: Server {
      struct Failure: Error {}
      var observers: some Observers { Do(\SessionEvent.timerFired) { _ in throw Failure() } }
    }
    let calls = calls
    let session = LiveSession(
      Session(Failing(), screens: Routes { "/" ~> { Recorder("root", calls) } }), app: AppStream())
    #expect(await session.open("/"))
    await session.send(SessionEvent.timerFired(77))
    #expect(calls.take() == Recorder.come("root"))
    await session.end()
    #expect(calls.take() == Recorder.go("root"))
  }

  @Test func `an ended controller observes, sends and waits for nothing`() async throws {
    let driver = try await open(
      "/",
      [
        { [calls] in
          let child = Recorder("child", calls)
          child.does["didLoad"] = { child in
            child.on(\SessionEvent.timerFired) { child, _ in child.note("heard") }
            child.after(.zero) { [unowned child] in child.note("fired") }
          }
          child.does["didEnd"] = { child in
            child.send(SessionEvent.timerFired(1))
            child.on(\SessionEvent.timerFired) { child, _ in child.note("heard") }
            #expect(child.after(.zero) { Issue.record("fired") } == nil)
          }
          $0.add(child, in: $0.region)
          $0.remove(child)
        }
      ])
    _ = calls.take()
    try await driver.press(0)
    await driver.session.send(SessionEvent.timerFired(5))
    #expect(calls.take() == Recorder.come("child") + Recorder.go("child"))
  }
}

extension ViewTree {
  /// The numbers of the views that fit, in reading order.
  func all(where fits: (View) -> Bool) -> [Int] { all(root, fits) }
  var buttons: [Int] { all { $0.kind == .button } }

  private func all(_ view: View, _ fits: (View) -> Bool) -> [Int] {
    (fits(view) ? [view.id] : []) + view.children.flatMap { all($0, fits) }
  }
}
