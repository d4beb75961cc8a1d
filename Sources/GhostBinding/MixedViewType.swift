/// A view that shows models of several types, each in a way of its own, in one list.
///
/// Let `@Shows` write the conformance: the cell names its models and has one `take(_:)` for each.
///
/// ```swift
/// @Shows(Event.self, Festival.self)
/// final class ReminderCell: TableCell {
///   func take(_ event: Event) { … }
///   func take(_ festival: Festival) { … }
///   func takeAny(_ dated: some Dated) { … }   // called first, for whatever it is
/// }
///
/// let rows = (ReminderCell.rows(events) + ReminderCell.rows(festivals)).sorted { $0.shared.date < $1.shared.date }
/// ```
///
/// A model that the cell doesn't show can't become one of its rows: that doesn't compile. What `@Shows` writes can be
/// written by hand: a subclass of ``RowOf`` for each model, and a function that makes rows of it.
public protocol MixedViewType: ViewType where Model == MixedRow<Self> {
  /// What the models have in common, to order them by; `Void` where nothing is needed.
  associatedtype Shared = Void
}

extension MixedViewType {
  /// Shows the model of a row: the row gives it.
  @inlinable
  public func take(_ row: MixedRow<Self>) { row.give(to: self) }
  /// Shows the model of a row as the tag says.
  @inlinable
  public func take(_ row: MixedRow<Self>, tag: Tag) { row.give(to: self, tag: tag) }
  /// Shows the model of one of many rows, without counting the row's references, which costs more than the binding
  /// itself.
  ///
  /// - Parameter index: The row's place, `0 ..< rows.count`; another is a programmer's mistake.
  @inlinable
  public func take(_ rows: [MixedRow<Self>], at index: Int) {
    precondition(rows.indices.contains(index))
    rows.withUnsafeBytes { bytes in
      let row = bytes.loadUnaligned(
        fromByteOffset: index * MemoryLayout<MixedRow<Self>>.stride, as: Unmanaged<MixedRow<Self>>.self)
      // Safe because the array holds the row until this returns.
      row._withUnsafeGuaranteedRef { $0.give(to: self) }
    }
  }
}
