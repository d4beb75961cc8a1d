/// A view that takes models and shows them.
///
/// A view of one type of model has one method:
///
/// ```swift
/// final class GreetingView: ViewType {
///   var text = ""
///   func take(_ person: Person) { text = "Hello, \(person.name)" }
/// }
/// ```
///
/// One of several types takes the rows of a mixed list: see ``MixedViewType``.
public protocol ViewType<Model>: AnyObject {
  /// The type of model that it shows.
  associatedtype Model
  /// What a controller may say about how models are shown, such as which of two looks to use.
  associatedtype Tag = Void

  /// Shows a model. The view comes as it was built: nothing is left on it of what it showed before.
  func take(_ model: Model)
  /// Shows a model as the tag says. A view that has no use for tags leaves this out.
  func take(_ model: Model, tag: Tag)
  /// Shows one of many models, where it stands: what a table calls. Comes with every view; nobody need write it.
  ///
  /// - Parameter index: The model's place, `0 ..< models.count`.
  func take(_ models: [Model], at index: Int)
}

extension ViewType {
  /// Shows the model, and leaves the tag aside.
  @inlinable
  public func take(_ model: Model, tag: Tag) { take(model) }
  /// Shows the model at `index`.
  @inlinable
  public func take(_ models: [Model], at index: Int) { take(models[index]) }
}
