/// A model that gives itself to views. The giving is written here, once; no model repeats it.
public protocol ModelType {}

extension ModelType {
  /// Gives the model to a view that takes it.
  ///
  /// Generic rather than through `any`: the view gets the model itself, never a box with the model in it.
  @inlinable
  public func give<View: ViewType>(to view: View) where View.Model == Self { view.take(self) }

  /// Gives the model to a view together with a value from the controller. The model neither knows nor needs the tag.
  @inlinable
  public func give<View: ViewType>(to view: View, tag: View.Tag) where View.Model == Self {
    view.take(self, tag: tag)
  }
}
