/// What a presenter can tell the view.
protocol GreetingView: AnyObject {
  func setGreeting(_ greeting: String)
}
