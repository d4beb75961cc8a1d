/// A view that takes models and shows them.
public protocol ViewType<Model>: AnyObject {
  /// The type of model that it shows.
  associatedtype Model

  /// Shows a model. The view comes as it was built: nothing is left on it of what it showed before.
  func take(_ model: Model)
}
