/// What events and festivals have in common.
protocol Dated {
  var id: String { get }
  var date: Day { get }
}
