@_exported public import EventStream

/// Makes an enum an ``Event``: writes its case keys, payload access, routing tags, stable names and coding.
///
/// - Each case carries at most one value, unlabelled, which is `Codable`, `Equatable` and `Sendable`. A case whose value is itself an event
///   nests it.
/// - Mark a case that asks for something with ``Answered(by:)``.
///
/// ```swift
/// @Event(reach: .app)
/// enum StoreEvent {
///   @Answered(by: \.todos) case readTodos(TodoQuery)
///   case todos(Result<TodoPage, TodoFailure>)
/// }
/// ```
///
/// - Parameters:
///   - name: The stable name; the type's own unless given. No two types may share one if both have a case of the same name: a log
///     couldn't tell their events apart, and says so.
///   - reach: How far the events travel.
@attached(member, names: arbitrary)
@attached(extension, conformances: Event)
public macro Event(name: String? = nil, reach: Reach = .session) =
  #externalMacro(module: "EventStreamMacros", type: "EventMacro")

/// Ties a request to the case that answers it, whose payload is a `Result` with an ``AnswerFailure``.
///
/// - Parameter answer: The answering case of the same enum, as `\.name`.
@attached(peer)
public macro Answered(by answer: KeyPath<AnswerName, AnswerName>) =
  #externalMacro(module: "EventStreamMacros", type: "AnsweredMacro")

/// The root of the `\.rows` in `@Answered(by: \.rows)`; the name itself is checked by `@Event`.
@dynamicMemberLookup
public struct AnswerName {
  /// Any name: `@Event` checks it against the cases there are.
  public subscript(dynamicMember name: String) -> AnswerName { self }
}

/// Marks an answer as news: it reaches every session that observes its case, not only the one that asked; those of one visitor if its
/// success is ``Addressed``.
///
/// Without it an answer of an event with reach `.app` goes to the session that asked and to no other. A failure always
/// does.
@attached(peer)
public macro News() = #externalMacro(module: "EventStreamMacros", type: "NewsMacro")

/// Makes a `Codable` struct write and read its fields itself: what events carry gets into a log, and out of it, many times quicker.
///
/// ```swift
/// @FieldCodable
/// struct Todo: Codable, Equatable, Sendable {
///   var id: Int
///   var title: String
///   var due: Date?
/// }
/// ```
///
/// - For structs that leave their coding to the compiler, and for enums with raw values. Nothing else changes: the log has the
///   same bytes, a field that came or went since is met as before, and where the attribute is forgotten all works, only slower.
/// - Its `CodingKeys` may stand in an extension; all its stored properties must be among them.
/// - A struct that is `RawRepresentable` or an `OptionSet` says so where it is declared, and the type of its raw value too: what an
///   extension says isn't seen. One with a `rawValue` of which that isn't clear goes through `Codable`.
/// - A field whose type has no `@FieldCodable` is written through `Codable`, by itself.
@attached(extension, conformances: FieldCodable, names: named(fieldNames), named(write), named(init))
public macro FieldCodable() = #externalMacro(module: "EventStreamMacros", type: "FieldCodableMacro")
