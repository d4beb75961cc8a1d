internal import Foundation

extension UploadFolder {
  /// What a session has of files.
  struct State {
    /// Made when the first file comes.
    var folder: URL?
    /// The room that all files take, and those that are whole.
    var bytes = 0
    /// What of all room it is taken from; `nil` as long as nobody has come for the session.
    var share: UploadBudget?
    var kept = (files: 0, bytes: 0)
    /// Those that are coming, by their paths.
    var coming: [String: Coming] = [:]
    /// Those that have come to this process, by what the page calls them; and how many there have been.
    var come: [String: Come] = [:]
    var count = 0
    var isRemoved = false
  }

  /// A file that is coming.
  struct Coming {
    /// What the page calls it.
    let id: String?
    /// The room that it takes, and what has come of it.
    var bytes: Int
    var written = 0
  }

  /// A file that has come.
  struct Come {
    let path: String
    /// As the how many-th it came.
    let number: Int
    /// Whether the session has heard of it. Its path may be known anywhere then, and must lead to what it led to.
    var isTaken = false
  }
}
