/// What a presenter can tell its view, whatever that is.
protocol ReminderListView: AnyObject {
  func showWaiting()
  func show(_ rows: [MVPRow])
}
