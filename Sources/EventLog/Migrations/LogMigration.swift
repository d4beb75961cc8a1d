/// One change of an app's events.
///
/// Cases are named as the log names them, such as `TodoEvent.rows`, nested ones `AppEvent.todo.rows`. Paths lead from what
/// the case carries to a field: `todo.title`; `*` stands for every item of an array, as in `success.todos.*.title`.
public struct LogMigration: Sendable {
  let apply: @Sendable (inout MigratedEvent) throws -> Void
  /// What becomes of a case's name; `nil` if the case is no more. The requests that events were sent for are known by it alone.
  private(set) var newName: @Sendable (String) -> String? = { $0 }

  private init(_ apply: @escaping @Sendable (inout MigratedEvent) throws -> Void) { self.apply = apply }

  /// A case has another name now; or, if the names of types are given, a type has.
  public static func renamed(_ name: String, to newName: String) -> LogMigration {
    let prefix = name + "."
    return naming { old in
      if old == name { return newName }
      guard old.hasPrefix(prefix) else { return old }
      return newName + old.dropFirst(name.count)
    }
  }

  /// A case is no more: its records are passed over.
  public static func removed(_ name: String) -> LogMigration {
    let prefix = name + "."
    return naming { old in old == name || old.hasPrefix(prefix) ? nil : old }
  }

  private static func naming(_ newName: @escaping @Sendable (String) -> String?) -> LogMigration {
    var migration = LogMigration { event in
      if let name = newName(event.name) { event.name = name } else { event.isRemoved = true }
    }
    migration.newName = newName
    return migration
  }

  /// What the case carries has a field that it didn't have.
  public static func added(_ path: String, to name: String, default value: LogValue) -> LogMigration {
    changing(path, of: name, createsLast: true) { $0 ?? value }
  }

  /// A field is no more. Needed only where something else takes its name: fields that nobody asks for are passed over.
  public static func dropped(_ path: String, of name: String) -> LogMigration { changing(path, of: name) { _ in nil } }

  /// A field has another name now.
  public static func renamed(field path: String, of name: String, to newName: String) -> LogMigration {
    LogMigration { event in
      guard event.name == name else { return }
      try event.changeValue { value in
        var steps = path.split(separator: ".").map(String.init)
        guard let last = steps.popLast() else { return }
        value =
          value.changing(steps[...], createsLast: false) { parent in
            guard case .object(var fields)? = parent else { return parent }
            for index in fields.indices where fields[index].name == last { fields[index].name = newName }
            return .object(fields)
          } ?? value
      }
    }
  }

  /// A field has another type, or another meaning.
  ///
  /// - Parameter change: Makes the new value of the old. If it throws, who reads the record gets
  ///   ``EventLogError/unreadable(position:name:reason:)``.
  public static func retyped(
    _ path: String, of name: String, _ change: @escaping @Sendable (LogValue) throws -> LogValue
  ) -> LogMigration { changing(path, of: name) { try $0.map(change) } }

  /// All that a case carries has changed.
  ///
  /// - Parameters:
  ///   - name: The case; those nested in it aren't changed.
  ///   - change: Makes what it carries now of what it carried, a `Result` as an object with `success` or `failure`; of
  ///     the whole event if that is coded in a way of its own. If it throws, who reads the record gets
  ///     ``EventLogError/unreadable(position:name:reason:)``.
  public static func changed(
    _ name: String, _ change: @escaping @Sendable (LogValue) throws -> LogValue
  ) -> LogMigration {
    LogMigration { event in
      guard event.name == name else { return }
      try event.changeValue { $0 = try change($0) }
    }
  }

  private static func changing(
    _ path: String, of name: String, createsLast: Bool = false,
    _ change: @escaping @Sendable (LogValue?) throws -> LogValue?
  ) -> LogMigration {
    LogMigration { event in
      guard event.name == name else { return }
      let steps = path.split(separator: ".").map(String.init)
      try event.changeValue { value in
        value = try value.changing(steps[...], createsLast: createsLast, change) ?? .null
      }
    }
  }
}

extension LogValue {
  /// The value with what lies at the end of a path changed; `nil` if it is to go.
  func changing(
    _ path: ArraySlice<String>, createsLast: Bool, _ change: (LogValue?) throws -> LogValue?
  ) rethrows -> LogValue? {
    guard let step = path.first else { return try change(self) }
    let rest = path.dropFirst()
    switch self {
    case .array(let items) where step == "*":
      return .array(try items.compactMap { try $0.changing(rest, createsLast: createsLast, change) })
    case .object(var fields):
      if let index = fields.firstIndex(where: { $0.name == step }) {
        let changed = try fields[index].value.changing(rest, createsLast: createsLast, change)
        if let changed { fields[index].value = changed } else { fields.remove(at: index) }
      } else if rest.isEmpty, createsLast, let made = try change(nil) {
        fields.append(LogField(step, made))
      }
      return .object(fields)
    default: return self
    }
  }
}
