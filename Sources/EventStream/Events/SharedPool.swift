/// Finds who else holds a value: what is read again and again, for one session after the other, is then kept once. Thread-safe.
///
/// ```swift
/// private let todos = SharedPool<Todo>()
/// …
/// let page = try rows.map { todos.shared(try Todo($0)) }
/// ```
///
/// It holds the latest value of each identity, and lets go, now and then, of those that nobody else holds.
public final class SharedPool<Value: Identifiable & Equatable & Sendable>: Sendable where Value.ID: Sendable {
  private struct State {
    var values: [Shared<Value>] = []
    /// Where the value of each identity is among them.
    var places: [Value.ID: Int] = [:]
    /// At how many values it looks for those that can go.
    var limit = 256

    mutating func letGo() {
      var held: [Shared<Value>] = []
      for index in values.indices where !values[index].isAlone() { held.append(values[index]) }
      values = held
      places = [:]
      for (index, value) in held.enumerated() { places[value.value.id] = index }
      limit = max(256, 2 * held.count)
    }
  }

  private let state = Lock(State())

  /// Makes an empty pool.
  public init() {}

  /// How many values it holds.
  public var count: Int { state.withLock { $0.values.count } }

  /// A value as others hold it, if one of the same identity is the same.
  public func shared(_ value: Value) -> Shared<Value> {
    state.withLock { state in
      if let place = state.places[value.id] {
        if state.values[place].value != value { state.values[place] = Shared(value) }
        return state.values[place]
      }
      if state.values.count >= state.limit { state.letGo() }
      state.places[value.id] = state.values.count
      let new = Shared(value)
      state.values.append(new)
      return new
    }
  }
}
