@_exported public import GhostBinding

/// Makes a cell show models of several types in one list: it names them, and has one `take(_:)` for each.
///
/// ```swift
/// @Shows(Event.self, Festival.self)
/// final class ReminderCell: TableCell {
///   func take(_ event: Event) { … }
///   func take(_ festival: Festival) { … }
/// }
///
/// let rows = ReminderCell.rows(events) + ReminderCell.rows(festivals)
/// ```
///
/// - A model named here without a method for it doesn't compile; nor do rows of a model that isn't named here.
/// - `func takeAny(_ dated: some Dated)` is called first for every model. Then rows have a `shared` to be ordered by.
/// - A method with a second parameter `tag:` gets the table's tag. The one without must be there too, for tables without.
///
/// The models are `Identifiable` and `Equatable`, and the class is `final`. Writes ``MixedViewType``'s requirements.
///
/// - Parameter models: The models, as `Model.self`.
@attached(member, names: arbitrary)
@attached(extension, conformances: MixedViewType)
public macro Shows(_ models: Any.Type...) = #externalMacro(module: "EventStreamMacros", type: "ShowsMacro")
