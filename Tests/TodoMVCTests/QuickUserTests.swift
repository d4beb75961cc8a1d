import Testing

/// What is clicked before the page shows what the clicks before have made of it. It means what it would on a page that needs no server.
@Suite struct QuickUserTests {
  // MARK: Rows, right after the box for all

  /// Whether the first click is answered before the second, its answer being on the way to the page.
  @Test(arguments: [false, true])
  func `a row clicked right after the box for all becomes active`(isAnswered: Bool) async throws {
    let page = try await QuickPage("a", "b", "c")
    try await page.clickAll()
    if isAnswered { await page.answer() }
    try await page.click(0)
    await page.rest()
    #expect(try await page.done == [false, true, true])
    #expect(page.ticked == [false, true, true])
    #expect(!page.isAllTicked)
  }

  @Test func `boxes of rows are ticked before anything is answered`() async throws {
    let page = try await QuickPage("a", "b")
    try await page.click(0)
    try await page.clickAll()
    #expect(page.ticked == [true, true])
    try await page.clickAll()
    #expect(page.ticked == [false, false])
    await page.rest()
    #expect(try await page.done == [false, false])
    #expect(page.ticked == [false, false])
  }

  @Test(arguments: [false, true])
  func `a row clicked twice after the box for all stays as that has made it`(isAnswered: Bool) async throws {
    let page = try await QuickPage("a", "b")
    for isCompleted in [true, false] {
      try await page.clickAll()
      for isOn in [!isCompleted, isCompleted] {
        try await page.set(0, isOn)
        if isAnswered { await page.answer() }
      }
      await page.rest()
      #expect(try await page.done == [isCompleted, isCompleted])
      #expect(page.ticked == [isCompleted, isCompleted])
      #expect(page.isAllTicked == isCompleted)
    }
  }

  @Test(arguments: [false, true])
  func `the box for all, a row and that box again complete all`(isAnswered: Bool) async throws {
    let page = try await QuickPage("a", "b", "c")
    try await page.setAll(true)
    if isAnswered { await page.answer() }
    try await page.click(0)
    if isAnswered { await page.answer() }
    try await page.setAll(false)
    await page.rest()
    #expect(try await page.done == [true, true, true])
    #expect(page.ticked == [true, true, true])
    #expect(page.isAllTicked)
  }

  @Test func `a row ticked in two tabs at the same time is done`() async throws {
    let page = try await QuickPage("a", "b")
    for _ in 0..<2 { try await page.set(0, true) }
    await page.rest()
    #expect(try await page.done == [true, false])
    #expect(page.ticked == [true, false])
  }

  // MARK: The box for all, right after something else

  @Test(arguments: [false, true])
  func `the box for all clicked twice right after a row makes all active`(isAnswered: Bool) async throws {
    let page = try await QuickPage("a", "b")
    try await page.clickAll()
    await page.rest()
    try await page.click(0)
    if isAnswered { await page.answer() }
    for isOn in [false, true] {
      try await page.setAll(isOn)
      if isAnswered { await page.answer() }
    }
    await page.rest()
    #expect(try await page.done == [false, false])
    #expect(page.ticked == [false, false])
    #expect(!page.isAllTicked)
  }

  @Test(arguments: [false, true])
  func `the box for all clicked right after a new todo in a cleared list completes it`(isAnswered: Bool) async throws {
    let page = try await QuickPage("a")
    try await page.clickAll()
    await page.rest()
    try await page.clear()
    if isAnswered { await page.answer() }
    try await page.add("b")
    if isAnswered { await page.answer() }
    try await page.setAll(false)
    await page.rest()
    #expect(try await page.done == [true])
    #expect(page.ticked == [true])
    #expect(page.isAllTicked)
  }

  @Test func `the box for all clicked right after the first todo completes it`() async throws {
    let page = try await QuickPage()
    try await page.add("a")
    try await page.clickAll()
    await page.rest()
    #expect(try await page.done == [true])
    #expect(page.ticked == [true])
    #expect(page.isAllTicked)
  }

  // MARK: The button that clears

  @Test func `what was ticked just now is cleared`() async throws {
    let page = try await QuickPage("a", "b")
    try await page.click(0)
    #expect(await !page.showsClear)
    try await page.clear()
    await page.rest()
    #expect(try await page.done == [false])
    #expect(await !page.showsClear)
    try await page.clickAll()
    #expect(await !page.showsClear)
    try await page.clear()
    await page.rest()
    #expect(try await page.done == [])
    #expect(await !page.showsClear)
  }

  @Test func `the button that clears is seen once something is completed`() async throws {
    let page = try await QuickPage("a")
    try await page.click(0)
    #expect(await !page.showsClear)
    await page.rest()
    #expect(await page.showsClear)
  }
}
