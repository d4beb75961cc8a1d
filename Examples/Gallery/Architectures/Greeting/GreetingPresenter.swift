import Ghostlight

/// Puts the greeting together. Knows the person, and of the view only what it can be told.
final class GreetingPresenter: SessionPart {
  private unowned let view: any GreetingView
  private let person: Person
  private let hello: String

  init(view: any GreetingView, person: Person, hello: String) {
    self.view = view
    self.person = person
    self.hello = hello
  }

  func showGreeting() { view.setGreeting("\(hello)\(person.firstName) \(person.lastName)") }
}
