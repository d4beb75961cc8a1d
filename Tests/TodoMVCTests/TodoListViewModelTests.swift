import Testing
import TodoMVCModels

@testable import TodoMVCPresentation

@Suite struct TodoListViewModelTests {
  @Test(arguments: [1, 2, 3] as [UInt64])
  func `changes make of the rows what the database has made of them`(seed: UInt64) async throws {
    let story = try await TodoStory(200, seed: seed)
    var list = TodoListViewModel()
    list.incorporate(story.all(0))
    for version in 1...200 {
      list.incorporate(story.change(to: version))
      #expect(list.version == version)
      #expect(list.shown == story.rows(version))
    }
  }

  /// A page hears the changes behind `first`. All rows come when it has heard those up to `heard`, as they were at `read`: behind
  /// `first`, since that was before it asked, but perhaps before changes that it has heard by then, or behind some that it hasn't.
  @Test func `rows that come among changes lose none and double none`() async throws {
    let last = 7
    let story = try await TodoStory(last, seed: 4)
    for first in 0...last {
      for heard in first...last {
        for read in first...last {
          for isNew in [true, false] {
            var list = TodoListViewModel()
            if !isNew { list.incorporate(story.all(first)) }
            for version in first..<heard { list.incorporate(story.change(to: version + 1)) }
            list.incorporate(story.all(read))
            #expect(list.version == max(heard, read))
            #expect(list.shown == story.rows(list.version))
            for version in heard..<last { list.incorporate(story.change(to: version + 1)) }
            #expect(list.version == last && !list.lacksRows)
            #expect(list.shown == story.rows(last))
          }
        }
      }
    }
  }

  @Test func `a change that is missing is noticed by the next, which waits for the rows`() async throws {
    let story = try await TodoStory(5, seed: 5)
    var list = TodoListViewModel()
    list.incorporate(story.all(0))
    for version in [1, 3, 4] { list.incorporate(story.change(to: version)) }
    #expect(list.lacksRows && list.shown == story.rows(1))
    list.incorporate(story.all(2))
    #expect(!list.lacksRows && list.shown == story.rows(4))
    list.incorporate(story.change(to: 5))
    #expect(list.shown == story.rows(5))
  }

  @Test func `the answer to a write that was repeated changes nothing that the rows have`() async throws {
    let story = try await TodoStory(6, seed: 7)
    for version in 1...5 {
      var list = TodoListViewModel()
      list.incorporate(story.all(5))
      list.incorporate(story.change(to: version))
      #expect(list.shown == story.rows(5) && !list.lacksRows)
      // The session has returned: its rows come behind the answer, or before it.
      for isFirst in [true, false] {
        list.doubtVersion()
        if isFirst { list.incorporate(story.change(to: version)) }
        list.incorporate(story.all(5))
        if !isFirst { list.incorporate(story.change(to: version)) }
        #expect(list.shown == story.rows(5) && !list.lacksRows)
      }
      list.incorporate(story.change(to: 6))
      #expect(list.shown == story.rows(6))
    }
  }

  @Test func `rows of another database are taken in when the version is doubted`() async throws {
    let story = try await TodoStory(5, seed: 6)
    var list = TodoListViewModel()
    list.incorporate(story.all(5))
    list.incorporate(story.all(2))
    #expect(list.shown == story.rows(5))
    list.doubtVersion()
    #expect(list.shown == story.rows(5))
    list.incorporate(story.all(2))
    list.incorporate(story.change(to: 3))
    #expect(list.shown == story.rows(3))
  }
}
